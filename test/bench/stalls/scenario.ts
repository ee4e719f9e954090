import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { shipmentBody } from "../../support/fixtures.ts";
import { requestBytes } from "../connection.ts";
import { load } from "../load.ts";
import { send, shipmentsPath } from "../pair.ts";
import type { Bench, Finding, Scenario, Target } from "../scenario.ts";
import { residentMegabytes } from "../server.ts";
import { catalog, type Item } from "./catalog.ts";
import { type Measured, startTicking, type World } from "./world.ts";

/**
 * What holds the thread longest: each item of the catalog beside what forty creates take, in processor time of the main
 * thread. The stretch's name is what the server itself says.
 */

const createsCount = 2_000;
const createsOfBound = 40;
const boundTarget: Target = { atMost: 1 };
const idleTarget: Target = { atMost: 100 };
const peakTarget: Target = { atMost: 500 };
/** For what an item leaves to jobs. */
const settledMs = 1_000;
const idleMs = 5_000;
const oldFolder = join(import.meta.dir, "../../upgrades/folders/2026-11-29-columns.tar.zst");

export const stallScenarios: Scenario[] = [
  { name: "stalls", help: "what holds the thread longest", run: measureStalls },
];

async function measureStalls(bench: Bench): Promise<Finding[]> {
  await using world = await startTicking(bench.folder("stalls"));
  bench.say("stalls: idle");
  await Bun.sleep(idleMs);
  const idle = residentMegabytes(world.server);
  const boundMs = createsOfBound * (await costOfCreate(world));
  const findings: Finding[] = [];
  for (const [index, item] of chosenItems().entries()) {
    bench.say(`stalls, ${index + 1} of ${catalog.length}: ${item.name}`);
    findings.push(await measureItem(world, item, boundMs));
  }
  findings.push(await measureUpgrade(bench, boundMs));
  const peak = Math.max(...findings.map(({ memoryMegabytes = 0 }) => memoryMegabytes));
  return [
    ...findings.toSorted((one, other) => other.value - one.value),
    { what: `${createsOfBound} creates`, unit: "ms", value: boundMs },
    { what: "memory when idle", unit: "MB", value: idle, target: idleTarget },
    { what: "the most memory under the catalog", unit: "MB", value: peak, target: peakTarget },
  ];
}

/** `STALLS=labels,junk` measures those alone whose names have one of these. */
function chosenItems(): Item[] {
  const wanted = process.env.STALLS?.split(",");
  return catalog.filter(
    ({ name, isNeeded }) => !wanted || isNeeded || wanted.some((each) => name.includes(each)),
  );
}

async function measureItem(world: World, item: Item, boundMs: number): Promise<Finding> {
  const before = await world.measured();
  // What is measured must happen; what comes after it can be measured all the same.
  await item.run(world).catch((error) => console.error(`${item.name} failed:`, error));
  await Bun.sleep(settledMs);
  return toFinding(item.name, before, await world.measured(), boundMs);
}

/** From where it listens on. */
async function measureUpgrade(bench: Bench, boundMs: number): Promise<Finding> {
  bench.say("stalls: an upgrade");
  const folder = bench.folder("upgrade");
  mkdirSync(join(folder, "data"));
  Bun.spawnSync(["tar", "--zstd", "-xf", oldFolder, "-C", join(folder, "data")]);
  await using world = await startTicking(join(folder, "data"));
  const before = await world.measured();
  await Bun.sleep(idleMs);
  return toFinding("an upgraded folder, once it listens", before, await world.measured(), boundMs);
}

function toFinding(name: string, before: Measured, after: Measured, boundMs: number): Finding {
  const { gap, stretches, peakMegabytes } = after;
  const risen = [...stretches]
    .filter(([operation, ms]) => ms > (before.stretches.get(operation) ?? 0))
    .toSorted(([, one], [, other]) => other - one);
  const [dearest] = risen;
  const said = dearest ? ` (${dearest[0]} ${dearest[1].toFixed(1)})` : "";
  return {
    what: name + said,
    unit: "ms",
    value: gap.cpuMs,
    floor: boundMs,
    ratio: gap.cpuMs / boundMs,
    target: boundTarget,
    stallMs: gap.heldMs,
    memoryMegabytes: peakMegabytes,
  };
}

/** Processor time of the main thread for one shipment, with what follows from it. */
async function costOfCreate({ account, measured, server }: World): Promise<number> {
  const headers = { "X-API-Key": account.keys.live };
  const create = send(requestBytes("POST", shipmentsPath, headers, shipmentBody()), 201);
  await load(server.url, createsCount, create);
  await measured();
  await load(server.url, createsCount, create);
  return (await measured()).gap.wholeMs / createsCount;
}
