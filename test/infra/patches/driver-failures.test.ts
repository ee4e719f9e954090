import { expect, test } from "bun:test";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { watchFailures } from "../../../src/infra/patches/driver-failures.ts";

test("what a statement throws is told, and thrown all the same", () => {
  using connection = Object.assign(openConnection(":memory:", undefined), {
    [Symbol.dispose]: () => void connection.close(),
  });
  const failures: unknown[] = [];
  watchFailures(connection, (error) => failures.push(error));
  connection.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT");
  const insert = connection.prepare("INSERT INTO things VALUES (?, ?)");
  expect(insert.run(1, "a").changes).toBe(1);
  expect(connection.prepare("SELECT kind FROM things WHERE id = ?").get(1)).toEqual({ kind: "a" });
  expect(failures).toEqual([]);
  expect(() => insert.run(1, "b")).toThrow("UNIQUE constraint failed");
  expect(() => connection.prepare("SELECT absent FROM things")).toThrow("no such column");
  expect(() => connection.prepare("SELECT abs(-9223372036854775807 - id) FROM things").all()).toThrow(
    "overflow",
  );
  expect(failures.map((error) => (error as Error).message)).toEqual([
    "UNIQUE constraint failed: things.id",
    "no such column: absent",
    "integer overflow",
  ]);
});
