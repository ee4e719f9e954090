import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { type Finished, finish } from "../support/child.ts";

/** What tests of packages share: a tester's projects, and commands without a network. */

export const timeoutMs = 300_000;
export const launcher = "waybill";
const machine = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
/** The platform of this machine. */
export const own = platforms.filter(({ name }) => name === machine);
export const ownPackage = own[0]?.npm.name ?? "";

/** Beside the executables of a release. */
export function writeLicenses(folder: string): void {
  writeFileSync(join(folder, `waybill-${version}.licenses.txt`), "All licenses\n");
}

interface Where {
  cwd: string;
  env?: Record<string, string>;
}

export async function run(command: string[], { cwd, env = {} }: Where): Promise<Finished> {
  const variables = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), ...env };
  return finish(Bun.spawn(command, { cwd, env: variables, stdout: "pipe", stderr: "pipe" }));
}

/** Runs it without any network but the machine's own. */
export function offline(command: string[], where: Where): Promise<Finished> {
  return run(["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...command], where);
}

/** The command where its home cannot be written. */
export function inReadOnlyHome(command: string[]): string[] {
  const freeze = 'mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME"';
  const script = `${freeze} && ! touch "$HOME/new" 2>/dev/null && exec "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, "sh", ...command];
}

/** An empty project of npm at a path, with these of the packages in `from`. @throws Error with what npm says */
export async function installInto(at: string, from: string, tarballs: string[], flags: string[] = []) {
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "package.json"), "{}\n");
  const files = tarballs.map((tarball) => join(from, `${tarball}-${version}.tgz`));
  const install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...flags, ...files];
  const { exitCode, stderr } = await run(install, { cwd: at });
  if (exitCode !== 0) throw new Error(stderr);
  return at;
}

/** What a newcomer writes first. */
export const firstTest = `
import assert from "node:assert";
import { test } from "node:test";
import { startWaybill } from "waybill-client/testing";

test("a delivery", async () => {
  const waybill = await startWaybill();
  const stage = await waybill.stage();
  const shipment = await stage.client.createShipment({
    body: {
      pickup: { contact: { name: "Book shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
      delivery: { contact: { name: "Alex" }, address: { line1: "Torstr. 90", city: "Berlin", country: "DE" } },
      parcels: [{ weight_grams: 1200 }],
    },
  });
  await stage.client.acceptQuote({ path: { id: shipment.id }, body: { strategy: "cheapest" } });
  const event = await stage.waitForEvent({ type: "shipment.delivered" });
  assert.equal(event.data.shipment.id, shipment.id);
  await waybill.stop();
});
`;

export const firstPythonTest = `
def test_a_delivery(stage):
    place = {"line1": "Torstr. 1", "city": "Berlin", "country": "DE"}
    shipment = stage.post("/shipments", {
        "pickup": {"contact": {"name": "Book shop"}, "address": place},
        "delivery": {"contact": {"name": "Alex"}, "address": {**place, "line1": "Torstr. 90"}},
        "parcels": [{"weight_grams": 1200}]})
    stage.post(f"/shipments/{shipment['id']}/assignments", {"strategy": "cheapest"})
    assert stage.wait_for_event("shipment.delivered")
`;
