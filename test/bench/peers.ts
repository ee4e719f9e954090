import { shipmentBody } from "../support/fixtures.ts";
import { fillBacklog } from "./backlog.ts";
import { connect, requestBytes } from "./connection.ts";
import { received, sendFilled } from "./deliveries.ts";
import { ask, load, median } from "./load.ts";
import { send, shipmentsPath } from "./pair.ts";
import { pocketBaseHelp, pocketBaseVariable, recordsPath, startPocketBase } from "./pocketbase.ts";
import { untilQuoted } from "./requests.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, type Served, startFloor, startReceiver, startWaybill, subscribe } from "./server.ts";
import { startSvix, svixDatabaseVariable, svixHelp, svixVariable } from "./svix.ts";

/**
 * `bun run bench --peers`: Waybill beside other programs, in turn in one run. Each is sent the same bodies over 64
 * connections by the same process, whose cost for each request stands below the table.
 */

/** What is asked of each, and what Waybill must reach beside PocketBase. */
const operations = {
  create: { count: 5_000, status: 201, target: { atLeast: 1.6 } },
  read: { count: 20_000, status: 200, target: { atLeast: 2.5 } },
  list: { count: 4_000, status: 200, target: { atLeast: 1.3 } },
} as const satisfies Record<string, { count: number; status: number; target: Target }>;
type OperationName = keyof typeof operations;
const svixTarget: Target = { atLeast: 2 };
const listed = 20;
const deliveriesCount = 10_000;
const payloadBytes = 900;
const quietMs = 1_500;
const allowLoopback = ["--webhook-allow-cidrs", "127.0.0.0/8"];

/** A program that is measured. */
interface Peer {
  name: string;
  url: string;
  requests: Record<OperationName, Buffer>;
  /** Waits for what is still to be done when all is answered; it counts as its time. */
  settle?(): Promise<void>;
}

export const peerScenarios: Scenario[] = [
  { name: "peers", help: "create, read and list beside PocketBase and the floor", run: measureRequests },
  { name: "peers-webhooks", help: "webhooks to one endpoint beside svix-server", run: measureWebhooks },
];

/** What is missing to measure each peer, and how to have it. */
export function missingPeers(): string[] {
  const {
    [pocketBaseVariable]: pocketBase,
    [svixVariable]: svix,
    [svixDatabaseVariable]: database,
  } = process.env;
  return [
    ...(pocketBase === undefined ? [pocketBaseHelp] : []),
    ...(svix === undefined || database === undefined ? [svixHelp] : []),
  ];
}

async function measureRequests(bench: Bench): Promise<Finding[]> {
  await using started = new AsyncDisposableStack();
  const waybill = started.use(await startWaybill(bench.folder("peers")));
  const floor = started.use(await startFloor(bench.folder("peers-floor")));
  const keys = await makeKeys(waybill);
  const ownHeaders = { "X-API-Key": keys.live };
  const peers = [
    await asPeer("Waybill", waybill, shipmentsPath, ownHeaders, (id) => untilQuoted({ waybill, keys }, id)),
    await asPeer("floor", floor, shipmentsPath, ownHeaders),
  ];
  const executable = process.env[pocketBaseVariable];
  if (executable !== undefined) {
    const pocketBase = started.use(await startPocketBase(executable, bench.folder("pocketbase")));
    const headers = { Authorization: pocketBase.token };
    peers.push(await asPeer("PocketBase", pocketBase, recordsPath, headers));
  }
  const findings: Finding[] = [];
  for (const name of ["create", "read", "list"] as const)
    findings.push(...(await compare(bench, name, peers)));
  return findings;
}

