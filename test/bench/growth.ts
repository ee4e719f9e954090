import { join } from "node:path";
import { openReader } from "../../src/infra/db/connection.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { connect, requestBytes } from "./connection.ts";
import { ask, load, median, percentile } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario } from "./scenario.ts";
import {
  makeKeys,
  processorMicros,
  residentMegabytes,
  type Served,
  startReceiver,
  startWaybill,
  subscribe,
} from "./server.ts";

/** Whole deliveries of an own fleet, and what they and the positions of its drivers leave on the disk. */

const driversCount = 64;
const positionsPerBatch = 20;
/** Eight hours on duty, a position every five seconds: as often as the driver page sends. */
const positionsPerDay = (8 * 3_600) / 5;
const bytesPerKilobyte = 1_000;
const pendingPollMs = 100;
const reportsPath = "/api/v1/driver/reports";
/** What a rider taps on the way, each when it happens. */
const taps = [
  { type: "progress", substatus: "en_route_to_pickup" },
  { type: "progress", substatus: "at_pickup" },
  { type: "progress", substatus: "picked_up" },
  { type: "progress", substatus: "en_route_to_delivery" },
  { type: "progress", substatus: "at_delivery" },
  { type: "delivered", proof: { recipient_name: "Ada" } },
];
/** Kept for 30 days, by the beginnings of their names. Everything else of a delivery is kept until it is redacted. */
const passing = { webhooks: /^webhook_/, positions: /^(driver_)?positions$/ };

export const growthScenarios: Scenario[] = [
  {
    name: "growth",
    help: "whole deliveries of an own fleet, and what they and a driver's day of positions leave on the disk",
    run: measureGrowth,
  },
];

/** A fleet of one environment. */
interface Fleet {
  key: string;
  drivers: { id: string; token: string }[];
}

/** Bytes by table, indexes counted with theirs. */
type Sizes = ReadonlyMap<string, number>;

async function measureGrowth(bench: Bench): Promise<Finding[]> {
  const dataDir = bench.folder("growth");
  await using receiver = await startReceiver();
  await using server = await startWaybill(dataDir, "--webhook-allow-cidrs", "127.0.0.0/8");
  const keys = await makeKeys(server);
  const count = bench.count(2_000);
  const live = await measureSpeed(bench, server, await openFleet(server, keys.live), count);
  await subscribe(server, keys.sandbox, `${receiver.url}/`, ["*"]);
  const fleet = await openFleet(server, keys.sandbox);
  const read = () => readSizes(join(dataDir, "sandbox.db"));
  const empty = read();
  await deliver(server, fleet, count);
  bench.say("growth: until the webhooks are sent");
  while (countPending(join(dataDir, "sandbox.db")) > 0) await Bun.sleep(pendingPollMs);
  const delivered = read();
  bench.say("growth: positions of a driver's day");
  await sendPositions(server, fleet);
  const moved = read();
  const kilobytesEach = (bytes: number) => bytes / count / bytesPerKilobyte;
  const webhooks = grown(empty, delivered, (name) => passing.webhooks.test(name));
  const kept = grown(empty, delivered, (name) => !Object.values(passing).some((names) => names.test(name)));
  return [
    live,
    {
      what: "a delivery with its events on the disk, until it is redacted",
      unit: "kB",
      value: kilobytesEach(kept),
    },
    {
      what: "its webhooks at one endpoint of all events, 30 days",
      unit: "kB",
      value: kilobytesEach(webhooks),
    },
    {
      what: "eight hours of a driver's positions, every 5 s with one job, 30 days",
      unit: "kB",
      value: grown(delivered, moved, (name) => passing.positions.test(name)) / bytesPerKilobyte,
    },
  ];
}

/** In live, where each step is on the disk before it is answered. */
async function measureSpeed(bench: Bench, server: Served, fleet: Fleet, count: number): Promise<Finding> {
  const perSecond: number[] = [];
  const times: number[] = [];
  let stallMs = 0;
  let costMicros = 0;
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.say(`whole deliveries of a fleet: round ${round} of ${bench.rounds}`);
    const before = processorMicros(server);
    const measured = await deliver(server, fleet, count);
    // The first round only warms everything up.
    if (round === 0) continue;
    perSecond.push(count / measured.seconds);
    times.push(...measured.timesMs);
    stallMs = Math.max(stallMs, measured.stallMs);
    costMicros += processorMicros(server) - before;
  }
  return {
    what: `whole live deliveries of an own fleet, ${taps.length + 1} requests each`,
    unit: "per second",
    value: median(perSecond),
    p50Ms: median(times),
    p99Ms: percentile(times, 0.99),
    stallMs,
    memoryMegabytes: residentMegabytes(server),
    costMicros: costMicros / count / bench.rounds,
  };
}

