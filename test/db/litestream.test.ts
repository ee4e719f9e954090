import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../src/db/connection.ts";
import { type Migration, schemaMark } from "../../src/db/migrate.ts";
import { openStores } from "../../src/db/store.ts";
import { eventually } from "../support/harness.ts";
import { addItem, itemSets, itemStores, silentLog, temporaryFolder } from "./support.ts";

/** Litestream copies a database while Waybill writes to it, and keeps two tables of its own in it. */

const names = ["accounts", "live", "sandbox", "telemetry"];
const litestream = process.env.LITESTREAM ?? Bun.which("litestream");
const realOneMs = 60_000;

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data");
});
afterEach(() => folder[Symbol.dispose]());

const later: Migration = { name: "0002_later", sql: "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;" };
const laterSets = Object.fromEntries(
  Object.entries(itemSets).map(([set, migrations]) => [set, [...migrations, later]]),
) as unknown as typeof itemSets;

async function write(body: string): Promise<void> {
  await using stores = await itemStores(dataDir);
  await stores.platform("live").write((tx) => addItem(tx, body));
}

async function bodiesIn(path: string, migrations = itemSets): Promise<unknown[]> {
  const stores = await openStores({ dataDir: path, log: silentLog, migrations });
  const bodies = stores.platform("live").db.all("SELECT body FROM items ORDER BY body");
  await stores.close();
  return bodies;
}

/** As Litestream 0.5 makes them. */
function addItsTables(name: string): void {
  const connection = openConnection(join(dataDir, `${name}.db`), undefined);
  const mark = schemaMark(connection);
  connection.exec("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
  connection.exec("CREATE TABLE _litestream_lock (id INTEGER)");
  connection.exec("CREATE INDEX _litestream_later ON _litestream_lock (id)");
  expect(schemaMark(connection)).toBe(mark);
  connection.close();
}

test("a folder with its tables starts, is migrated, and starts again", async () => {
  await write("kept");
  for (const name of names) addItsTables(name);
  await write("more");
  const bodies = [{ body: "kept" }, { body: "more" }];
  expect(await bodiesIn(dataDir, laterSets)).toEqual(bodies);
  expect(await bodiesIn(dataDir, laterSets)).toEqual(bodies);
});

test("a table of another name is still refused", async () => {
  await write("kept");
  const connection = openConnection(join(dataDir, "live.db"), undefined);
  connection.exec("CREATE TABLE litestream_seq (id INTEGER PRIMARY KEY)");
  connection.close();
  expect(bodiesIn(dataDir)).rejects.toThrow(/its tables are not as they were made/);
});

test.skipIf(litestream === null)(
  "the real one copies beside a server: source and copy start, also while it runs",
  async () => {
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
    await write("copied");
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
  },
  realOneMs,
);
