import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { ask, load, median, percentile } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, processorMicros, type Served, startDriversFloor, startWaybill } from "./server.ts";
import { always, type Sending, sendSteadily } from "./steady.ts";

/**
 * A fleet on the road: each driver has a job and is somewhere else every two seconds. Phones send twenty positions at a
 * time, while people read where their shipments are. Beside it a bare server that only writes and reads the rows.
 */

const driversCount = 1_000;
const everySeconds = 2;
const batchSize = 20;
const batchesPerSecond = driversCount / everySeconds / batchSize;
const fullSeconds = 40;
const readsPerSecond = 200;
const speedMps = 5;
const streetMeters = 2_000;
const metersPerDegree = 111_320;
const batchesAtFullSpeed = 2_000;
const readTarget: Target = { atMost: 20 };
const reportsPath = "/api/v1/driver/reports";

export const driverScenarios: Scenario[] = [
  {
    name: "drivers",
    help: `positions of ${driversCount} drivers every ${everySeconds} s in batches of ${batchSize}, beside ${readsPerSecond} reads a second`,
    run: measureDrivers,
  },
];

/** Something that takes positions: how a phone sends, and what readers ask. */
interface Fleet {
  url: string;
  batch: Sending;
  read: Sending;
}

async function measureDrivers(bench: Bench): Promise<Finding[]> {
  await using waybill = await startWaybill(bench.folder("drivers"));
  await using bare = await startDriversFloor(bench.folder("drivers-floor"), driversCount);
  const fleets = { waybill: await setUp(bench, waybill), floor: bareFleet(bare) };
  const steady: Record<keyof typeof fleets, Steady[]> = { waybill: [], floor: [] };
  const fullSpeed: Record<keyof typeof fleets, number[]> = { waybill: [], floor: [] };
  const costMicros: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const who of ["waybill", "floor"] as const) {
      bench.say(`positions of ${driversCount} drivers, ${who}: round ${round} of ${bench.rounds}`);
      const batches = bench.count(batchesPerSecond * fullSeconds);
      const measured = await drive(fleets[who], batches);
      const before = processorMicros(waybill);
      const batchesAtOnce = bench.count(batchesAtFullSpeed);
      const perSecond = await driveAtFullSpeed(fleets[who], batchesAtOnce);
      const micros = (processorMicros(waybill) - before) / (batchesAtOnce * batchSize);
      // The first round only warms everything up.
      if (round === 0) continue;
      steady[who].push(measured);
      fullSpeed[who].push(perSecond);
      if (who === "waybill") costMicros.push(micros);
    }
  }
  const timesOf = (who: keyof typeof fleets, what: keyof Steady) => steady[who].flatMap((run) => run[what]);
  const [reads, batches] = [timesOf("waybill", "readsMs"), timesOf("waybill", "batchesMs")];
  return [
    {
      what: `reads while ${driversCount} drivers send every ${everySeconds} s, p99`,
      unit: "ms",
      value: percentile(reads, 0.99),
      target: readTarget,
      p50Ms: median(reads),
      p99Ms: percentile(reads, 0.99),
    },
    {
      what: "the same reads at the floor, p99",
      unit: "ms",
      value: percentile(timesOf("floor", "readsMs"), 0.99),
    },
    {
      what: `${batchSize} positions of a driver on the disk, p99`,
      unit: "ms",
      value: percentile(batches, 0.99),
      floor: percentile(timesOf("floor", "batchesMs"), 0.99),
      p50Ms: median(batches),
      p99Ms: percentile(batches, 0.99),
    },
    {
      what: "positions at full speed",
      unit: "per second",
      value: median(fullSpeed.waybill),
      floor: median(fullSpeed.floor),
      ratio: median(fullSpeed.waybill) / median(fullSpeed.floor),
      costMicros: median(costMicros),
    },
  ];
}

interface Steady {
  readsMs: number[];
  batchesMs: number[];
}

