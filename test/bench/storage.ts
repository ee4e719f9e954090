import { sql } from "drizzle-orm";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { silentLog } from "../infra/db/support.ts";
import { shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { ask, load, median, percentile } from "./load.ts";
import { send, shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, type Served, startOverSlowDisk, startWaybill } from "./server.ts";

/** What a slow disk and a large file do to reading. */

const slowReadTarget: Target = { atMost: 10 };
const pageTarget: Target = { atMost: 1.5 };
const callersOfEachKind = 32;
const fewShipments = 1_000;
const shipmentsPerWrite = 10_000;

export const storageScenarios: Scenario[] = [
  {
    name: "slow-disk",
    help: "reading while 32 callers write and every sync takes 50 ms; from the sources, with a slowed sync",
    run: measureSlowDisk,
  },
  {
    name: "page",
    help: "page 1 of the list with 1 000 000 shipments in the file, and with 1 000; needs 2 GB of disk",
    run: measurePage,
  },
];

async function measureSlowDisk(bench: Bench): Promise<Finding[]> {
  await using server = await startOverSlowDisk(bench.folder("slow-disk"));
  const { live: key } = await makeKeys(server);
  const headers = { "X-API-Key": key };
  const create = send(requestBytes("POST", shipmentsPath, headers, shipmentBody()), 201);
  const made = await fetch(server.url + shipmentsPath, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(shipmentBody()),
  });
  const { id } = (await made.json()) as { id: string };
  const read = send(requestBytes("GET", `${shipmentsPath}/${id}`, headers));
  await load(server.url, bench.count(5_000), read);
  bench.say("reading beside writing, every sync 50 ms");
  const [reads, writes] = await Promise.all([
    load(server.url, bench.count(40_000), read, callersOfEachKind),
    load(server.url, bench.count(3_000), create, callersOfEachKind),
  ]);
  bench.draw("slow-disk", {
    title: "Every sync takes 50 ms",
    xLabel: "seconds",
    yLabel: "per second",
    lines: [
      { name: "reads", points: reads.curve },
      { name: "creations", points: writes.curve },
    ],
  });
  return [
    {
      what: "p99 of reads, every sync 50 ms",
      unit: "ms",
      value: percentile(reads.timesMs, 0.99),
      target: slowReadTarget,
      p50Ms: median(reads.timesMs),
      stallMs: reads.stallMs,
    },
    {
      what: "creations beside them",
      unit: "per second",
      value: writes.timesMs.length / writes.seconds,
      p50Ms: median(writes.timesMs),
      p99Ms: percentile(writes.timesMs, 0.99),
    },
  ];
}

async function measurePage(bench: Bench): Promise<Finding[]> {
  const counts = [fewShipments, bench.count(1_000_000)];
  const times: number[][] = [[], []];
  await using servers = new AsyncDisposableStack();
  const folders: { server: Served; key: string }[] = [];
  for (const count of counts) {
    const dataDir = bench.folder(`page-${count}`);
    const key = await createOne(dataDir);
    await multiply(bench, dataDir, count);
    folders.push({ server: servers.use(await startWaybill(dataDir)), key });
  }
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.say(`page 1 of the list: round ${round} of ${bench.rounds}`);
    for (const [index, { server, key }] of folders.entries()) {
      const list = requestBytes("GET", shipmentsPath, { "X-API-Key": key });
      const { timesMs } = await load(server.url, bench.count(2_000), send(list));
      if (round > 0) times[index]?.push(...timesMs);
    }
  }
  const [few = Number.NaN, many = Number.NaN] = times.map(median);
  const [, large = 0] = counts;
  return [
    {
      what: `page 1 with ${large} shipments ÷ with ${fewShipments}`,
      unit: "times",
      value: many / few,
      target: pageTarget,
      p50Ms: many,
      p99Ms: percentile(times[1] ?? [], 0.99),
    },
  ];
}

/** @returns the key of the account that has it */
async function createOne(dataDir: string): Promise<string> {
  await using server = await startWaybill(dataDir);
  const { live: key } = await makeKeys(server);
  const create = requestBytes("POST", shipmentsPath, { "X-API-Key": key }, shipmentBody());
  await load(server.url, 1, (connection) => ask(connection, create, 201));
  return key;
}

/** Makes copies of the one shipment in the folder, with ids, numbers and times of their own. */
async function multiply(bench: Bench, dataDir: string, count: number): Promise<void> {
  const stores = await openStores({ dataDir, log: silentLog });
  const live = stores.platform("live");
  for (let from = 1; from < count; from += shipmentsPerWrite) {
    bench.say(`writing shipment ${from} of ${count}`);
    const until = Math.min(from + shipmentsPerWrite, count);
    await live.write((tx) => void tx.run(copies(from, until)));
  }
  await stores.close();
}

const copies = (from: number, until: number) => sql`
  WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${until}),
    original AS (SELECT * FROM shipments ORDER BY rowid LIMIT 1)
  INSERT INTO shipments (
    id, account_id, status, substatus, reference, tracking_number, tracking_hash, search, pickup, delivery, parcels,
    if_undeliverable, metadata, simulation, distance_meters, assignment_id, carrier_id, pin, cancellation, failure,
    expires_at, version, event_count, created_at, updated_at)
  SELECT 'shp_' || printf('%026d', n), account_id, status, substatus, reference, 'WB' || printf('%011d', n),
    printf('%043d', n), search, pickup, delivery, parcels, if_undeliverable, metadata, simulation,
    distance_meters, assignment_id, carrier_id, pin, cancellation, failure, expires_at + n, version, event_count,
    created_at, updated_at
  FROM numbers, original`;
