import { afterAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { placeholderFor } from "../../../src/infra/db/rows.ts";
import { prepareLater } from "../../../src/infra/patches/drizzle-lazy.ts";

const connection = openConnection(":memory:", undefined);
afterAll(() => connection.close());
connection.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT");
const things = sqliteTable("things", { id: integer().primaryKey(), kind: text().notNull() });

const prepare = connection.prepare.bind(connection);
const sources: string[] = [];
connection.prepare = ((source: string) => {
  sources.push(source);
  return prepare(source);
}) as typeof connection.prepare;
const db = prepareLater(drizzle({ client: connection }));

test("a prepared query becomes SQL when it first runs, and once", () => {
  const insert = db
    .insert(things)
    .values({ kind: placeholderFor("kind") })
    .prepare();
  const find = db
    .select()
    .from(things)
    .where(eq(things.kind, sql.placeholder("kind")))
    .orderBy(things.id)
    .limit(1)
    .prepare();
  expect(sources).toEqual([]);
  insert.run({ kind: "a" });
  insert.run({ kind: "b" });
  expect(sources).toHaveLength(1);
  expect([find.get({ kind: "b" }), find.all({ kind: "none" })]).toEqual([{ id: 2, kind: "b" }, []]);
  expect(sources).toHaveLength(2);
});

test("a query goes on building from where it was prepared", () => {
  const all = db.select({ id: things.id }).from(things);
  const counted = all.prepare();
  expect(all.where(eq(things.kind, "b")).all()).toEqual([{ id: 2 }]);
  expect(counted.all()).toEqual([{ id: 1 }, { id: 2 }]);
});
