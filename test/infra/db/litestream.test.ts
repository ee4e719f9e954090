import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { schemaMark } from "../../../src/infra/db/migrate.ts";
import { asMigration } from "../../../src/infra/db/migrations.macro.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { bodiesIn, itemSets, silentLog, temporaryFolder, writeItem } from "./support.ts";

/** Litestream copies a database while Waybill writes to it, and keeps two tables of its own in it. */

const names = ["accounts", "live", "sandbox", "telemetry"];

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data");
});
afterEach(() => folder[Symbol.dispose]());

const later = asMigration("0002_later", "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;");
const laterSets = Object.fromEntries(
  Object.entries(itemSets).map(([set, migrations]) => [set, [...migrations, later]]),
) as unknown as typeof itemSets;

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
  await writeItem(dataDir, "kept");
  for (const name of names) addItsTables(name);
  await writeItem(dataDir, "more");
  const bodies = [{ body: "kept" }, { body: "more" }];
  expect(await bodiesIn(dataDir, laterSets)).toEqual(bodies);
  expect(await bodiesIn(dataDir, laterSets)).toEqual(bodies);
});

test("a folder is migrated while it reads the log, without a warning", async () => {
  await writeItem(dataDir, "kept");
  const reader = openConnection(join(dataDir, "live.db"), undefined);
  reader.exec("BEGIN; SELECT * FROM items");
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  const stores = await openStores({ dataDir, log, migrations: laterSets });
  await stores.close();
  reader.close();
  expect(warnings).toEqual([]);
  expect(await bodiesIn(dataDir, laterSets)).toEqual([{ body: "kept" }]);
});

test("a table of another name is still refused", async () => {
  await writeItem(dataDir, "kept");
  const connection = openConnection(join(dataDir, "live.db"), undefined);
  connection.exec("CREATE TABLE litestream_seq (id INTEGER PRIMARY KEY)");
  connection.close();
  expect(bodiesIn(dataDir)).rejects.toThrow(/its tables differ from its migrations/);
});
