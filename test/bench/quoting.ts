import { platform, shipmentBody } from "../support/fixtures.ts";
import { connect, requestBytes } from "./connection.ts";
import { ask, median, percentile } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, type Served, startCarriers, startQuotingFloor, startWaybill } from "./server.ts";
import { always, type Sent, sendSteadily } from "./steady.ts";

/** Live shipments at a steady rate, each offered to four carriers over HTTP; beside them, the same with one silent. */

const shipmentsPerSecond = 520;
const rateTarget: Target = { atLeast: 500 };
const slowdownTarget: Target = { atMost: 1.2 };
/** Past the deadline of the first rounds, where the circuit of the silent carrier opens. */
const fullSeconds = 14;
const pollMs = 50;
/** The offers of every so many shipments are looked at. */
const sampleEvery = 10;
const settings = ["--webhook-allow-cidrs", "127.0.0.0/8", "--secret-key", "ab".repeat(32)];

export const quotingScenarios: Scenario[] = [
  {
    name: "quoting",
    help: `${shipmentsPerSecond} live shipments a second to four carriers, and the same with one that never answers`,
    run: measureQuoting,
  },
];

interface Run {
  /** From the shipment's creation to the last offer of the three. */
  timesMs: number[];
  /** Shipments with their three offers. */
  perSecond: number;
}

async function measureQuoting(bench: Bench): Promise<Finding[]> {
  await using carriers = await startCarriers();
  const three = ["first", "second", "third"].map((name) => `${carriers.url}/${name}`);
  await using waybill = await startWaybill(bench.folder("quoting"), ...settings);
  await using floor = await startQuotingFloor(bench.folder("quoting-floor"), [
    ...three,
    `${carriers.url}/fourth`,
  ]);
  const count = bench.count(shipmentsPerSecond * fullSeconds);
  const runs: Record<"all" | "silent", Run[]> = { all: [], silent: [] };
  const floorTimesMs: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const fourth of round % 2 === 0 ? (["all", "silent"] as const) : (["silent", "all"] as const)) {
      bench.say(
        `quoting, ${fourth === "all" ? "all answer" : "one is silent"}: round ${round} of ${bench.rounds}`,
      );
      const urls = [...three, `${carriers.url}/${fourth === "all" ? "fourth" : "silent"}`];
      // A new account each time, whose circuits are closed.
      const { live: key } = await makeKeys(waybill, `${fourth}-${round}@example.com`);
      for (const [index, url] of urls.entries()) await setUpCarrier(waybill, key, index, url);
      const run = await quote(waybill, key, count);
      // The first round only warms everything up.
      if (round > 0) runs[fourth].push(run);
    }
    bench.say(`quoting, the floor: round ${round} of ${bench.rounds}`);
    const times = await quoteAtFloor(floor, count);
    if (round > 0) floorTimesMs.push(...times);
  }
  return findings(runs, floorTimesMs);
}

function findings({ all, silent }: Record<"all" | "silent", Run[]>, floorTimesMs: number[]): Finding[] {
  const timesOf = (list: readonly Run[]) => list.flatMap(({ timesMs }) => timesMs);
  const middle = (list: readonly Run[]) => median(list.map(({ timesMs }) => median(timesMs)));
  return [
    {
      what: `three carriers' offers at ${shipmentsPerSecond} shipments a second, p50`,
      unit: "ms",
      value: middle(all),
      floor: median(floorTimesMs),
      p50Ms: median(timesOf(all)),
      p99Ms: percentile(timesOf(all), 0.99),
    },
    {
      what: "the same beside a fourth carrier that never answers",
      unit: "times",
      value: middle(silent) / middle(all),
      target: slowdownTarget,
      p50Ms: median(timesOf(silent)),
      p99Ms: percentile(timesOf(silent), 0.99),
    },
    {
      what: "shipments with these three offers, beside the silent carrier",
      unit: "per second",
      value: median(silent.map(({ perSecond }) => perSecond)),
      target: rateTarget,
    },
  ];
}

async function setUpCarrier(server: Served, key: string, index: number, url: string): Promise<void> {
  const response = await fetch(`${server.url}${platform}/carriers`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({
      kind: "http",
      code: `carrier_${index}`,
      name: `Carrier ${index}`,
      settings: { base_url: url },
    }),
  });
  if (!response.ok) throw new Error(`a carrier was refused: ${await response.text()}`);
}

/** Creates the shipments and waits until each has its three offers. */
async function quote(server: Served, key: string, count: number): Promise<Run> {
  const create = requestBytes("POST", shipmentsPath, { "X-API-Key": key }, shipmentBody());
  const sent = await sendSteadily(server.url, always(create, 201), shipmentsPerSecond, count);
  const sample = sent.filter((_, index) => index % sampleEvery === 0 || index === sent.length - 1);
  const timesMs: number[] = [];
  let endedAt = 0;
  for (const shipment of sample) {
    const timeMs = await timeToOffers(server, key, shipment);
    if (timeMs === undefined) continue;
    timesMs.push(timeMs);
    endedAt = Math.max(endedAt, shipment.at + timeMs);
  }
  const quoted = (count * timesMs.length) / sample.length;
  return { timesMs, perSecond: (quoted * 1000) / (endedAt - (sent[0]?.at ?? 0)) };
}

interface Quotes {
  status: string;
  data: { carrier: { code: string }; created_at: string }[];
}

/** By the server's own clock, which both have; undefined where a carrier of the three made no offer in time. */
async function timeToOffers({ url }: Served, key: string, { body }: Sent): Promise<number | undefined> {
  const { id, created_at: createdAt } = JSON.parse(body) as { id: string; created_at: string };
  const connection = await connect(url);
  const read = requestBytes("GET", `${shipmentsPath}/${id}/quotes?wait_seconds=0`, { "X-API-Key": key });
  for (;;) {
    const { data, status } = JSON.parse((await ask(connection, read, 200)).body) as Quotes;
    const others = data.filter(({ carrier }) => carrier.code !== "carrier_3");
    if (others.length === 3 || status === "complete") {
      connection.close();
      const times = others.map((offer) => Date.parse(offer.created_at) - Date.parse(createdAt));
      return others.length === 3 ? Math.max(...times) : undefined;
    }
    await Bun.sleep(pollMs);
  }
}

async function quoteAtFloor({ url }: Served, count: number): Promise<number[]> {
  const create = requestBytes("POST", "/", {}, shipmentBody());
  await sendSteadily(url, always(create, 201), shipmentsPerSecond, count);
  const times: number[] = [];
  while (times.length < count) {
    times.push(...((await (await fetch(url)).json()) as number[]));
    await Bun.sleep(50);
  }
  return times;
}
