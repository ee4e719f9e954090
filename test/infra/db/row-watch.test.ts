import { beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { dueRows } from "../../../src/infra/db/due-rows.ts";
import type { Store, Tx } from "../../../src/infra/db/store.ts";
import { storeOver } from "./memory-stores.ts";

/** Whatever statement makes a row due says so. */

const tasksDue = dueRows({
  table: "tasks",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  when: (row) => `${row}.state = 'pending'`,
});

let connection: Connection;
let store: Store;
let noted: [id: string, at: number][];

beforeEach(async () => {
  connection = openConnection(":memory:", undefined);
  connection.exec(`CREATE TABLE owners (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE tasks (id TEXT PRIMARY KEY, owner TEXT REFERENCES owners (id) ON DELETE SET NULL,
      state TEXT NOT NULL, due_at INTEGER) STRICT`);
  store = storeOver(connection);
  noted = [];
  tasksDue(store).watch((id, at) => noted.push([id, at]));
});

const write = (change: (tx: Tx) => void) => store.write((tx) => void change(tx));

test.each([
  ["an insert", "INSERT INTO tasks VALUES ('a', NULL, 'pending', 5)", [["a", 5]]],
  [
    "an insert of two",
    "INSERT INTO tasks VALUES ('a', NULL, 'pending', 5), ('b', NULL, 'pending', 6)",
    [
      ["a", 5],
      ["b", 6],
    ],
  ],
  ["a replacement", "INSERT OR REPLACE INTO tasks VALUES ('old', NULL, 'pending', 7)", [["old", 7]]],
  [
    "an upsert",
    "INSERT INTO tasks VALUES ('old', NULL, 'pending', 7) ON CONFLICT DO UPDATE SET due_at = 8",
    [["old", 8]],
  ],
  ["a new time", "UPDATE tasks SET due_at = 2 WHERE id = 'old'", [["old", 2]]],
  ["the same time again", "UPDATE tasks SET due_at = due_at WHERE id = 'old'", [["old", 1]]],
  ["a state that makes it due", "UPDATE tasks SET state = 'pending' WHERE id = 'paused'", [["paused", 3]]],
  [
    "many at once, returned",
    "UPDATE tasks SET state = 'pending', due_at = 4 RETURNING id",
    [
      ["old", 4],
      ["paused", 4],
    ],
  ],
  ["an insert that waits for nothing", "INSERT INTO tasks VALUES ('a', NULL, 'pending', NULL)", []],
  ["an end", "UPDATE tasks SET state = 'ended' WHERE id = 'old'", []],
  ["a deletion", "DELETE FROM tasks", []],
  ["a change through a foreign key", "DELETE FROM owners", [["old", 1]]],
])("%s", async (_name, statement, expected) => {
  await write((tx) => {
    tx.run(sql`INSERT INTO owners VALUES ('o')`);
    tx.run(sql`INSERT INTO tasks VALUES ('old', 'o', 'pending', 1), ('paused', NULL, 'paused', 3)`);
  });
  noted = [];
  await write(
    (tx) => void tx.all(sql.raw(statement.includes("RETURNING") ? statement : `${statement} RETURNING 1`)),
  );
  expect(noted.sort()).toEqual(expected as typeof noted);
});

test("rows are read in order of time, each id once, from a time on", () => {
  const grouped = dueRows({
    table: "tasks",
    id: (row) => `${row}.owner`,
    at: (row) => `${row}.due_at`,
    isGrouped: true,
  })(store);
  connection.exec(`INSERT INTO owners VALUES ('x'), ('y');
    INSERT INTO tasks VALUES ('a', 'x', 'pending', 3), ('b', 'y', 'pending', 2), ('c', 'x', 'pending', 1),
      ('d', 'y', 'paused', 0), ('e', 'y', 'pending', NULL)`);
  const rows = tasksDue(store);
  const all = [
    { id: "c", at: 1 },
    { id: "b", at: 2 },
    { id: "a", at: 3 },
  ];
  expect(rows.read(Number.NEGATIVE_INFINITY, 9)).toEqual(all);
  expect(rows.read(2, 9)).toEqual(all.slice(1));
  expect(rows.read(Number.NEGATIVE_INFINITY, 2)).toEqual(all.slice(0, 2));
  expect(grouped.read(Number.NEGATIVE_INFINITY, 9)).toEqual([
    { id: "y", at: 0 },
    { id: "x", at: 1 },
  ]);
  expect(grouped.read(1, 1)).toEqual([{ id: "x", at: 1 }]);
});

test("a watch hears of deleted rows if it wants to, and leaves out what changes none of its values", async () => {
  const heard: string[] = [];
  const values = (row: string) => [`${row}.id`, `${row}.state`];
  const when = () => "1";
  store.watchRows({ table: "tasks", when, values, alsoDeleted: true, changesOnly: true }, (id, state) =>
    heard.push(`${id} ${state}`),
  );
  await write((tx) => void tx.run(sql`INSERT INTO tasks VALUES ('a', NULL, 'pending', 1)`));
  await write((tx) => void tx.run(sql`UPDATE tasks SET due_at = 2`));
  await write((tx) => void tx.run(sql`UPDATE tasks SET state = 'ended'`));
  await write((tx) => void tx.run(sql`DELETE FROM tasks`));
  expect(heard).toEqual(["a pending", "a ended", "a ended"]);
});
