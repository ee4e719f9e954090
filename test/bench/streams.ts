import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { median, percentile } from "./load.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, processorMicros, residentMegabytes, type Served, startWaybill } from "./server.ts";

/** Open streams: what 2 000 recipients who look at their deliveries cost, and how soon they see a driver move. */

const memoryTarget: Target = { atMost: 250 };
const driversCount = 100;
const streamsPerShipment = 20;
const seconds = 10;
/** A position that has not arrived by then is lost. */
const arrivalMs = 900;
/** For the garbage collector. */
const settledMs = 5_000;
/** From one address to the other, away from both: a recipient sees no driver at a doorstep. */
const start = { latitude: 52.522, longitude: 13.404 };
const stepDegrees = 0.0001;

export const streamScenarios: Scenario[] = [
  {
    name: "streams",
    help: `${driversCount * streamsPerShipment} open tracking streams, and ${driversCount} drivers who move once a second`,
    run: measureStreams,
  },
];

interface Job {
  carrierId: string;
  assignmentId: string;
  trackingPath: string;
}

/** The members of answers that are read here. */
interface Created {
  id: string;
  tracking_url: string;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Created>;

async function measureStreams(bench: Bench): Promise<Finding[]> {
  await using server = await startWaybill(bench.folder("streams"));
  const { live: key } = await makeKeys(server);
  const call = callerOf(server, key);
  bench.say("streams: jobs of a fleet");
  const jobs = await createJobs(call, bench.count(driversCount));
  await report(call, jobs, () => ({ type: "progress", substatus: "en_route_to_delivery" }));
  const paths = jobs.flatMap(({ trackingPath }) => Array<string>(streamsPerShipment).fill(trackingPath));
  const before = residentMegabytes(server);
  const tracking = await openStreams(server, paths, {});
  const live = await openStreams(server, [`${platform}/stream`], { "X-API-Key": key });
  await Bun.sleep(settledMs);
  const open = residentMegabytes(server);
  const arrivals: Record<"tracking" | "live", number[]> = { tracking: [], live: [] };
  const usedBefore = processorMicros(server);
  for (let second = 1; second <= seconds; second += 1) {
    bench.say(`streams: second ${second} of ${seconds}`);
    const sentMs = performance.now();
    const seen = [tracking.positions(jobs.length * streamsPerShipment), live.positions(jobs.length)];
    await report(call, jobs, () => positionOf(second));
    const [byTracking = [], byLive = []] = await Promise.all(seen);
    arrivals.tracking.push(...byTracking.map((ms) => ms - sentMs));
    arrivals.live.push(...byLive.map((ms) => ms - sentMs));
    await Bun.sleep(Math.max(0, sentMs + 1_000 - performance.now()));
  }
  const usedMicros = processorMicros(server) - usedBefore;
  const moving = residentMegabytes(server);
  for (const streams of [tracking, live]) streams.close();
  const count = paths.length;
  return [
    { what: `memory without streams, ${jobs.length} jobs`, unit: "MB", value: before },
    { what: `memory with ${count} open tracking streams`, unit: "MB", value: open, target: memoryTarget },
    { what: "the same after the drivers moved", unit: "MB", value: moving, target: memoryTarget },
    {
      ...latencyOf(`a position in ${count} tracking streams`, arrivals.tracking),
      costMicros: usedMicros / arrivals.tracking.length,
    },
    latencyOf("the same in the account's one stream", arrivals.live),
  ];
}

function latencyOf(what: string, timesMs: readonly number[]): Finding {
  const p50Ms = median(timesMs);
  return { what, unit: "ms", value: p50Ms, p50Ms, p99Ms: percentile(timesMs, 0.99) };
}

function callerOf({ url }: Served, key: string): Call {
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  return async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`);
    return JSON.parse(text) as Created;
  };
}

async function createJobs(call: Call, count: number): Promise<Job[]> {
  const fleet = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
  const { id: carrierId } = await call("POST", `${platform}/carriers`, fleet);
  await call("PUT", `${platform}/carriers/${carrierId}/rate-card`, plainCard);
  const jobs: Job[] = [];
  for (let number = 0; number < count; number += 1) {
    const shipment = await call("POST", `${platform}/shipments`, shipmentBody());
    const path = `${platform}/shipments/${shipment.id}/assignments`;
    const { id } = await call("POST", path, { strategy: "cheapest" });
    const token = shipment.tracking_url.slice(shipment.tracking_url.lastIndexOf("/") + 1);
    jobs.push({ carrierId, assignmentId: id, trackingPath: `/api/v1/track/${token}/stream` });
  }
  return jobs;
}

/** One report of each job, in one request. */
async function report(
  call: Call,
  jobs: readonly Job[],
  reportOf: () => Record<string, unknown>,
): Promise<void> {
  const at = new Date().toISOString();
  const reports = jobs.map((job) => ({
    id: `${at}-${job.assignmentId}`,
    assignment_id: job.assignmentId,
    at,
    ...reportOf(),
  }));
  const [{ carrierId } = { carrierId: "" }] = jobs;
  await call("POST", `${platform}/carriers/${carrierId}/reports`, reports);
}

function positionOf(second: number): Record<string, unknown> {
  const { latitude, longitude } = start;
  return { type: "position", latitude: latitude - second * stepDegrees, longitude };
}

/** Streams over sockets: what measures shares the cores with what is measured, so it reads no more than it must. */
async function openStreams({ url }: Served, paths: readonly string[], headers: Record<string, string>) {
  const { hostname, port } = new URL(url);
  const mark = Buffer.from("event: position");
  const begun = Promise.withResolvers<void>();
  let opening = paths.length;
  let arrivals: number[] = [];
  let wanted: { count: number; resolve(times: number[]): void } | undefined;
  const sockets = await Promise.all(
    paths.map((path) =>
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open(socket) {
            const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers });
            const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
            socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
          },
          data(_socket, bytes) {
            if (opening > 0 && bytes.includes("HTTP/1.1 200")) opening -= 1;
            if (opening === 0) begun.resolve();
            for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
              arrivals.push(performance.now());
            }
            if (wanted && arrivals.length >= wanted.count) wanted.resolve(arrivals);
          },
        },
      }),
    ),
  );
  await begun.promise;
  return {
    /** When the next positions arrive; a position that a piece splits is not seen. */
    async positions(count: number): Promise<number[]> {
      arrivals = [];
      const { promise, resolve } = Promise.withResolvers<number[]>();
      wanted = { count, resolve };
      return Promise.race([promise, Bun.sleep(arrivalMs).then(() => arrivals)]);
    },
    close(): void {
      for (const socket of sockets) socket.end();
    },
  };
}
