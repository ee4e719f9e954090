import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../../src/infra/db/connection.ts";
import type { DatabaseFile } from "../../../src/infra/db/databases.ts";
import { embedded } from "../../../src/infra/db/embedded-migrations.ts";
import { copyImage, makeImage } from "../../../src/infra/db/image.ts";
import { schemaMark } from "../../../src/infra/db/migrate.ts";
import { openFiles } from "../../../src/infra/db/open-file.ts";
import { migrate, silentLog, temporaryFolder } from "./support.ts";

const migrations = embedded.accounts;

/** Where a database is not yet, and its image. */
function fileIn(folder: string): DatabaseFile {
  const image = join(folder, "image");
  writeFileSync(image, makeImage(join(folder, "scratch.db"), migrations));
  return {
    name: "accounts",
    path: join(folder, "accounts.db"),
    applicationId: 7,
    migrations,
    image,
    waits: true,
  };
}

test("a copied database is as a migrated one, is told as one, in one line, and says when it was made", async () => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path);
  const path = join(folder.path, "migrated.db");
  const migrated = openConnection(path, undefined);
  const names = migrate(migrated, path, migrations);
  const told: string[][] = [];
  const logged: unknown[] = [];
  {
    await using opening = new AsyncDisposableStack();
    const onMigrated = (_: string, applied: string[]) => void told.push(applied);
    const info = (fields: object, message: string) => void logged.push([message, fields]);
    const options = { log: { ...silentLog, info }, onMigrated, durable: true, nativeBinding: undefined };
    const { connection } = openFiles([file], new Map(), options, opening).get("accounts") ?? {};
    if (connection === undefined) throw new Error("it was not opened");
    expect(schemaMark(connection)).toBe(schemaMark(migrated));
    expect(connection.pragma("user_version")).toEqual(migrated.pragma("user_version"));
    const rows = "SELECT name, sha256 FROM migrations ORDER BY name";
    expect(connection.prepare(rows).all()).toEqual(migrated.prepare(rows).all());
    const since = connection.prepare("SELECT unixepoch() - min(applied_at) FROM migrations").pluck().get();
    expect(since).toBeWithin(0, 60);
    const others = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations' AND name NOT LIKE 'sqlite_%'`;
    for (const table of connection.prepare(others).pluck().all()) {
      const count = `SELECT count(*) FROM ${table}`;
      expect([table, connection.prepare(count).pluck().get()]).toEqual([
        table,
        migrated.prepare(count).pluck().get(),
      ]);
    }
  }
  expect(told).toEqual([names]);
  expect(logged).toEqual([["Created", { store: "accounts", schema: names.at(-1) }]]);
  migrated.close();
});

test("the same migrations make the same image", () => {
  using folder = temporaryFolder();
  const [first, second] = [join(folder.path, "a.db"), join(folder.path, "b.db")];
  expect(makeImage(first, migrations)).toEqual(makeImage(second, migrations));
});

test("nothing is copied over a database, nor under a log that is left of one", () => {
  for (const left of ["accounts.db", "accounts.db-wal", "accounts.db-journal"]) {
    using folder = temporaryFolder();
    const file = fileIn(folder.path);
    writeFileSync(join(folder.path, left), "left");
    expect(copyImage(file, true)).toBe(false);
    expect(readFileSync(join(folder.path, left), "utf8")).toBe("left");
    expect(existsSync(file.path)).toBe(left === "accounts.db");
  }
});

test("a process that was killed while it copied leaves nothing in the way", () => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path);
  writeFileSync(`${file.path}.unfinished`, "half");
  expect(copyImage(file, true)).toBe(true);
  expect(readdirSync(folder.path).sort()).toEqual(["accounts.db", "image", "scratch.db"]);
});
