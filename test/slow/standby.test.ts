import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCopying } from "../standby/copying.ts";
import { type Outcome, placesIn, runDrill, settings } from "../standby/drill.ts";
import { startSftpServer } from "../standby/sftp-server.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { createClient, eventually } from "../support/harness.ts";
import { describeWith, testWith } from "../support/test-with.ts";
import { serve } from "./executable.ts";

/** The guide "Standby in ten minutes", with the real Litestream; `bun run test:standby` measures it. */

const loadMs = 200;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-standby-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** It goes on as the primary: old keys read and write. */
async function expectToServe({ standby, account }: Outcome): Promise<void> {
  for (const key of Object.values(account.keys))
    await createShipment(createClient(standby.url, { "x-api-key": key }));
  standby.kill("SIGTERM");
  expect((await standby.exited).exitCode).toBe(0);
}

describeWith("litestream", "a standby", () => {
  test("takes over from a primary that was killed with Litestream: it lacks only the newest writes", async () => {
    const outcome = await runDrill({ folder, receiver: { url: "file://" }, end: "crash", loadMs });
    for (const { database, acknowledged, copied, kept } of outcome.writers) {
      expect([database, kept >= copied, kept <= acknowledged]).toEqual([database, true, true]);
      expect(acknowledged).toBeGreaterThan(copied);
    }
    await expectToServe(outcome);
    // The old primary's folder still has everything: what the standby lacks can be looked up there.
    const old = await serve(outcome.oldDataDir, { cwd: folder, env: settings });
    const live = createClient(old.url, { "x-api-key": outcome.account.keys.live });
    for (const id of outcome.lost.live)
      expect((await live.get(`${platform}/shipments/${id}`)).status).toBe(200);
    old.kill("SIGTERM");
    await old.exited;
  });

  testWith(
    "OpenSSH server",
    "takes over from a primary that was stopped, over SFTP: it lacks nothing",
    async () => {
      await using server = await startSftpServer(join(folder, "ssh"));
      const receiver = { url: server.url, access: server };
      const outcome = await runDrill({ folder, receiver, end: "move", loadMs });
      for (const { acknowledged, copied, kept } of outcome.writers) {
        expect(kept).toBe(acknowledged);
        expect(acknowledged).toBeGreaterThan(copied);
      }
      await expectToServe(outcome);
      // An old primary that comes back cannot change the copies any more.
      server.revoke();
      const places = placesIn(folder, "primary", server.url);
      const late = await startCopying(join(folder, "late"), places, server);
      await eventually("a refusal", async () => (await late.said()).includes("unable to authenticate"));
      await late.end("SIGKILL");
    },
  );
});
