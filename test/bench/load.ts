import { type Answer, type Connection, connect } from "./connection.ts";

/** How many callers there are at once, each with a connection of its own. */
export const connectionsCount = 64;
const bucketMs = 100;

export interface Load {
  /** How long each took, in ms, from its first byte to its last one. */
  timesMs: number[];
  seconds: number;
  /** The longest time in which nothing was done at all. */
  stallMs: number;
  /** What was done per second, by time. */
  curve: Point[];
  /** Processor time of this process, for each. */
  ownCostMicros: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Does `count` things over the connections, each of which begins the next one when it is done with the last. */
export async function load(
  url: string,
  count: number,
  perform: (connection: Connection, index: number) => Promise<unknown>,
  connections = connectionsCount,
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => connect(url)));
  const timesMs: number[] = [];
  const done: number[] = [];
  const costBefore = process.cpuUsage();
  const startedMs = performance.now();
  let begun = 0;
  await Promise.all(
    open.map(async (connection) => {
      while (begun < count) {
        const index = begun++;
        const at = performance.now();
        await perform(connection, index);
        const now = performance.now();
        timesMs.push(now - at);
        done.push(now - startedMs);
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(costBefore);
  for (const connection of open) connection.close();
  const gaps = done.map((at, index) => at - (done[index - 1] ?? 0));
  return {
    timesMs,
    seconds,
    stallMs: gaps.reduce((longest, gap) => Math.max(longest, gap), 0),
    curve: toCurve(done),
    ownCostMicros: (user + system) / count,
  };
}

/** One request, which must be answered with the status. */
export async function ask(connection: Connection, request: Buffer, status: number): Promise<Answer> {
  const answer = await connection.send(request);
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.body}`);
  return answer;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function toCurve(done: readonly number[]): Point[] {
  const whole = Math.max(1, Math.floor((done.at(-1) ?? 0) / bucketMs));
  const counts = new Array<number>(whole).fill(0);
  for (const at of done) {
    const bucket = Math.floor(at / bucketMs);
    if (bucket < whole) counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts.map((count, bucket) => ({ x: (bucket * bucketMs) / 1000, y: (count * 1000) / bucketMs }));
}