/** Makes what is read and listed. */
async function asPeer(
  name: string,
  { url }: Served,
  path: string,
  headers: Record<string, string>,
  untilDone?: (id: string) => Promise<void>,
): Promise<Peer> {
  const created = { status: "created", tracking_number: "WB00000000000" };
  const body = { ...shipmentBody(), ...(name === "PocketBase" ? created : {}) };
  const create = requestBytes("POST", path, headers, body);
  const make = async () => {
    const connection = await connect(url);
    const { status, body: text } = await connection.send(create);
    connection.close();
    if (status >= 300) throw new Error(`${name} answered ${status}: ${text}`);
    return JSON.parse(text) as { id: string };
  };
  let { id } = await make();
  for (let made = 1; made < listed; made += 1) ({ id } = await make());
  const page = name === "PocketBase" ? `?perPage=${listed}&skipTotal=1&sort=-id` : "";
  return {
    name,
    url,
    requests: {
      create,
      read: requestBytes("GET", `${path}/${id}`, headers),
      list: requestBytes("GET", `${path}${page}`, headers),
    },
    ...(untilDone && { settle: async () => untilDone((await make()).id) }),
  };
}

/** Measures all in turn, each round beginning with another one; the first round only warms them up. */
async function compare(bench: Bench, name: OperationName, peers: readonly Peer[]): Promise<Finding[]> {
  const { count: full, target } = operations[name];
  const count = bench.count(full);
  const rates = new Map(peers.map((peer) => [peer.name, [] as number[]]));
  const costs: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const turn = [...peers.slice(round % peers.length), ...peers.slice(0, round % peers.length)];
    for (const { name: who, url, requests, settle } of turn) {
      bench.say(`${name}: ${who}, round ${round} of ${bench.rounds}`);
      await Bun.sleep(quietMs);
      const at = performance.now();
      const status = who === "PocketBase" ? 200 : operations[name].status;
      const { ownCostMicros } = await load(url, count, send(requests[name], status));
      if (name === "create") await settle?.();
      if (round === 0) continue;
      rates.get(who)?.push(count / ((performance.now() - at) / 1000));
      costs.push(ownCostMicros);
    }
  }
  const rate = (who: string) => median(rates.get(who) ?? []);
  const [value, floor] = [rate("Waybill"), rate("floor")];
  const own: Finding = {
    what: `${name}: Waybill`,
    unit: "per second",
    value,
    floor,
    ratio: value / floor,
    loadMicros: median(costs),
  };
  if (!rates.has("PocketBase")) return [own];
  const other = rate("PocketBase");
  return [
    own,
    { what: `${name}: PocketBase`, unit: "per second", value: other, floor, ratio: other / floor },
    { what: `${name}: Waybill ÷ PocketBase`, unit: "times", value: value / other, target },
  ];
}

async function measureWebhooks(bench: Bench): Promise<Finding[]> {
  const { [svixVariable]: executable, [svixDatabaseVariable]: database } = process.env;
  if (executable === undefined || database === undefined) return [];
  await using receiver = await startReceiver();
  const dataDir = bench.folder("peers-webhooks");
  {
    await using server = await startWaybill(dataDir, ...allowLoopback);
    await subscribe(server, (await makeKeys(server)).sandbox, `${receiver.url}/hook`, ["shipment.created"]);
  }
  const count = bench.count(deliveriesCount);
  const hook = `${receiver.url}/svix`;
  await using svix = await startSvix(executable, database, hook, { filling: "x".repeat(payloadBytes) });
  const rates: Record<"waybill" | "svix", number[]> = { waybill: [], svix: [] };
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.say(`webhooks: round ${round} of ${bench.rounds}`);
    await fillBacklog(dataDir, count);
    rates.waybill.push(count / (await sendFilled(dataDir, receiver, count)).seconds);
    await fetch(receiver.url, { method: "DELETE" });
    const at = performance.now();
    await load(svix.url, count, (connection) => ask(connection, svix.event, 202));
    await received(receiver, count);
    rates.svix.push(count / ((performance.now() - at) / 1000));
  }
  const [own, other] = [median(rates.waybill), median(rates.svix)];
  return [
    { what: "webhooks to one endpoint: Waybill", unit: "per second", value: own },
    { what: "webhooks to one endpoint: svix-server, queuing included", unit: "per second", value: other },
    { what: "webhooks: Waybill ÷ svix-server", unit: "times", value: own / other, target: svixTarget },
  ];
}
