import { afterAll, expect, test } from "bun:test";
import { and, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../src/infra/db/columns.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { handleOf } from "../../../src/infra/db/handle.ts";
import { perShape } from "../../../src/infra/db/per-shape.ts";
import { placeholderFor } from "../../../src/infra/db/rows.ts";

/** How statements are prepared, run and mapped. */

const things = sqliteTable("things", {
  id: integer().primaryKey(),
  kind: text().notNull(),
  isOld: integer("is_old", { mode: "boolean" }).notNull(),
  details: json<{ size: number }>()(),
  madeAt: integer("made_at", { mode: "timestamp" }).notNull(),
});
type Thing = typeof things.$inferSelect;

const connection = openConnection(":memory:", undefined);
afterAll(() => connection.close());
connection.exec(
  "CREATE TABLE things (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, is_old INTEGER NOT NULL, details TEXT, made_at INTEGER NOT NULL) STRICT",
);
const prepare = connection.prepare.bind(connection);
const sources: string[] = [];
connection.prepare = ((source: string) => {
  sources.push(source);
  return prepare(source);
}) as typeof connection.prepare;
const db = handleOf(connection);
const insert = db
  .insert(things)
  .values({
    kind: placeholderFor("kind"),
    isOld: placeholderFor("isOld"),
    details: placeholderFor("details"),
    madeAt: placeholderFor("madeAt"),
  })
  .prepare();
for (const kind of ["a", "b", "c", "a"]) {
  const rest =
    kind === "b"
      ? { details: null, madeAt: new Date(7_000) }
      : { details: { size: 3 }, madeAt: new Date(5_000) };
  insert.run({ kind, isOld: kind === "b", ...rest });
}

test("SQLite plans a statement without the values of its parameters, and with its constants", () => {
  sources.length = 0;
  const first = db
    .select({ id: things.id })
    .from(things)
    .where(
      and(
        eq(things.kind, "a"),
        lt(things.id, sql.placeholder("before")),
        sql`${things.kind} <> 'what?' AND ${things.kind} <> ${"it's"}`,
      ),
    )
    .orderBy(desc(things.id))
    .limit(1)
    .prepare();
  expect(first.get({ before: 4 })).toEqual({ id: 1 });
  expect(first.get({ before: 5 })).toEqual({ id: 4 });
  expect(sources).toEqual([
    `select "id" from "things" where ("things"."kind" = 'a' and "things"."id" < +? and "things"."kind" <> 'what?' AND "things"."kind" <> +?) order by "things"."id" desc limit +?`,
  ]);
});

test("a number with a sign, and a word with anything else in it, stays a parameter", () => {
  const difference = db
    .select({ is: sql<number>`1 -${-5}` })
    .from(things)
    .limit(1);
  expect(difference.get()).toEqual({ is: 6 });
  const words = sql<string>`${"webhook.test"} || ${"it's"} || ${"--"}`;
  expect(db.select({ are: words }).from(things).limit(1).get()).toEqual({ are: "webhook.testit's--" });
});

test("rows are the same as drizzle's own", () => {
  const plain = drizzle({ client: connection });
  const queries = (handle: typeof db) => [
    handle.select().from(things).orderBy(things.id),
    handle.select({ total: count(), newest: sql<number>`max(${things.id})`.as("newest") }).from(things),
    handle.select({ one: things, isOld: things.isOld }).from(things).where(eq(things.id, 2)),
    handle.select({ none: things.details }).from(things).where(eq(things.kind, "none")),
  ];
  const [ours, theirs] = [queries(db), queries(plain)];
  expect(ours.map((query) => query.all() as unknown)).toEqual(theirs.map((query) => query.all()));
  expect(ours.map((query) => query.get() as unknown)).toEqual(theirs.map((query) => query.get()));
  expect(ours[0]?.get() as unknown).toEqual({
    id: 1,
    kind: "a",
    isOld: false,
    details: { size: 3 },
    madeAt: new Date(5_000),
  });
  expect(ours[3]?.get()).toBeUndefined();
});

test("a statement without one of its values fails", () => {
  expect(() => insert.run({ kind: "d" })).toThrow("the statement needs a value for isOld");
});

test("a query is built and prepared once for each shape, and finds what it is given", () => {
  let built = 0;
  const page = perShape<{ kinds?: string[]; before?: { id: number } | undefined; limit: number }, Thing>(
    (given) => {
      built += 1;
      return db
        .select()
        .from(things)
        .where(
          and(
            given.kinds && inArray(things.kind, [...given.kinds]),
            given.before && lt(things.id, given.before.id),
          ),
        )
        .orderBy(desc(things.id))
        .limit(given.limit);
    },
  );
  const ids = (given: Parameters<typeof page.all>[0]) => page.all(given).map(({ id }) => id);
  sources.length = 0;
  expect(ids({ limit: 2 })).toEqual([4, 3]);
  expect(ids({ limit: 3, kinds: [], before: undefined })).toEqual([4, 3, 2]);
  expect(ids({ limit: 9, kinds: ["a", "b"] })).toEqual([4, 2, 1]);
  expect(ids({ limit: 9, kinds: ["c", "a"] })).toEqual([4, 3, 1]);
  expect(ids({ limit: 9, kinds: ["a"], before: { id: 4 } })).toEqual([1]);
  expect(page.get({ limit: 1, kinds: ["c"], before: { id: 4 } })?.id).toBe(3);
  expect(page.get({ limit: 1, kinds: ["none"], before: { id: 4 } })).toBeUndefined();
  expect([built, sources.length]).toEqual([3, 3]);
});

test("shapes that nobody asked for in a long time are prepared again", () => {
  let built = 0;
  const find = perShape<{ kinds: string[] }, Thing>(({ kinds }) => {
    built += 1;
    return db
      .select()
      .from(things)
      .where(inArray(things.kind, [...kinds]));
  });
  const ask = (length: number) => find.all({ kinds: Array.from({ length }, () => "c") }).length;
  for (let length = 1; length <= 101; length += 1) expect(ask(length)).toBe(1);
  ask(101);
  expect(built).toBe(101);
  ask(1);
  expect(built).toBe(102);
});
