import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { expires, integer, plain, table, text } from "../../../src/infra/db/columns.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { deleteOldRows } from "../../../src/infra/db/old-rows.ts";
import type { Store } from "../../../src/infra/db/store.ts";
import { storeOver } from "./memory-stores.ts";

/** Which rows are kept how long, and what a mistake in a table deletes: nothing. */

table("letters", {
  id: plain(text().primaryKey()),
  askedAt: expires(integer("asked_at").notNull(), 100, "dueAt"),
  readAt: expires(integer("read_at"), 10),
  dueAt: plain(integer("due_at")),
});
table("misspelled", { id: plain(text()), askedAt: expires(integer("asked_at"), 100, "dueTime") });

function storeOf(...statements: string[]): Store {
  const connection = openConnection(":memory:", undefined);
  for (const statement of statements) connection.exec(statement);
  return storeOver(connection);
}

const left = (store: Store, of: string) =>
  store.db.all<{ id: string }>(sql`SELECT id FROM ${sql.identifier(of)} ORDER BY id`).map(({ id }) => id);

test("a row stays as long as its table says, and one that waits stays longer", async () => {
  const store = storeOf(
    "CREATE TABLE letters (id TEXT PRIMARY KEY, asked_at INTEGER, read_at INTEGER, due_at INTEGER) STRICT",
    "INSERT INTO letters VALUES ('new', 901, NULL, NULL), ('old', 900, NULL, NULL), ('waits', 900, NULL, 1)",
    "INSERT INTO letters VALUES ('read', 901, 990, NULL), ('read and waits', 900, 990, 1)",
  );
  await deleteOldRows(store, 1_000);
  // What the first time waits for keeps no row whose second time is over.
  expect(left(store, "letters")).toEqual(["new", "waits"]);
});

test("more rows than one step takes are all deleted", async () => {
  const store = storeOf(
    "CREATE TABLE letters (id TEXT PRIMARY KEY, asked_at INTEGER, read_at INTEGER, due_at INTEGER) STRICT",
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
      INSERT INTO letters SELECT i, iif(i <= 449, 0, 1000), NULL, NULL FROM n`,
  );
  await deleteOldRows(store, 1_000);
  expect(left(store, "letters")).toEqual(["450"]);
});

test("a table that names no column of its own loses nothing", async () => {
  const store = storeOf(
    "CREATE TABLE misspelled (id TEXT, asked_at INTEGER) STRICT",
    "INSERT INTO misspelled VALUES ('old', 0)",
  );
  await expect(deleteOldRows(store, 1_000)).rejects.toThrow("misspelled has no column dueTime");
  expect(left(store, "misspelled")).toEqual(["old"]);
});
