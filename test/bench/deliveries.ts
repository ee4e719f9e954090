import { shipmentBody } from "../support/fixtures.ts";
import { fillBacklog } from "./backlog.ts";
import { connect, requestBytes } from "./connection.ts";
import { ask, median, percentile } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import {
  makeKeys,
  processorMicros,
  residentMegabytes,
  type Served,
  startReceiver,
  startWaybill,
  subscribe,
} from "./server.ts";
import { always, sendSteadily } from "./steady.ts";

/** What is sent to the endpoints of one receiver, a process of its own. */

const throughputTarget: Target = { atLeast: 3_000 };
const latencyTarget: Target = { atMost: 50 };
const backlogTarget: Target = { atMost: 1.3 };
const endpointsPerAccount = 32;
const accounts = ["first@example.com", "second@example.com"];
const allowLoopback = ["--webhook-allow-cidrs", "127.0.0.0/8"];
const eventsPerSecond = 200;
const smallBacklog = 1_000;
const hangingEndpoints = 50;
const pollMs = 20;
const arrivalsPollMs = 500;

export const deliveryScenarios: Scenario[] = [
  { name: "deliveries", help: "webhook deliveries of 1 KiB to 64 endpoints", run: measureThroughput },
  {
    name: "latency",
    help: "from asking for a change to the first byte of its webhook, at 200 a second; alone, and beside 50 endpoints that hang",
    run: measureLatency,
  },
  {
    name: "backlog",
    help: "the same with 1 000 000 deliveries due, and starting with them",
    run: measureBacklog,
  },
];

interface Report {
  received: number;
  firstAt: number;
  lastAt: number;
  costMicros: number;
}

interface Taken extends Report {
  seconds: number;
  memoryMegabytes: number;
  startMs: number;
  /** Processor time of Waybill after its start, in µs. */
  usedMicros: number;
}

async function measureThroughput(bench: Bench): Promise<Finding[]> {
  await using receiver = await startReceiver();
  const dataDir = bench.folder("deliveries");
  await makeEndpoints(dataDir, receiver);
  const count = bench.count(60_000);
  const runs: Taken[] = [];
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.say(`${count} deliveries to 64 endpoints: round ${round} of ${bench.rounds}`);
    await fillBacklog(dataDir, count);
    runs.push(await sendFilled(dataDir, receiver, count));
  }
  return [
    {
      what: "webhook deliveries of 1 KiB to 64 endpoints, each recorded",
      unit: "per second",
      value: median(runs.map(({ seconds }) => count / seconds)),
      target: throughputTarget,
      memoryMegabytes: Math.max(...runs.map(({ memoryMegabytes }) => memoryMegabytes)),
      costMicros: median(runs.map(({ usedMicros }) => usedMicros)) / count,
      loadMicros: median(runs.map(({ costMicros }) => costMicros)),
    },
  ];
}

/** Starts on the folder and stops once `count` deliveries were received. */
export async function sendFilled(dataDir: string, receiver: Served, count: number): Promise<Taken> {
  await fetch(receiver.url, { method: "DELETE" });
  const startedMs = performance.now();
  await using server = await startWaybill(dataDir, ...allowLoopback);
  const startMs = performance.now() - startedMs;
  const usedBefore = processorMicros(server);
  const report = await received(receiver, count);
  const seconds = (report.lastAt - report.firstAt) / 1000;
  return {
    ...report,
    seconds: (seconds * count) / report.received,
    startMs,
    memoryMegabytes: residentMegabytes(server),
    usedMicros: processorMicros(server) - usedBefore,
  };
}

export async function received(receiver: Served, count: number): Promise<Report> {
  for (;;) {
    const report = (await (await fetch(receiver.url)).json()) as Report;
    if (report.received >= count) return report;
    await Bun.sleep(pollMs);
  }
}

