/**
 * `bun run test/upgrades/make.ts <name> <checkout>` makes `folders/<name>.tar.zst`: the data folder of an older version,
 * killed, with what its users hold. The checkout is that version's, with its packages.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/harness.ts";
import type { Held } from "./folders.ts";

const [name = "", checkout = ""] = process.argv.slice(2);
const password = "a long enough passphrase";
const compression = { level: 19 };

const shipment = {
  reference: "before the upgrade",
  pickup: { contact: { name: "A" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: { contact: { name: "B" }, address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" } },
  parcels: [{ weight_grams: 1200 }],
};

const dataDir = mkdtempSync(join(tmpdir(), "waybill-upgrade-"));
const url = `http://127.0.0.1:${freePort()}`;
const flags = ["--data", dataDir, "--port", new URL(url).port];
const child = Bun.spawn([process.execPath, join(checkout, "src/main.ts"), "serve", ...flags], {
  env: { WAYBILL_LOG_LEVEL: "error", WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" },
  stdin: "ignore",
  stdout: "ignore",
  stderr: "inherit",
});
process.on("exit", () => child.kill("SIGKILL"));
// The oldest have no page for health: any answer will do.
await eventually("an answer", () =>
  fetch(url).then(
    () => true,
    () => undefined,
  ),
);

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, "sec-fetch-site": "same-origin", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: each version has its own answers
  return { body: (await response.json()) as any, headers: response.headers };
}

const email = "before@example.com";
const signUp = await call("POST", "/auth/sign-up", {}, { email, password, account_name: "Before" });
const cookie = String(signUp.headers.get("set-cookie")).split(";")[0] ?? "";
const key = (await call("POST", "/keys", { cookie }, { name: "Before", environment: "sandbox" })).body.secret;
const asKey = { "x-api-key": key };
const shipments: string[] = [];
for (let made = 0; made < 3; made += 1)
  shipments.push((await call("POST", "/platform/shipments", asKey, shipment)).body.id);
const webhook = { url: "http://127.0.0.1:4999/", events: ["shipment.created"] };
const endpoint = (await call("POST", "/platform/webhooks", asKey, webhook)).body;
const cursorOf = async (list: string) =>
  (await call("GET", `/platform/${list}?limit=1`, asKey)).body.next_cursor;

const held: Held = {
  madeAt: Date.now(),
  email,
  password,
  cookie,
  key,
  cursors: { shipments: await cursorOf("shipments"), events: await cursorOf("events") },
  shipments,
  endpoint: { id: endpoint.id, secret: endpoint.secret },
};
child.kill("SIGKILL");
await child.exited;
await Bun.write(join(dataDir, "held.json"), JSON.stringify(held));
// The shared memory is of no use to another process.
const files = readdirSync(dataDir).filter(
  (file) => /\.db(-wal)?$|^held\.json$/.test(file) && file !== "lock.db",
);
const tar = Bun.spawnSync([
  "tar",
  "--create",
  "--sort=name",
  "--owner=0",
  "--group=0",
  "-C",
  dataDir,
  ...files,
]);
if (!tar.success) throw new Error(tar.stderr.toString());
const archive = join(import.meta.dir, "folders", `${name}.tar.zst`);
await Bun.write(archive, Bun.zstdCompressSync(tar.stdout, compression));
rmSync(dataDir, { recursive: true });
console.log(`${archive}: ${Bun.file(archive).size} bytes`);
