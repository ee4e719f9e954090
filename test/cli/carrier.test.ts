import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secretPlace } from "../../src/delivery/carriers/settings.ts";
import { addCarrier } from "../support/carrier-rows.ts";
import { type ExampleCarrier, startExampleCarrier } from "../support/example-carrier.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { run } from "./run.ts";

const dataDir = mkdtempSync(join(tmpdir(), "waybill-carrier-command-"));
let server: TestServer;
let example: ExampleCarrier;
beforeAll(async () => {
  [server, example] = await Promise.all([startServer({ dataDir }), startExampleCarrier()]);
});
afterAll(async () => {
  await Promise.all([server.stop(), example.stop()]);
  rmSync(dataDir, { recursive: true });
});

async function carrierAt(baseUrl: string): Promise<string> {
  const id = server.deps.ids.make("car");
  const secret = server.deps.vault.seal(example.secret, secretPlace(id, "signing_secret"));
  const settings = { base_url: baseUrl };
  await addCarrier(server, "live", null, { id, kind: "http", settings, secrets: { signing_secret: secret } });
  return id;
}

const verify = (id: string, ...flags: string[]) =>
  run(["carrier", "verify", id, "--data", dataDir, ...flags]);

test("`carrier verify` prints each point, in the running server", async () => {
  const id = await carrierAt(example.baseUrl());
  const passed = await verify(id);
  expect([passed.exitCode, passed.stderr]).toEqual([0, ""]);
  expect(passed.stdout).toStartWith("passed  answers_quotes  The carrier made one offer.\n");
  expect(passed.stdout.trim().split("\n")).toHaveLength(10);
  const json = JSON.parse((await verify(id, "--json")).stdout);
  expect(json.carrier_id).toBe(id);
  expect(json.points[0]).toMatchObject({
    code: "answers_quotes",
    passed: true,
    duration_ms: expect.any(Number),
  });
});

test("a server that fails a point makes the command fail, after all points", async () => {
  const failed = await verify(await carrierAt(example.baseUrl("careless")));
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toContain(
    "FAILED  refuses_wrong_signature  The carrier answered a request with a wrong signature with status 200.",
  );
  expect(failed.stderr).toContain("7 of 10 points failed");
  expect(failed.stdout + failed.stderr).not.toContain(example.secret);
});

test("what cannot be verified is said", async () => {
  const fleet = await addCarrier(server, "live", null, { kind: "fleet", secrets: {} });
  for (const [id, message] of [
    ["car_none", "<carrier> is not the id of a carrier"],
    [fleet, "<carrier> is of the kind fleet, which has no server to verify"],
  ] as const) {
    const { exitCode, stderr } = await verify(id);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  }
});