/** What was asked for in the sandbox is committed before it is answered: the time is more than from the commit. */
async function measureLatency(bench: Bench): Promise<Finding[]> {
  await using receiver = await startReceiver();
  await using server = await startWaybill(bench.folder("latency"), ...allowLoopback);
  const [first = "", second = ""] = await Promise.all(
    accounts.map(async (email) => (await makeKeys(server, email)).sandbox),
  );
  await subscribe(server, first, `${receiver.url}/timed`, ["shipment.created"]);
  const count = bench.count(6_000);
  bench.say("latency of webhooks");
  // What has not run yet is slow.
  await timesToArrive(server, receiver, first, count / 3);
  const alone = await timesToArrive(server, receiver, first, count);
  for (let endpoint = 0; endpoint < hangingEndpoints; endpoint += 1) {
    await subscribe(server, second, `${receiver.url}/${endpoint}/hang`, ["shipment.created"]);
  }
  const connection = await connect(server.url);
  for (let made = 0; made < 20; made += 1) {
    await ask(connection, requestBytes("POST", shipmentsPath, { "X-API-Key": second }, shipmentBody()), 201);
  }
  connection.close();
  bench.say("the same beside endpoints that hang");
  const beside = await timesToArrive(server, receiver, first, count);
  return [
    latencyFinding("from the request to its webhook's first byte, p95", alone),
    latencyFinding(`the same beside ${hangingEndpoints} endpoints that hang, p95`, beside),
  ];
}

export function latencyFinding(what: string, timesMs: readonly number[]): Finding {
  return {
    what,
    unit: "ms",
    value: percentile(timesMs, 0.95),
    target: latencyTarget,
    p50Ms: median(timesMs),
    p99Ms: percentile(timesMs, 0.99),
  };
}

/** @returns how long each of `count` webhooks took, in ms */
export async function timesToArrive(
  server: Served,
  receiver: Served,
  key: string,
  count: number,
): Promise<number[]> {
  await fetch(receiver.url, { method: "DELETE" });
  const create = requestBytes("POST", shipmentsPath, { "X-API-Key": key }, shipmentBody());
  const made = await sendSteadily(server.url, always(create, 201), eventsPerSecond, count);
  const arrivals = await allArrivals(receiver, count);
  return made.map(({ body, at }) => (arrivals.get(JSON.parse(body).id) ?? Number.NaN) - at);
}

/** By shipment; what arrives at other paths does not count. */
async function allArrivals(receiver: Served, count: number): Promise<Map<string, number>> {
  for (;;) {
    const response = await fetch(`${receiver.url}/arrivals`);
    const arrivals = (await response.json()) as [string, number][];
    if (arrivals.length >= count) return new Map(arrivals);
    await Bun.sleep(arrivalsPollMs);
  }
}

async function measureBacklog(bench: Bench): Promise<Finding[]> {
  await using receiver = await startReceiver();
  const dataDir = bench.folder("backlog");
  await makeEndpoints(dataDir, receiver);
  const small: Taken[] = [];
  for (let round = 1; round <= bench.rounds * 2; round += 1) {
    bench.say(`a backlog of ${smallBacklog}: round ${round}`);
    await fillBacklog(dataDir, smallBacklog);
    small.push(await sendFilled(dataDir, receiver, smallBacklog));
  }
  const large = bench.count(1_000_000);
  bench.say(`a backlog of ${large}`);
  await fillBacklog(dataDir, large);
  const many: Taken[] = [];
  for (let round = 1; round <= bench.rounds * 2; round += 1)
    many.push(await sendFilled(dataDir, receiver, smallBacklog));
  const micros = (runs: readonly Taken[]) =>
    median(runs.map(({ seconds }) => (seconds * 1e6) / smallBacklog));
  const start = (runs: readonly Taken[]) => median(runs.map(({ startMs }) => startMs));
  return [
    {
      what: `time for each delivery with ${large} due, beside 1 000`,
      unit: "times",
      value: micros(many) / micros(small),
      target: backlogTarget,
    },
    { what: `start with ${large} due`, unit: "ms", value: start(many), floor: start(small) },
  ];
}

/** 32 endpoints in each of two accounts, whose server has stopped. */
async function makeEndpoints(dataDir: string, receiver: Served): Promise<void> {
  await using server = await startWaybill(dataDir, ...allowLoopback);
  for (const email of accounts) {
    const { sandbox: key } = await makeKeys(server, email);
    for (let endpoint = 0; endpoint < endpointsPerAccount; endpoint += 1) {
      await subscribe(server, key, `${receiver.url}/${email}/${endpoint}`, ["shipment.created"]);
    }
  }
}
