import { join } from "node:path";
import { shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { load, median, percentile } from "./load.ts";
import { send, shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, type Served, startProcess, startWaybill } from "./server.ts";

/** From the start of the process to its first 200, beside the least that a compiled server needs for that. */

const startTarget: Target = { atMost: 90 };
const togetherTarget: Target = { atMost: 6 };
const startsCount = 15;
const togetherCount = 8;
const usedShipments = 1_000;

export const startScenarios: Scenario[] = [
  {
    name: "start",
    help: `from the start to the first 200, on a folder that was used before; alone, and ${togetherCount} at a time`,
    run: measureStart,
  },
];

/** A folder that was used before, and who may read it. */
interface Used {
  dataDir: string;
  headers: Record<string, string>;
}

async function measureStart(bench: Bench): Promise<Finding[]> {
  bench.say("filling folders");
  const used: Used[] = [];
  for (let number = 0; number < togetherCount; number += 1) {
    used.push(await fillFolder(bench.folder(`start-${number}`), bench.count(usedShipments)));
  }
  const [first] = used as [Used];
  const floorDir = bench.folder("start-floor");
  const floor = await buildFloor(floorDir);
  const waybill = ({ dataDir, headers }: Used) => firstAnswer(() => startWaybill(dataDir), headers);
  const alone: number[] = [];
  const least: number[] = [];
  const together: number[] = [];
  const leastTogether: number[] = [];
  const floorAnswer = () => firstAnswer(() => startProcess([floor, floorDir]), {});
  for (let round = 0; round <= startsCount; round += 1) {
    bench.say(`start ${round} of ${startsCount}`);
    const times = [
      await waybill(first),
      await floorAnswer(),
      Math.max(...(await Promise.all(used.map(waybill)))),
      Math.max(...(await Promise.all(used.map(floorAnswer)))),
    ] as const;
    // The first one reads the executables from the disk.
    if (round === 0) continue;
    for (const [index, list] of [alone, least, together, leastTogether].entries())
      list.push(times[index] ?? Number.NaN);
  }
  const startMs = median(alone);
  return [
    {
      what: "start to the first list of shipments",
      unit: "ms",
      value: startMs,
      target: startTarget,
      p50Ms: startMs,
      p99Ms: percentile(alone, 0.99),
    },
    { what: "the floor: a compiled server that opens a SQLite file", unit: "ms", value: median(least) },
    {
      what: `${togetherCount} starts at a time ÷ one alone`,
      unit: "times",
      value: median(together) / startMs,
      target: togetherTarget,
      p50Ms: median(together),
    },
    {
      what: `the floor: ${togetherCount} starts at a time ÷ one alone`,
      unit: "times",
      value: median(leastTogether) / median(least),
      p50Ms: median(leastTogether),
    },
  ];
}

/** Resolves with the milliseconds to its first answer. */
async function firstAnswer(begin: () => Promise<Served>, headers: Record<string, string>): Promise<number> {
  const at = performance.now();
  await using server = await begin();
  const response = await fetch(server.url + shipmentsPath, { headers });
  const taken = performance.now() - at;
  if (!response.ok) throw new Error(`the first answer was ${response.status}`);
  await response.text();
  return taken;
}

async function fillFolder(dataDir: string, shipments: number): Promise<Used> {
  await using server = await startWaybill(dataDir);
  const headers = { "X-API-Key": (await makeKeys(server)).live };
  const create = requestBytes("POST", shipmentsPath, headers, shipmentBody());
  await load(server.url, shipments, send(create, 201));
  return { dataDir, headers };
}

/** @returns the path of the executable */
async function buildFloor(folder: string): Promise<string> {
  const outfile = join(folder, "floor");
  await Bun.build({
    entrypoints: [join(import.meta.dir, "start-floor.ts")],
    outdir: folder,
    target: "bun",
    format: "esm",
    bytecode: true,
    compile: { outfile },
  });
  return outfile;
}
