/**
 * `bun run test:upstreams`: a parcel's way over Waybill's API, with a real Karrio server behind it, whose carrier hangs for
 * 75 s once. Installs Karrio from the package registry where no run before has. Needs Python 3.11 with venv. Slow, and
 * no part of `npm test`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { buildExecutable } from "../bench/server.ts";
import { restart, serve, signUp } from "../slow/executable.ts";
import { freePort } from "../support/free-port.ts";
import { createClient } from "../support/harness.ts";
import { clearProgress, showProgress } from "../support/progress.ts";
import { connectCarriers } from "./connections.ts";
import { installKarrio, startKarrio } from "./karrio.ts";
import type { Scene } from "./scene.ts";
import { startSlowCarrier } from "./slow-carrier.ts";
import { points } from "./walk.ts";

const say = (text: string) => {
  clearProgress();
  console.log(text);
};
const version = "2026.1.32";

const table = new Table({
  head: ["point", "result", "s", "what was found"],
  style: { head: [], border: [] },
  wordWrap: true,
  colWidths: [52, 9, 6, 70],
});
let failures = 0;

await using stack = new AsyncDisposableStack();
const work = mkdtempSync(join(tmpdir(), "waybill-upstreams-"));
stack.defer(() => rmSync(work, { recursive: true, force: true }));
await buildExecutable(say);
const installed = await installKarrio(say);
say("Starting Karrio");
const slowCarrier = stack.use(await startSlowCarrier());
const karrio = stack.use(await startKarrio(installed, work, freePort()));
await connectCarriers(karrio, slowCarrier.url);
const dataDir = join(work, "waybill");
const options = {
  cwd: work,
  env: {
    WAYBILL_LOG_LEVEL: "warn",
    WAYBILL_EXIT_WITH_PARENT: "true",
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_SECRET_KEY: Buffer.alloc(32, "upstreams").toString("base64"),
  },
};
let waybill = await serve(dataDir, options);
stack.defer(async () => {
  waybill.kill("SIGTERM");
  await waybill.exited;
});
const { keys } = await signUp(waybill.url);
const clientOf = (key: string) => createClient(waybill.url, { "x-api-key": key });
const scene: Scene = {
  shell: { url: waybill.url, key: keys.live },
  karrio,
  slowCarrier,
  live: clientOf(keys.live),
  sandbox: clientOf(keys.sandbox),
  download: (path) => fetch(waybill.url + path, { headers: { "x-api-key": keys.live } }),
  async restart() {
    waybill = await restart(waybill, dataDir, options);
    scene.live = clientOf(keys.live);
    scene.shell.url = waybill.url;
  },
  made: {},
};

for (const [index, [name, walk]] of points.entries()) {
  showProgress(index, points.length, name);
  const begunAt = performance.now();
  const seconds = () => Math.round((performance.now() - begunAt) / 1_000);
  try {
    const found = await walk(scene);
    table.push([name, "passed", seconds(), found]);
  } catch (error) {
    failures += 1;
    table.push([name, "failed", seconds(), error instanceof Error ? error.message : String(error)]);
  }
}
clearProgress();
console.log(`Karrio ${version}\n${table}`);
console.log(`${points.length - failures} passed, ${failures} failed`);
await stack.disposeAsync();
process.exit(failures === 0 ? 0 : 1);
