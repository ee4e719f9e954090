import { shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { load, type Point } from "./load.ts";
import { send, shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, residentMegabytes, startWaybill } from "./server.ts";

/** What the process costs by being there. */

const idleTarget: Target = { atMost: 110 };
const filledTarget: Target = { atMost: 220 };
/** For what is gathered to be written, and for the garbage collector. */
const settledMs = 5_000;
const samplesCount = 20;

export const processScenarios: Scenario[] = [
  { name: "memory", help: "memory when idle, and after 100 000 shipments", run: measureMemory },
];

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
