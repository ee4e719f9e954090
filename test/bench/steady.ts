import { type Connection, connect } from "./connection.ts";
import { ask } from "./load.ts";

/** A request that was answered. */
export interface Sent {
  body: string;
  /** When it was sent, in ms since the epoch, with fractions. */
  at: number;
  /** Until the last byte of the answer. */
  timeMs: number;
}

/** What is sent: the request of each turn, and the status that it must get. */
export interface Sending {
  requestOf(index: number): Buffer;
  status: number;
}

/** Sends one request every time. */
export const always = (request: Buffer, status: number): Sending => ({ requestOf: () => request, status });

/** Sends `count` requests, so many a second however long each takes, over as many connections as that needs. */
export async function sendSteadily(
  url: string,
  { requestOf, status }: Sending,
  perSecond: number,
  count: number,
): Promise<Sent[]> {
  // In turn, so that the server closes none of them for being idle.
  const idle: Connection[] = [];
  const answered: Promise<Sent>[] = [];
  const startedMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedMs + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await Bun.sleep(waitMs);
    answered.push(sendOne(idle.shift() ?? (await connect(url)), requestOf(index)));
  }
  const sent = await Promise.all(answered);
  for (const connection of idle) connection.close();
  return sent;

  async function sendOne(connection: Connection, request: Buffer): Promise<Sent> {
    const begunMs = performance.now();
    const { body } = await ask(connection, request, status);
    idle.push(connection);
    return { body, at: performance.timeOrigin + begunMs, timeMs: performance.now() - begunMs };
  }
}
