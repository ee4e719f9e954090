import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import { checkDatabasesDaily } from "../../../src/infra/backups/jobs.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { saveInstallationValue } from "../../../src/infra/db/installation.ts";
import { run } from "../../cli/run.ts";
import { platform } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";
import { temporaryFolder } from "../db/support.ts";

/** A start reads larger files through not at all. */
const readAtStartBytes = 2 * 1024 * 1024;
const fillers = 25_000;
const spoilt = new Uint8Array(8).fill(0xa5);

/** Flips bytes at the beginning of a page in the midst of a table, which few requests read. */
function damage(path: string, table: string): void {
  const connection = openConnection(path, undefined);
  const pages = connection
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table) as number[];
  const pageBytes = Number(connection.pragma("page_size", { simple: true }));
  connection.close();
  const content = readFileSync(path);
  content.set(spoilt, ((pages[Math.floor(pages.length / 2)] ?? 1) - 1) * pageBytes);
  writeFileSync(path, content);
}

test("damage in a large file is found and named while a server runs", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const path = join(dataDir, "accounts.db");
  const first = await startServer({ dataDir });
  const { sandboxKey } = await first.account();
  await first.deps.stores.accounts.write((tx) => {
    for (let filler = 0; filler < fillers; filler += 1)
      saveInstallationValue(tx, `filler ${filler}`, new Uint8Array(64));
  });
  const job = checkDatabasesDaily(first.deps);
  await job.run(0);
  await first.stop();
  expect(statSync(path).size).toBeGreaterThan(readAtStartBytes);
  const healthy = await run(["doctor", "--data", dataDir]);
  expect([healthy.exitCode, healthy.stderr]).toEqual([exitCodes.done.code, ""]);
  expect(healthy.stdout).toEndWith("Everything is as it should be.\n");

  damage(path, "installation");
  const second = await startServer({ dataDir });
  const refusal = await checkDatabasesDaily(second.deps)
    .run(0)
    .catch((error) => error);
  expect(refusal.message).toContain(`${path} is damaged (`);
  expect(refusal.message).toContain("restore the newest backup into an empty data folder");
  const ready = await second.client().get("/readyz");
  expect([ready.status, ready.body.damaged]).toEqual([200, ["accounts"]]);
  const { session } = await createOperator(second);
  const { databases } = (await session.get("/api/v1/operator/storage")).body;
  const damaged = databases.filter((database: { is_damaged: boolean }) => database.is_damaged);
  expect(damaged.map(({ name }: { name: string }) => name)).toEqual(["accounts"]);
  const list = await second.client({ "x-api-key": sandboxKey }).get(`${platform}/shipments`);
  expect(list.status).toBe(200);
  await second.stop();

  const { exitCode, stdout, stderr } = await run(["doctor", "--data", dataDir]);
  expect([exitCode, stderr]).toEqual([exitCodes.damaged.code, "waybill: 1 error, 0 warnings\n"]);
  expect(stdout).toContain(`error integrity (accounts.db): ${path} is damaged (`);
});
