import type { Server } from "bun";
import { shipmentBody } from "../support/fixtures.ts";
import { type Connection, requestBytes } from "./connection.ts";
import { ask, load, median, percentile } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, residentMegabytes, startWaybill, subscribe } from "./server.ts";

/** What ends at webhooks: whole lives in the sandbox. */

const livesTarget: Target = { atLeast: 250 };
const mainEvents = ["created", "quoted", "assigned", "in_transit", "delivered"].map(
  (name) => `shipment.${name}`,
);
const allowLoopback = ["--webhook-allow-cidrs", "127.0.0.0/8"];

export const webhookScenarios: Scenario[] = [
  {
    name: "lives",
    help: "whole sandbox lives at instant speed, with an endpoint that gets each of the five states",
    run: measureLives,
  },
];

interface Event {
  type: string;
  data: { shipment: { id: string } };
}

async function measureLives(bench: Bench): Promise<Finding[]> {
  const count = bench.count(1_500);
  const told = new Map<string, number>();
  const ended = new Map<string, () => void>();
  await using receiver = receive(async (request) => {
    const { data } = (await request.json()) as Event;
    const { id } = data.shipment;
    const times = (told.get(id) ?? 0) + 1;
    told.set(id, times);
    if (times === mainEvents.length) ended.get(id)?.();
  });
  await using server = await startWaybill(bench.folder("lives"), ...allowLoopback);
  const { sandbox: key } = await makeKeys(server);
  await subscribe(server, key, `${receiver.url}hook`, mainEvents);
  const live = (connection: Connection) => liveOnce(connection, key, told, ended);
  await load(server.url, bench.count(200), live);
  const perSecond: number[] = [];
  const times: number[] = [];
  let stallMs = 0;
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.say(`whole sandbox lives: round ${round} of ${bench.rounds}`);
    const measured = await load(server.url, count, live);
    perSecond.push(count / measured.seconds);
    times.push(...measured.timesMs);
    stallMs = Math.max(stallMs, measured.stallMs);
    if (round === bench.rounds) {
      const lines = [{ name: "lives", points: measured.curve }];
      bench.draw("lives", { title: "Whole sandbox lives", xLabel: "seconds", yLabel: "per second", lines });
    }
  }
  return [
    {
      what: "whole sandbox lives, five webhooks each received",
      unit: "per second",
      value: median(perSecond),
      target: livesTarget,
      p50Ms: median(times),
      p99Ms: percentile(times, 0.99),
      stallMs,
      memoryMegabytes: residentMegabytes(server),
    },
  ];
}

/** Created, quoted, accepted and delivered, and all of it heard of. */
async function liveOnce(
  connection: Connection,
  key: string,
  told: Map<string, number>,
  ended: Map<string, () => void>,
): Promise<void> {
  const headers = { "X-API-Key": key };
  const body = shipmentBody({ simulation: { speed: "instant" } });
  const made = await ask(connection, requestBytes("POST", shipmentsPath, headers, body), 201);
  const { id } = JSON.parse(made.body);
  await ask(connection, requestBytes("GET", `${shipmentsPath}/${id}/quotes`, headers), 200);
  const strategy = { strategy: "cheapest" };
  await ask(connection, requestBytes("POST", `${shipmentsPath}/${id}/assignments`, headers, strategy), 201);
  await new Promise<void>((resolve) => {
    if (told.get(id) === mainEvents.length) resolve();
    else ended.set(id, resolve);
  });
  told.delete(id);
  ended.delete(id);
}

function receive(hear: (request: Request) => Promise<void>): Server<undefined> {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      await hear(request);
      return new Response("ok");
    },
  });
}
