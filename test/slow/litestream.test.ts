import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bodiesIn, itemStores, temporaryFolder, writeItem } from "../infra/db/support.ts";
import { eventually } from "../support/harness.ts";
import { findLitestream } from "../support/litestream.ts";
import { testWith } from "../support/test-with.ts";

/** The real Litestream. What it leaves in a folder is tested without it too. */

const names = ["accounts", "live", "sandbox", "telemetry"];
const litestream = findLitestream();

testWith("litestream", "it copies beside a server: source and copy start, also while it runs", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const configuration = join(folder.path, "litestream.yml");
  const entries = names.map(
    (name) => `  - path: ${dataDir}/${name}.db
    replicas:
      - type: file
        path: ${folder.path}/replica/${name}
        sync-interval: 100ms`,
  );
  writeFileSync(configuration, `dbs:\n${entries.join("\n")}\n`);
  const run = (...args: string[]) =>
    Bun.spawn([String(litestream), args[0] as string, "-config", configuration, ...args.slice(1)], {
      stdout: "ignore",
      stderr: "ignore",
    });

  const stores = await itemStores(dataDir);
  await using copying = run("replicate");
  for (const name of ["accounts", "telemetry"] as const) {
    const table = "SELECT 1 FROM sqlite_schema WHERE name = '_litestream_seq'";
    await eventually("its tables", () => stores[name].db.get(table));
  }
  await stores[Symbol.asyncDispose]();
  await writeItem(dataDir, "copied");
  // Told to end, it copies what is left.
  copying.kill("SIGTERM");
  await copying.exited;

  const restored = join(folder.path, "restored");
  mkdirSync(restored);
  for (const name of names) {
    const restoring = run("restore", "-o", join(restored, `${name}.db`), join(dataDir, `${name}.db`));
    expect([name, await restoring.exited]).toEqual([name, 0]);
  }
  expect(await bodiesIn(dataDir)).toEqual([{ body: "copied" }]);
  expect(await bodiesIn(restored)).toEqual([{ body: "copied" }]);
});
