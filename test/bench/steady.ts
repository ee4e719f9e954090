import { type Connection, connect } from "./connection.ts";
import { ask } from "./load.ts";

/** A request that was answered. */
export interface Sent {
  body: string;
  /** When it was sent, in ms since the epoch, with fractions. */
  at: number;
}

/** Sends the request `count` times, so many a second however long each takes, over as many connections as that needs. */
export async function sendSteadily(
  url: string,
  request: Buffer,
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
    answered.push(sendOne(idle.shift() ?? (await connect(url))));
  }
  const sent = await Promise.all(answered);
  for (const connection of idle) connection.close();
  return sent;

  async function sendOne(connection: Connection): Promise<Sent> {
    const at = performance.timeOrigin + performance.now();
    const { body } = await ask(connection, request, 201);
    idle.push(connection);
    return { body, at };
  }
}
