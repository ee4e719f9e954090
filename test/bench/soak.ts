/**
 * `bun run soak`: deliveries to receivers good and bad, for as long as one wants. Fails where memory goes on growing
 * after the warm-up.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { shipmentBody } from "../support/fixtures.ts";
import { requestBytes } from "./connection.ts";
import { ask, load, median } from "./load.ts";
import { shipmentsPath } from "./pair.ts";
import {
  buildExecutable,
  makeKeys,
  residentMegabytes,
  startReceiver,
  startWaybill,
  subscribe,
} from "./server.ts";

/** The first part of the time is for what is loaded and compiled on the way. */
const warmUpShare = 0.3;
const growthMax = 0.1;
const perTurn = 25;
const turnMs = 1_000;
const connections = 8;
const settings = ["--webhook-allow-cidrs", "127.0.0.0/8", "--webhook-schedule", "0,1,2,5"];
const bad = ["hang", "fail", "redirect", "close", "pour", "bomb"];

const program = new Command("soak")
  .description("Sends webhooks for a while and watches the memory.")
  .option("--minutes <number>", "For how long.", "10")
  .parse();
const minutes = Number(program.opts<{ minutes: string }>().minutes);
if (!(minutes > 0)) program.error("--minutes must be more than 0");

const folder = mkdtempSync(join(tmpdir(), "waybill-soak-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await buildExecutable((text) => console.log(text));
const growth = await soak();
const percent = `${(100 + growth * 100).toFixed(1)} %`;
console.log(
  `Of the time after the warm-up, the second half has ${percent} of the memory of the first (medians).`,
);
process.exit(growth > growthMax ? 1 : 0);

/** @returns by how much the second half after the warm-up has more than the first */
async function soak(): Promise<number> {
  await using receiver = await startReceiver();
  await using server = await startWaybill(folder, ...settings);
  const { sandbox: key } = await makeKeys(server);
  const events = ["shipment.created", "shipment.quoted"];
  for (let endpoint = 0; endpoint < 8; endpoint += 1) {
    await subscribe(server, key, `${receiver.url}/good/${endpoint}`, events);
  }
  for (const kind of bad) await subscribe(server, key, `${receiver.url}/${kind}`, events);
  const create = requestBytes("POST", shipmentsPath, { "X-API-Key": key }, shipmentBody());
  const startedMs = performance.now();
  const endsMs = startedMs + minutes * 60_000;
  const samples: { at: number; megabytes: number }[] = [];
  while (performance.now() < endsMs) {
    const turnStartedMs = performance.now();
    await load(server.url, perTurn, (connection) => ask(connection, create, 201), connections);
    await Bun.sleep(Math.max(0, turnMs - (performance.now() - turnStartedMs)));
    samples.push({ at: performance.now(), megabytes: residentMegabytes(server) });
    if (samples.length % 10 === 0) await tell(receiver.url, startedMs, samples.at(-1)?.megabytes ?? 0);
  }
  const settled = samples.filter(({ at }) => at > startedMs + (endsMs - startedMs) * warmUpShare);
  const middle = Math.floor(settled.length / 2);
  const usual = (some: typeof samples) => median(some.map(({ megabytes }) => megabytes));
  return usual(settled.slice(middle)) / usual(settled.slice(0, middle)) - 1;
}

async function tell(receiverUrl: string, startedMs: number, megabytes: number): Promise<void> {
  const { received } = (await (await fetch(receiverUrl)).json()) as { received: number };
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(
    `${String(seconds).padStart(5)} s  ${megabytes.toFixed(0).padStart(5)} MB  ${received} received`,
  );
}
