/** `bun run test:standby [drills]`: loses a primary again and again, and measures what that costs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { buildExecutable } from "../bench/server.ts";
import { isMet, requirements } from "../support/requirements.ts";
import type { Access } from "./copying.ts";
import { runDrill } from "./drill.ts";
import { startSftpServer } from "./sftp-server.ts";

/** What the guide promises. */
const lostMsMax = 2_000;
const takeOverMsMax = 30_000;
const loadMs = 3_000;
const drills = Number(process.argv[2] ?? 10);

for (const name of ["litestream", "OpenSSH server"] as const) {
  if (isMet(name)) continue;
  console.error(`There is no ${name} here: ${requirements[name].remedy}.`);
  process.exit(2);
}
await buildExecutable(() => {});
const table = new Table({
  head: [
    "copies go to",
    "drills",
    "writes/s",
    "lost writes",
    "lost ms, median",
    "most",
    "take over ms",
    "most",
  ],
  style: { head: [], border: [], compact: true },
});
let isWithin = true;
for (const kind of ["a folder", "SFTP"] as const) {
  const outcomes = [];
  for (let drill = 0; drill < drills; drill += 1) outcomes.push(await measure(kind));
  const lost = outcomes.map(({ lostMs }) => lostMs);
  const takeOver = outcomes.map(({ takeOverMs }) => takeOverMs);
  isWithin &&= Math.max(...lost) <= lostMsMax && Math.max(...takeOver) <= takeOverMsMax;
  table.push([
    kind,
    drills,
    Math.round(sum(outcomes.map(({ writesPerSecond }) => writesPerSecond)) / drills),
    sum(outcomes.map(({ lostWrites }) => lostWrites)),
    ...[medianOf(lost), Math.max(...lost), medianOf(takeOver), Math.max(...takeOver)].map(Math.round),
  ]);
}
console.log(table.toString());
process.exit(isWithin ? 0 : 1);

async function measure(kind: "a folder" | "SFTP") {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "waybill-standby-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  let receiver: { url: string; access?: Access } = { url: "file://" };
  if (kind === "SFTP") {
    const server = stack.use(await startSftpServer(join(folder, "ssh")));
    receiver = { url: server.url, access: server };
  }
  const { writers, lostMs, takeOverMs, standby } = await runDrill({ folder, receiver, end: "crash", loadMs });
  standby.kill("SIGKILL");
  await standby.exited;
  return {
    lostMs,
    takeOverMs,
    lostWrites: sum(writers.map(({ acknowledged, kept }) => acknowledged - kept)),
    writesPerSecond: (sum(writers.map(({ acknowledged }) => acknowledged)) / (2 * loadMs)) * 1_000,
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