async function drive({ url, batch, read }: Fleet, batches: number): Promise<Steady> {
  const [sent, answered] = await Promise.all([
    sendSteadily(url, batch, batchesPerSecond, batches),
    sendSteadily(url, read, readsPerSecond, (batches / batchesPerSecond) * readsPerSecond),
  ]);
  const timesOf = (list: typeof sent) => list.map(({ timeMs }) => timeMs);
  return { batchesMs: timesOf(sent), readsMs: timesOf(answered) };
}

/** @returns positions per second */
async function driveAtFullSpeed({ url, batch }: Fleet, batches: number): Promise<number> {
  const { seconds } = await load(url, batches, (connection, index) =>
    ask(connection, batch.requestOf(index), batch.status),
  );
  return (batches * batchSize) / seconds;
}

/** Sends batches of all drivers in turn, each with the time since the driver's last one. */
function batchesOf(path: string, headersOf: (driver: number) => Record<string, string>): Sending {
  const lastAt = new Map<number, number>();
  let sent = 0;
  return {
    status: 200,
    requestOf() {
      const driver = sent % driversCount;
      sent += 1;
      const now = Date.now();
      const from = lastAt.get(driver) ?? now - batchSize * everySeconds * 1000;
      lastAt.set(driver, now);
      const reports = Array.from({ length: batchSize }, (_, index) => {
        const at = from + ((now - from) * (index + 1)) / batchSize;
        return {
          id: `p-${sent}-${index}`,
          at: new Date(at).toISOString(),
          type: "position",
          latitude: latitudeAt(at),
          longitude: 13.4,
          accuracy_meters: 8,
          heading_degrees: 180,
          speed_mps: speedMps,
        };
      });
      return requestBytes("POST", path, headersOf(driver), { sent_at: new Date(now).toISOString(), reports });
    },
  };
}

/** Up and down a street of two kilometers. */
function latitudeAt(at: number): number {
  const meters = ((at / 1000) * speedMps) % (2 * streetMeters);
  return 52.52 - Math.abs(meters - streetMeters) / metersPerDegree;
}

/** The floor knows its drivers by their numbers. */
function bareFleet({ url }: Served): Fleet {
  return {
    url,
    batch: batchesOf("/", (driver) => ({ "X-Driver": `drv_${driver}` })),
    read: always(requestBytes("GET", "/drv_1", {}), 200),
  };
}

interface Made {
  id: string;
  secret: string;
}

/** A fleet with its drivers on duty, each with one job. */
async function setUp(bench: Bench, { url }: Served): Promise<Fleet> {
  const { live: key } = await makeKeys({ url } as Served);
  const call = async <T = Made>(
    method: string,
    path: string,
    body: unknown,
    headers = { "X-API-Key": key },
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const carrier = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
  const { id: carrierId } = await call("POST", `${platform}/carriers`, carrier);
  await call("PUT", `${platform}/carriers/${carrierId}/rate-card`, plainCard);
  const tokens: string[] = [];
  const shipments: string[] = [];
  const vehicle = { type: "bicycle" };
  for (let made = 0; made < driversCount; made += 1) {
    if (made % 50 === 0) bench.say(`drivers with a job: ${made} of ${driversCount}`);
    const driver = { carrier_id: carrierId, name: `Driver ${made}`, vehicle };
    const { id: driverId } = await call("POST", `${platform}/drivers`, driver);
    const named = { name: "Phone", kind: "driver" };
    const { secret } = await call("POST", `${platform}/drivers/${driverId}/tokens`, named);
    await call("PUT", "/api/v1/driver/me/duty", { on_duty: true }, bearer(secret) as never);
    const { id: shipmentId } = await call("POST", shipmentsPath, shipmentBody());
    const accept = { strategy: "cheapest" };
    const { id } = await call("POST", `${shipmentsPath}/${shipmentId}/assignments`, accept);
    await call("POST", `${platform}/assignments/${id}/driver`, { driver_id: driverId });
    tokens.push(secret);
    shipments.push(shipmentId);
  }
  let read = 0;
  return {
    url,
    batch: batchesOf(reportsPath, (driver) => bearer(tokens[driver] ?? "")),
    read: {
      status: 200,
      requestOf() {
        read += 1;
        return requestBytes("GET", `${platform}/tracking/${shipments[read % driversCount]}`, {
          "X-API-Key": key,
        });
      },
    },
  };
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
