import { shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { load, median, type Point, percentile } from "./load.ts";
import { send, shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, residentMegabytes, startWaybill } from "./server.ts";

/** What the process costs by being there: the time until it answers, and its memory. */

const startTarget: Target = { atMost: 80 };
const idleTarget: Target = { atMost: 120 };
const filledTarget: Target = { atMost: 250 };
const startsCount = 15;
const usedShipments = 1_000;
/** For what is gathered to be written, and for the garbage collector. */
const settledMs = 5_000;
const samplesCount = 20;

export const processScenarios: Scenario[] = [
  {
    name: "start",
    help: "from the start to the first 200, on a folder that was used before",
    run: measureStart,
  },
  { name: "memory", help: "memory when idle, and after 100 000 shipments", run: measureMemory },
];

async function measureStart(bench: Bench): Promise<Finding[]> {
  const dataDir = bench.folder("start");
  const headers = await fillFolder(dataDir);
  const times: number[] = [];
  for (let start = 0; start <= startsCount; start += 1) {
    bench.say(`start ${start} of ${startsCount}`);
    const at = performance.now();
    await using server = await startWaybill(dataDir);
    const response = await fetch(server.url + shipmentsPath, { headers });
    const taken = performance.now() - at;
    if (!response.ok) throw new Error(`the first answer was ${response.status}`);
    await response.text();
    // The first one reads the executable from the disk.
    if (start > 0) times.push(taken);
  }
  return [
    {
      what: "start to the first list of shipments",
      unit: "ms",
      value: median(times),
      target: startTarget,
      p50Ms: median(times),
      p99Ms: percentile(times, 0.99),
    },
  ];
}

/** Leaves shipments in the folder. @returns the headers of a caller who may read them */
async function fillFolder(dataDir: string): Promise<Record<string, string>> {
  await using server = await startWaybill(dataDir);
  const headers = { "X-API-Key": (await makeKeys(server)).live };
  const create = requestBytes("POST", shipmentsPath, headers, shipmentBody());
  await load(server.url, usedShipments, send(create, 201));
  return headers;
}

async function measureMemory(bench: Bench): Promise<Finding[]> {
  const count = bench.count(100_000);
  await using server = await startWaybill(bench.folder("memory"));
  const { live: key } = await makeKeys(server);
  bench.say("memory when idle");
  await Bun.sleep(settledMs);
  const idle = residentMegabytes(server);
  const create = send(requestBytes("POST", shipmentsPath, { "X-API-Key": key }, shipmentBody()), 201);
  const points: Point[] = [{ x: 0, y: idle }];
  for (let sample = 1; sample <= samplesCount; sample += 1) {
    bench.say(`memory: ${(count * sample) / samplesCount} of ${count} shipments`);
    await load(server.url, count / samplesCount, create);
    points.push({ x: (count * sample) / samplesCount, y: residentMegabytes(server) });
  }
  bench.draw("memory", {
    title: "Memory",
    xLabel: "shipments",
    yLabel: "MB",
    lines: [{ name: "resident", points }],
  });
  await Bun.sleep(settledMs);
  const filled = residentMegabytes(server);
  return [
    { what: "memory when idle", unit: "MB", value: idle, target: idleTarget },
    { what: `memory after ${count} shipments`, unit: "MB", value: filled, target: filledTarget },
    { what: "the most of it on the way", unit: "MB", value: Math.max(...points.map(({ y }) => y)) },
  ];
}
