import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { readMigrations } from "../../../src/infra/db/migrations.macro.ts" with { type: "macro" };
import { asMigration } from "../../../src/infra/db/migrations.macro.ts";
import { migrate, temporaryFolder } from "./support.ts";

const parents = asMigration("0001_parents", "CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT;");
const children = asMigration(
  "0002_children",
  "CREATE TABLE children (parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE) STRICT;",
);
/** Rebuilds a table the way SQLite's manual says; with foreign keys on it would delete all children. */
const rebuild = asMigration(
  "0003_parents_have_names",
  `CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT) STRICT;
        INSERT INTO new_parents (id) SELECT id FROM parents;
        DROP TABLE parents;
        ALTER TABLE new_parents RENAME TO parents;`,
);

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let connection: Connection;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "live.db");
  connection = openConnection(path, undefined);
});
afterEach(() => {
  connection.close();
  folder[Symbol.dispose]();
});

const tables = (of = connection) =>
  of.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
const count = (table: string, of = connection) => of.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** One parent with one child, at the second migration. */
function family() {
  migrate(connection, path, [parents, children]);
  connection.exec("INSERT INTO parents VALUES (1); INSERT INTO children VALUES (1)");
}

test("an empty database gets all of them, in order, without a backup", () => {
  expect(migrate(connection, path, [parents, children, rebuild])).toEqual([
    "0001_parents",
    "0002_children",
    "0003_parents_have_names",
  ]);
  expect(tables()).toEqual(["children", "migrations", "parents"]);
  expect(existsSync(join(folder.path, "live.before-0001_parents.db"))).toBe(false);
});

test("what was applied is not applied again", () => {
  migrate(connection, path, [parents]);
  expect(migrate(connection, path, [parents, children])).toEqual(["0002_children"]);
  expect(migrate(connection, path, [parents, children])).toEqual([]);
});

test("a database that holds something is copied before", () => {
  family();
  migrate(connection, path, [parents, children, rebuild]);
  const copy = openConnection(join(folder.path, "live.before-0003_parents_have_names.db"), undefined);
  expect(count("children", copy)).toBe(1);
  expect(copy.prepare("SELECT name FROM migrations ORDER BY name").pluck().all()).toEqual([
    "0001_parents",
    "0002_children",
  ]);
  copy.close();
});

test("a table is rebuilt without its children being deleted, and foreign keys are on afterwards", () => {
  family();
  migrate(connection, path, [parents, children, rebuild]);
  expect(count("children")).toBe(1);
  expect(connection.pragma("foreign_keys", { simple: true })).toBe(1);
});

describe("one that cannot be applied changes nothing", () => {
  test("because its SQL fails", () => {
    family();
    const broken = asMigration("0004_broken", "CREATE TABLE more (id INTEGER) STRICT; SELECT nonsense;");
    expect(() => migrate(connection, path, [parents, children, rebuild, broken])).toThrow(
      /live\.db cannot be migrated: 0004_broken failed \(.*nonsense\)\. Nothing was changed/,
    );
    expect(tables()).toEqual(["children", "migrations", "parents"]);
    expect(count("migrations")).toBe(2);
    expect(connection.pragma("foreign_keys", { simple: true })).toBe(1);
    migrate(connection, path, [parents, children, rebuild]);
    expect(count("migrations")).toBe(3);
  });

  test("because it would leave rows that point to nothing", () => {
    family();
    const orphaning = asMigration("0003_no_parents", "DELETE FROM parents;");
    expect(() => migrate(connection, path, [parents, children, orphaning])).toThrow(
      /rows of children would lack their row of parents/,
    );
    expect(count("parents")).toBe(1);
  });
});

describe("a database with another history is refused", () => {
  test("a newer executable's", () => {
    migrate(connection, path, [parents, children]);
    expect(() => migrate(connection, path, [parents])).toThrow(
      /live\.db has the migration 0002_children, which this version does not know: a newer version applied it/,
    );
  });

  test("one whose migration was edited since", () => {
    migrate(connection, path, [parents]);
    const edited = asMigration(parents.name, `${parents.sql} -- a comment`);
    expect(() => migrate(connection, path, [edited, children])).toThrow(
      /0001_parents differs from the one applied to live\.db/,
    );
    expect(tables()).toEqual(["migrations", "parents"]);
  });

  test("one that an earlier migration was slipped in before", () => {
    migrate(connection, path, [parents, rebuild]);
    expect(() => migrate(connection, path, [parents, children, rebuild])).toThrow(
      /was migrated without 0002_children, which comes before its 0003_parents_have_names/,
    );
  });
});

test("the embedded migrations apply, make STRICT tables only, and leave transactions to the migrator", () => {
  const looseTables = `SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'`;
  for (const [set, migrations] of Object.entries(readMigrations())) {
    const file = join(folder.path, `${set}.db`);
    const database = openConnection(file, undefined);
    migrate(database, file, migrations);
    expect(database.prepare(looseTables).all()).toEqual([]);
    for (const { sql } of migrations) expect(sql).not.toMatch(/^\s*(PRAGMA|BEGIN|COMMIT)\b|\bDEFERRABLE\b/im);
    database.close();
  }
});

test("shipments that are older than the columns get the moments and the reason of their entries", () => {
  const { platform } = readMigrations();
  const step = platform.findIndex(({ name }) => name === "0010_handover");
  migrate(connection, path, platform.slice(0, step));
  const text = ["tracking_number", "tracking_token", "search", "pickup", "delivery", "parcels", "metadata"];
  const columns = `id, status, account_id, if_undeliverable, version, event_count, created_at, updated_at, ${text}`;
  const delivery = JSON.stringify({ address: { line1: "Am Markt 1", city: "Potsdam" }, contact: {} });
  const textOf = (column: string, status: string) =>
    column === "delivery" || column === "pickup" ? `'${delivery}'` : `'${column} ${status}'`;
  for (const status of ["created", "delivered", "returned"]) {
    connection.exec(`INSERT INTO shipments (${columns})
      VALUES ('${status}', '${status}', 'a', 'return', 1, 1, 0, 0, ${text.map((name) => textOf(name, status))})`);
  }
  const entry = (shipment: string, sequence: number, status: string, code: string | null, at: number) =>
    connection
      .prepare("INSERT INTO shipment_entries VALUES (?, ?, ?, NULL, ?, 'No.', 'carrier', NULL, ?, ?)")
      .run(shipment, sequence, status, code, at, at);
  entry("delivered", 1, "in_transit", null, 1000);
  entry("delivered", 2, "in_transit", "late_report", 500);
  entry("delivered", 3, "delivered", null, 2000);
  entry("returned", 1, "in_transit", null, 1000);
  entry("returned", 2, "returning", "recipient_refused", 1500);
  entry("returned", 3, "returned", null, 3000);
  migrate(connection, path, platform);
  const rows = connection
    .prepare("SELECT picked_up_at, delivered_at, returned_at, failure FROM shipments ORDER BY id")
    .raw()
    .all();
  const failure = {
    reason_code: "recipient_refused",
    message: "No.",
    by: "carrier",
    at: "1970-01-01T00:00:01.500Z",
  };
  expect(rows).toEqual([
    [null, null, null, null],
    [1000, 2000, null, null],
    [1000, null, 3000, JSON.stringify(failure)],
  ]);
});
