import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audience } from "../../src/infra/public-address.ts";
import { addCarrier, addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { createOperator } from "../support/operator.ts";
import { run } from "./run.ts";

/** Drivers from the command line, beside a running server. */

const dataDir = mkdtempSync(join(tmpdir(), "waybill-driver-command-"));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dataDir });
  // The drivers of the installation are the operator's.
  await createOperator(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const driver = (...args: string[]) => run(["driver", ...args, "--data", dataDir]);
const add = (carrier: string, ...more: string[]) =>
  driver("add", "--carrier", carrier, "--name", "Kim Berger", "--vehicle", "bicycle", ...more);

test("a driver is added, listed with others of the same owner, and connects a phone with the link", async () => {
  const { accountId, sandbox } = await server.account();
  const carrier = await addFleet(server, "sandbox", accountId);
  const added = await add(carrier, "--phone", "+4930123456");
  expect([added.exitCode, added.stderr]).toEqual([0, expect.stringContaining("waybill driver link drv_")]);
  const id = added.stdout.trim();
  expect((await sandbox.get(`${platform}/drivers/${id}`)).body).toMatchObject({
    carrier_id: carrier,
    name: "Kim Berger",
    phone: "+4930123456",
    on_duty: false,
  });
  const list = (...more: string[]) => driver("list", "--environment", "sandbox", ...more);
  expect((await list("--account", accountId)).stdout).toBe(`${id}  ${carrier}  off duty  Kim Berger\n`);
  expect((await list()).stdout).toBe("No drivers.\n");
  const ofInstallation = (await add(await addFleet(server, "sandbox", null))).stdout.trim();
  expect(JSON.parse((await list("--json")).stdout).data).toMatchObject([{ id: ofInstallation }]);

  const link = await driver("link", id);
  expect([link.exitCode, link.stderr]).toEqual([0, expect.stringContaining("It ends at ")]);
  const [page, code] = link.stdout.trim().split("#");
  expect(page).toBe(`${server.url}/d`);
  const connected = await server.client().post("/api/v1/driver/link", { code, device_name: "Phone" });
  expect([connected.status, connected.body.driver.id]).toEqual([201, id]);
});

test("a link in live that no phone could open needs --confirm-local", async () => {
  const { accountId } = await server.account();
  const id = (await add(await addFleet(server, "live", accountId))).stdout.trim();
  audience(server.deps).isPeople = true;
  const refused = await driver("link", id);
  expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("Only this machine can open its public URL");
  expect((await driver("link", id, "--confirm-local")).stdout).toStartWith(`${server.url}/d#`);
  audience(server.deps).isPeople = false;
});

test("what cannot be done is said", async () => {
  const wrong = await addCarrier(server, "live", null, { kind: "http" });
  for (const [answer, message] of [
    [await add("car_none"), "--carrier is not the id of a carrier"],
    [await add(wrong), "must be a carrier of the kind fleet"],
    [await driver("link", "drv_none"), "<driver> is not the id of a driver"],
    [await add(wrong, "--phone", "call me"), "--phone "],
  ] as const) {
    expect([answer.exitCode === 0, answer.stdout]).toEqual([false, ""]);
    expect(answer.stderr).toContain(message);
  }
});
