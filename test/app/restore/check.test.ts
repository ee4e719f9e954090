import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkRestore } from "../../../src/app/restore/check.ts";
import type { Diagnosis } from "../../../src/infra/backups/diagnosis.ts";
import { takeBackups } from "../../../src/infra/backups/jobs.ts";
import { temporaryFolder } from "../../infra/db/support.ts";
import { startServer } from "../../support/harness.ts";

test("a check that begins while another one examines leaves its folder alone", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  const server = await startServer({ config: { backupFolder } });
  const { clock, config } = server.deps;
  await takeBackups(server.deps).run(clock.now());
  const entries = () => readdirSync(backupFolder).filter((entry) => /^(waybill|restore-check)-/.test(entry));
  const [name = ""] = entries();
  const order = { backup: join(backupFolder, name), config, now: clock.now, onStep() {} };
  let second: Promise<Diagnosis> | undefined;
  const first = await checkRestore({
    ...order,
    onStep(step) {
      if (step.startsWith("examining ")) second ??= checkRestore(order);
    },
  });
  expect([first.state, (await second)?.state]).toEqual(["ok", "ok"]);
  expect(entries()).toEqual([name]);
  await server.stop();
});
