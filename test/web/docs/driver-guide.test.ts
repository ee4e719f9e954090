import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readGuidesText } from "../../../src/web/docs/guides.ts";
import { addFleet } from "../../support/carrier-rows.ts";
import { finish } from "../../support/child.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** The chapter on drivers: its samples run as written. */

let server: TestServer;
let account: TestAccount;
const folder = mkdtempSync(join(tmpdir(), "waybill-driver-guide-"));
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("its samples create a driver, a link that connects a phone, and a token for positions", async () => {
  const text = await readGuidesText(server.url);
  const chapter = text.slice(text.indexOf("# Your own drivers"), text.indexOf("# Connect your own carrier"));
  const samples = [...chapter.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, sample = ""]) => sample);
  const CARRIER = await addFleet(server, "sandbox", account.accountId);
  const env = { ...process.env, WAYBILL_URL: server.url, WAYBILL_API_KEY: account.sandboxKey, CARRIER };
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", samples.join("\n")], {
    env,
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  expect([exitCode, stderr]).toEqual([0, ""]);
  // The days are JSON without a line's end.
  const [link = "", absentUntil = "", days = ""] = stdout.trim().split("\n");
  const [token = ""] = /\bwb\w_\S+/.exec(days) ?? [];
  expect(await Bun.file(join(folder, "hours.csv")).text()).toStartWith("driver_id,");
  expect(absentUntil).toEndWith("T23:59:59.000Z");
  const code = link.split("#")[1];
  const connected = await server.client().post("/api/v1/driver/link", { code, device_name: "Phone" });
  expect(connected.body.driver).toMatchObject({ name: "Kim Berger", on_duty: false });
  // As the OsmAnd address of the chapter has it.
  const place = "lat=52.52&lon=13.405&timestamp=1769852700";
  const { status } = await server.client().get(`/api/v1/driver/osmand?id=${token}&${place}`);
  expect(status).toBe(200);
});