/** Each is created for a driver, and goes by the taps of the phone to its delivery. */
function deliver(server: Served, fleet: Fleet, count: number) {
  return load(server.url, count, async (connection, index) => {
    const driver = driverOf(fleet, index);
    const body = shipmentBody({ accept: { driver_id: driver.id } });
    const create = requestBytes("POST", shipmentsPath, { "X-API-Key": fleet.key }, body);
    const { assignment } = JSON.parse((await ask(connection, create, 201)).body);
    for (const [tap, report] of taps.entries()) {
      const at = new Date().toISOString();
      const reports = [{ id: `${assignment.id}-${tap}`, assignment_id: assignment.id, at, ...report }];
      const headers = { Authorization: `Bearer ${driver.token}` };
      const answer = await ask(
        connection,
        requestBytes("POST", reportsPath, headers, { sent_at: at, reports }),
        200,
      );
      requireApplied(answer.body);
    }
  });
}

/** A driver who is on the way with a job is in as many places as a day has. */
async function sendPositions(server: Served, fleet: Fleet): Promise<void> {
  const driver = driverOf(fleet, 0);
  const connection = await connect(server.url);
  const body = shipmentBody({ accept: { driver_id: driver.id } });
  await ask(connection, requestBytes("POST", shipmentsPath, { "X-API-Key": fleet.key }, body), 201);
  const headers = { Authorization: `Bearer ${driver.token}` };
  for (let sent = 0; sent < positionsPerDay; sent += positionsPerBatch) {
    const at = new Date().toISOString();
    const reports = Array.from({ length: positionsPerBatch }, (_, index) => ({
      id: `position-${sent + index}`,
      at,
      type: "position",
      latitude: 52.52 + (sent + index) * 1e-7,
      longitude: 13.4,
      accuracy_meters: 8,
      heading_degrees: 180,
      speed_mps: 5,
    }));
    requireApplied(
      (await ask(connection, requestBytes("POST", reportsPath, headers, { sent_at: at, reports }), 200)).body,
    );
  }
  connection.close();
}

function requireApplied(body: string): void {
  const { results } = JSON.parse(body) as { results: { result: string }[] };
  const refused = results.find(({ result }) => result !== "applied");
  if (refused) throw new Error(`a report was not applied: ${JSON.stringify(refused)}`);
}

function driverOf({ drivers }: Fleet, index: number): Fleet["drivers"][number] {
  const driver = drivers[index % drivers.length];
  if (driver === undefined) throw new Error("the fleet has no driver");
  return driver;
}

async function openFleet({ url }: Served, key: string): Promise<Fleet> {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = { "X-API-Key": key },
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
    return (await response.json()) as { id: string; secret: string };
  };
  const carrier = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
  const { id: carrier_id } = await call("POST", `${platform}/carriers`, carrier);
  await call("PUT", `${platform}/carriers/${carrier_id}/rate-card`, plainCard);
  const drivers: Fleet["drivers"] = [];
  for (let made = 0; made < driversCount; made += 1) {
    const driver = { carrier_id, name: `Driver ${made}`, vehicle: { type: "bicycle" } };
    const { id } = await call("POST", `${platform}/drivers`, driver);
    const { secret: token } = await call("POST", `${platform}/drivers/${id}/tokens`, {
      name: "Phone",
      kind: "driver",
    });
    await call("PUT", "/api/v1/driver/me/duty", { on_duty: true }, { Authorization: `Bearer ${token}` });
    drivers.push({ id, token });
  }
  return { key, drivers };
}

/** Webhooks that are still to be sent, of a database that a server has open. */
function countPending(path: string): number {
  const connection = openReader(path, undefined);
  const { pending } = connection
    .prepare("SELECT count(*) AS pending FROM webhook_deliveries WHERE status = 'pending'")
    .get() as { pending: number };
  connection.close();
  return pending;
}

/** Of a database that a server has open. */
function readSizes(path: string): Sizes {
  const connection = openReader(path, undefined);
  const rows = connection
    .prepare(
      `SELECT coalesce(tbl_name, pages.name) AS name, sum(pgsize) AS bytes
      FROM dbstat('main', 1) AS pages LEFT JOIN sqlite_schema ON sqlite_schema.name = pages.name GROUP BY 1`,
    )
    .all() as { name: string; bytes: number }[];
  connection.close();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

function grown(before: Sizes, after: Sizes, isMeant: (table: string) => boolean): number {
  const names = [...after.keys()].filter(isMeant);
  return names.reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0);
}
