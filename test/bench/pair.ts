import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Connection, requestBytes } from "./connection.ts";
import { ask, type Load, load, median, type Point, percentile } from "./load.ts";
import type { Bench, Finding, Target } from "./scenario.ts";
import {
  type Keys,
  makeKeys,
  processorMicros,
  residentMegabytes,
  type Served,
  startFloor,
  startWaybill,
} from "./server.ts";

export const shipmentsPath = `${platform}/shipments`;

/** The executable and the floor, side by side on the same disk. */
export interface Pair {
  waybill: Served;
  floor: Served;
  keys: Keys;
}

interface Comparison {
  name: string;
  what: string;
  count: number;
  /** What is done, at Waybill and at the floor; `round` tells repetitions apart. */
  waybill(connection: Connection, index: number, round: number): Promise<unknown>;
  floor(connection: Connection, index: number, round: number): Promise<unknown>;
  /** Waits for what Waybill still has to do when all is answered; it counts as its time. */
  settle?(): Promise<void>;
  target?: Target;
}

/** Longer than anything is gathered in memory before it is written. */
const quietMs = 1_500;

export async function withPair<T>(
  bench: Bench,
  name: string,
  measure: (pair: Pair) => Promise<T>,
): Promise<T> {
  await using waybill = await startWaybill(bench.folder(name));
  await using floor = await startFloor(bench.folder(`${name}-floor`));
  return await measure({ waybill, floor, keys: await makeKeys(waybill) });
}

/** Measures both in turn; the first round only warms them up. */
export async function compare(bench: Bench, pair: Pair, options: Comparison): Promise<Finding> {
  const loads: Record<"waybill" | "floor", Load[]> = { waybill: [], floor: [] };
  let costMicros = 0;
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.say(`${options.what}: round ${round} of ${bench.rounds}`);
    for (const who of round % 2 === 0 ? (["waybill", "floor"] as const) : (["floor", "waybill"] as const)) {
      await Bun.sleep(quietMs);
      const perform = options[who];
      const before = processorMicros(pair.waybill);
      const measured = await load(pair[who].url, options.count, (connection, index) =>
        perform(connection, index, round),
      );
      if (who === "waybill") measured.seconds += await secondsOf(options.settle);
      if (round === 0) continue;
      loads[who].push(measured);
      if (who === "waybill") costMicros += processorMicros(pair.waybill) - before;
    }
  }
  bench.draw(options.name, {
    title: options.what,
    xLabel: "seconds",
    yLabel: "per second",
    lines: [
      { name: "Waybill", points: joined(loads.waybill) },
      { name: "floor", points: joined(loads.floor) },
    ],
  });
  const perSecond = (who: "waybill" | "floor") =>
    median(loads[who].map(({ seconds }) => options.count / seconds));
  const times = loads.waybill.flatMap(({ timesMs }) => timesMs);
  return {
    what: options.what,
    unit: "per second",
    value: perSecond("waybill"),
    floor: perSecond("floor"),
    ratio: perSecond("waybill") / perSecond("floor"),
    ...(options.target ? { target: options.target } : {}),
    p50Ms: median(times),
    p99Ms: percentile(times, 0.99),
    stallMs: Math.max(...loads.waybill.map(({ stallMs }) => stallMs)),
    memoryMegabytes: residentMegabytes(pair.waybill),
    costMicros: costMicros / options.count / bench.rounds,
    loadMicros: median([...loads.waybill, ...loads.floor].map(({ ownCostMicros }) => ownCostMicros)),
  };
}

/** A shipment at each of the two: its id, and its reading. */
export async function createBoth({
  waybill,
  floor,
  keys,
}: Pair): Promise<Record<"waybill" | "floor", Buffer>> {
  return { waybill: await createAndRead(waybill, keys.live), floor: await createAndRead(floor, keys.live) };
}

/** Makes a shipment. @returns the request that reads it */
export async function createAndRead({ url }: Served, key: string): Promise<Buffer> {
  const made = await fetch(url + shipmentsPath, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify(shipmentBody()),
  });
  const { id } = (await made.json()) as { id: string };
  return requestBytes("GET", `${shipmentsPath}/${id}`, { "X-API-Key": key });
}

export const send =
  (request: Buffer, status = 200) =>
  (connection: Connection) =>
    ask(connection, request, status);

async function secondsOf(work: (() => Promise<void>) | undefined): Promise<number> {
  const at = performance.now();
  await work?.();
  return (performance.now() - at) / 1000;
}

/** The rounds one after the other, without what was between them. */
function joined(loads: readonly Load[]): Point[] {
  let begin = 0;
  return loads.flatMap(({ curve, seconds }) => {
    const from = begin;
    begin += seconds;
    return curve.map(({ x, y }) => ({ x: x + from, y }));
  });
}
