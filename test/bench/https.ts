import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { certificate, certificateKey } from "../support/certificate.ts";
import { requestBytes } from "./connection.ts";
import { load, median, percentile } from "./load.ts";
import { createAndRead, send } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";
import { makeKeys, type Served, startSecureWaybill, startWaybill } from "./server.ts";
import { always, sendSteadily } from "./steady.ts";

/** HTTPS of Waybill's own beside plain HTTP: two processes with the same data, asked in turn. */

const readTarget: Target = { atLeast: 0.8 };
const healthTarget: Target = { atMost: 50 };
const silentCount = 200;
const healthPerSecond = 50;
/** Handshakes of one address are limited, so they come from several. */
const silentPerAddress = 50;
const quietMs = 1_500;
const ticksPerSecond = 100;

export const httpsScenarios: Scenario[] = [
  { name: "https", help: "reading over TLS beside plain HTTP, and /healthz beside silent handshakes", run },
];

async function run(bench: Bench): Promise<Finding[]> {
  const folder = bench.folder("https");
  const [plainData, secureData] = [join(folder, "plain"), join(folder, "secure")];
  const read = await prepare(plainData);
  cpSync(plainData, secureData, { recursive: true });
  const [cert, key] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  writeFileSync(cert, certificate);
  writeFileSync(key, certificateKey);
  await using plain = await startWaybill(plainData);
  await using secure = await startSecureWaybill(secureData, { cert, key });
  return [...(await compareReads(bench, { plain, secure }, read)), await measureHealth(bench, secure)];
}

/** An account with a shipment. @returns the request that reads it */
async function prepare(data: string): Promise<Buffer> {
  await using server = await startWaybill(data);
  const keys = await makeKeys(server);
  return createAndRead(server, keys.live);
}

type Both<T> = Record<"plain" | "secure", T>;

/** By time, and by what the process itself needs: the load shares the cores, and encrypts too. */
async function compareReads(bench: Bench, servers: Both<Served>, read: Buffer): Promise<Finding[]> {
  const count = bench.count(20_000);
  const rates: Both<number[]> = { plain: [], secure: [] };
  const costs: Both<number[]> = { plain: [], secure: [] };
  const times: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.say(`reads over TLS beside plain: round ${round} of ${bench.rounds}`);
    for (const who of round % 2 === 0 ? (["plain", "secure"] as const) : (["secure", "plain"] as const)) {
      await Bun.sleep(quietMs);
      const before = processorSeconds(servers[who]);
      const { seconds, timesMs } = await load(servers[who].url, count, send(read));
      if (round === 0) continue;
      rates[who].push(count / seconds);
      costs[who].push(((processorSeconds(servers[who]) - before) * 1_000_000) / count);
      if (who === "secure") times.push(...timesMs);
    }
  }
  const ratios = rates.secure.map((rate, round) => rate / (rates.plain[round] ?? Number.NaN));
  const costRatios = costs.plain.map((cost, round) => cost / (costs.secure[round] ?? Number.NaN));
  const finding = (what: string, of: number[], beside: number[], share: number): Finding => ({
    what,
    unit: "per second",
    value: median(of),
    floor: median(beside),
    ratio: share,
    target: readTarget,
  });
  const perSecond = (micros: number[]) => micros.map((each) => 1_000_000 / each);
  return [
    {
      ...finding("read over TLS beside plain", rates.secure, rates.plain, median(ratios)),
      p50Ms: median(times),
      p99Ms: percentile(times, 0.99),
    },
    { what: "the best round of it", unit: "times", value: Math.max(...ratios) },
    finding(
      "the same by the server's processor time",
      perSecond(costs.secure),
      perSecond(costs.plain),
      median(costRatios),
    ),
    { what: "the best round of it, by processor time", unit: "times", value: Math.max(...costRatios) },
  ];
}

async function measureHealth(bench: Bench, secure: Served): Promise<Finding> {
  const health = always(requestBytes("GET", "/healthz", {}), 200);
  const p99Of = async () => {
    const sent = await sendSteadily(secure.url, health, healthPerSecond, bench.count(500));
    return percentile(
      sent.map(({ timeMs }) => timeMs),
      0.99,
    );
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.say(`/healthz beside ${silentCount} silent handshakes: round ${round} of ${bench.rounds}`);
    alone.push(await p99Of());
    const silent = await openSilently(secure);
    beside.push(await p99Of());
    for (const socket of silent) socket.destroy();
  }
  const best = Math.min(...beside).toFixed(1);
  return {
    what: `/healthz beside ${silentCount} silent handshakes and without, p99 (best ${best})`,
    unit: "ms",
    value: median(beside),
    floor: median(alone),
    target: healthTarget,
  };
}

/** Connections that never say a word. */
function openSilently({ url }: Served): Promise<Socket[]> {
  const port = Number(new URL(url).port);
  return Promise.all(
    Array.from({ length: silentCount }, async (_, index) => {
      const localAddress = `127.0.1.${1 + Math.floor(index / silentPerAddress)}`;
      const socket = connectTcp({ host: "127.0.0.1", port, localAddress });
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("connect", resolve));
      return socket;
    }),
  );
}

/** Of the process and its threads, from proc(5). */
function processorSeconds({ pid }: Served): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
