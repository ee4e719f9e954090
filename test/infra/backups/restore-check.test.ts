import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkRestores, takeBackups } from "../../../src/infra/backups/jobs.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { createShipment } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";
import { temporaryFolder } from "../db/support.ts";

test("once a week the newest backup is restored and examined; the operator sees the result", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  const server = await startServer({
    // The check needs the key, which came as a flag.
    config: { backupFolder, secretKey: randomBytes(32), metrics: { hostname: "127.0.0.1", port: 0 } },
  });
  const { deps } = server;
  const { live } = await server.account();
  await createShipment(live);
  const { session } = await createOperator(server);
  const restoreCheck = async () => (await session.get("/api/v1/operator/storage")).body.restore_check;
  const told = async (name: string) => {
    const metrics = await (await fetch(String(server.metricsUrl))).text();
    return Number(new RegExp(`^waybill_restore_check_${name} (.+)$`, "m").exec(metrics)?.[1]);
  };
  const job = checkRestores(deps);
  const now = deps.clock.now();
  await job.run(now);
  expect(await restoreCheck()).toBeNull();
  expect(await told("timestamp_seconds")).toBe(0);

  await takeBackups(deps).run(now);
  await job.run(now);
  const first = await restoreCheck();
  expect(first).toMatchObject({ result: "ok", message: null });
  expect(Date.parse(first.backup_at)).toBeLessThanOrEqual(Date.parse(first.at));
  expect(await told("timestamp_seconds")).toBeCloseTo(Date.parse(first.at) / 1000, 1);
  expect(await told("failed")).toBe(0);
  const entries = () => readdirSync(backupFolder).filter((entry) => /^(waybill|restore-check)-/.test(entry));
  expect(entries().map((name) => join(backupFolder, name))).toEqual([first.backup]);
  await job.run(now + 2 * dayMs);
  expect((await restoreCheck()).at).toBe(first.at);

  const file = join(first.backup, "live.db");
  const content = readFileSync(file);
  content[content.length - 100] = (content.at(-100) ?? 0) ^ 1;
  writeFileSync(file, content);
  const failure = await job.run(now + 7 * dayMs).catch((error) => error);
  expect(failure.message).toContain("live.db differs from its checksum");
  const second = await restoreCheck();
  expect(second).toMatchObject({ result: "failed", backup: first.backup, message: failure.message });
  expect(await told("failed")).toBe(1);
  expect(entries()).toHaveLength(1);
  await server.stop();
});
