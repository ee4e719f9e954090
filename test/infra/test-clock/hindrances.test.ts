import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Connection } from "../../../src/infra/db/connection.ts";
import type { IndexedTable } from "../../../src/infra/db/due-index.ts";
import { dueRows } from "../../../src/infra/db/due-rows.ts";
import type { Store, Tx } from "../../../src/infra/db/store.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { type AccountClocks, bound, createAccountClocks } from "../../../src/infra/test-clock/clocks.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { eventually } from "../../support/harness.ts";
import { memoryStore, storeOver } from "../db/memory-stores.ts";

/** What stands in the way of an advance: receivers that never answer, refused writes. */

const owner = "acct_1";
const startMs = Date.parse("2026-03-01T00:00:00Z");
let connection: Connection;
let store: Store;
let realClock: TestClock;
let stopping: AbortController;
let clocks: AccountClocks;
/** Ends all calls. */
let answer: PromiseWithResolvers<void>;
/** How many of the next chores fail. */
let failures: number;
let callsBegun: number;

/** An advance that waits as long fails its test: what it waits for comes. */
const patientMs = 40_000;
/** For advances that wait in vain. Their own tasks take as long as they take. */
const briefMs = 50;

beforeEach(() => {
  ({ connection } = memoryStore("sandbox", "platform"));
  connection.exec(`
    CREATE TABLE chores (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, due_at INTEGER, done_at INTEGER) STRICT;
    CREATE TABLE answers (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
    CREATE TABLE orders (position INTEGER PRIMARY KEY, of TEXT NOT NULL, account_id TEXT NOT NULL,
      due_at INTEGER NOT NULL) STRICT;
    CREATE TABLE calls (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, due_at INTEGER, done_at INTEGER) STRICT;`);
  store = storeOver(connection, "sandbox", bound);
  realClock = createClock(startMs);
  stopping = new AbortController();
  answer = Promise.withResolvers();
  failures = 0;
  callsBegun = 0;
});
afterEach(async () => {
  stopping.abort();
  answer.resolve();
  await clocks.runner.stop(1_000);
  await store.write(() => {});
  connection.close();
});

function openClocks(outsideMaxMs: number): void {
  const log = createLog("silent");
  const world = { store, realClock, log, stopping: stopping.signal, isPaused: () => false };
  clocks = createAccountClocks({ ...world, outsideMaxMs });
  addJob("calls", true, () => {
    callsBegun += 1;
    return answer.promise;
  });
  addJob("chores", false, async () => {
    failures -= 1;
    if (failures >= 0) throw new Error("failed");
  });
  clocks.runner.start();
}

/** Orders wait in groups, as the calls to a carrier do: each task does the first of its group. */
function addOrders(): void {
  const first = (row: string) =>
    `${row}.position = (SELECT min(position) FROM orders AS first WHERE first.of = ${row}.of)`;
  const { indexed } = dueRows({
    table: "orders",
    id: (row) => `${row}.of`,
    at: (row) => `${row}.due_at`,
    when: first,
    account: (row) => `${row}.account_id`,
    isGrouped: true,
  })(store);
  clocks.runner.addJob({
    name: "orders",
    rows: indexed as IndexedTable,
    inFlightMax: 20,
    isOutside: true,
    synced: store.synced,
    isRunning: () => false,
    rebuild: () => {},
    task: (id) =>
      store.write((tx) => {
        const firstOf = sql`SELECT min(position) FROM orders WHERE of = ${id}`;
        tx.run(sql`DELETE FROM orders WHERE position = (${firstOf})`);
        tx.run(sql`INSERT INTO answers VALUES ((SELECT count(*) FROM answers), ${clocks.clock.now()})`);
      }),
  });
}

function addJob(table: "calls" | "chores", isOutside: boolean, before: () => Promise<void>): void {
  const { indexed } = dueRows({
    table,
    id: (row) => `${row}.id`,
    at: (row) => `${row}.due_at`,
    account: (row) => `${row}.account_id`,
  })(store);
  clocks.runner.addJob({
    name: table,
    rows: indexed as IndexedTable,
    inFlightMax: 20,
    isOutside,
    synced: store.synced,
    isRunning: () => false,
    rebuild: () => {},
    async task(id) {
      await before();
      const done = sql.raw(table);
      await store.write((tx) => {
        tx.run(sql`UPDATE ${done} SET due_at = NULL, done_at = ${clocks.clock.now()} WHERE id = ${id}`);
        if (isOutside) tx.run(sql`INSERT INTO answers VALUES (${id}, ${clocks.clock.now()})`);
      });
    },
  });
}

const add = (table: "calls" | "chores", count: number, inMs: number) =>
  store.write((tx) => {
    for (let number = 0; number < count; number += 1)
      tx.run(
        sql`INSERT INTO ${sql.raw(table)} VALUES (${`${inMs} ${number}`}, ${owner}, ${startMs + inMs}, NULL)`,
      );
  });
const move = (inMs: number, runsOn = false) =>
  clocks.runner.move(owner, () => ({ at: startMs + inMs, runsOn }));
const choresDone = () =>
  store.db
    .all<{ done_at: number }>(sql`SELECT done_at FROM chores WHERE done_at IS NOT NULL ORDER BY done_at`)
    .map(({ done_at }) => done_at - startMs);

test("calls that nobody answers hide nothing that is due after them, whether the clock stands or runs", async () => {
  openClocks(briefMs);
  await add("calls", 400, 1_000);
  await add("chores", 1, 1_001);
  await add("chores", 1, 2_000);
  await move(3_000);
  expect(choresDone()).toEqual([1_001, 2_000]);

  await move(3_000, true);
  await add("chores", 1, 3_000);
  await eventually("the chore", () => (choresDone().length === 3 ? true : undefined));
});

test("a clock does not pass what has failed: an advance waits for its next attempt", async () => {
  openClocks(patientMs);
  failures = 1;
  await add("chores", 1, 1_000);
  await add("chores", 1, 2_000);
  const moved = move(3_000);
  await eventually("the failure", () => failures < 1 || undefined);
  realClock.advance(1);
  expect(await moved).toEqual({ tasks: 3, pending: 0 });
  expect(choresDone()).toEqual([1_000, 2_000]);
});

test("what fails for longer than an advance waits is pending, and is done later", async () => {
  openClocks(briefMs);
  failures = 1;
  await add("chores", 1, 1_000);
  await add("chores", 1, 2_000);
  expect(await move(3_000)).toEqual({ tasks: 2, pending: 1 });
  expect(choresDone()).toEqual([2_000]);
  realClock.advance(1);
  expect(await move(3_000)).toEqual({ tasks: 1, pending: 0 });
  expect(choresDone()).toEqual([2_000, 3_000]);
});

test("a task that does the first of a group has not failed: the next, due at the same time, follows at once", async () => {
  openClocks(patientMs);
  addOrders();
  const at = startMs + 1_000;
  const order = sql`INSERT INTO orders (of, account_id, due_at) VALUES ('one', ${owner}, ${at}), ('one', ${owner}, ${at})`;
  await store.write((tx) => tx.run(order));
  expect(await move(3_000)).toEqual({ tasks: 2, pending: 0 });
  expect(store.db.all(sql`SELECT at FROM answers`)).toEqual([{ at }, { at }]);
});

test("an advance whose write is refused is taken up again, and a clock that ran runs on", async () => {
  openClocks(patientMs);
  await move(0, true);
  await add("chores", 1, 1_000);
  connection.exec(`CREATE TEMP TRIGGER refuse BEFORE UPDATE ON main.sandbox_clocks WHEN NEW.frozen_at > ${startMs}
    BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  await expect(move(5_000, true)).rejects.toThrow("refused");
  expect(clocks.times.find(owner)).toMatchObject({
    frozenAt: startMs,
    goalAt: startMs + 5_000,
    runsOn: true,
  });
  connection.exec("DROP TRIGGER refuse");
  const clock = await eventually("the end of the advance", () => {
    const found = clocks.times.find(owner);
    return found?.goalAt === null ? found : undefined;
  });
  expect(clock).toMatchObject({ frozenAt: null, aheadMs: 5_000 });
  expect(choresDone()).toEqual([1_000]);
});

test("an account returns to real time without what its tasks and others write while it is emptied", async () => {
  openClocks(patientMs);
  await move(60_000);
  await add("calls", 1, 60_000);
  const moved = move(60_000);
  await eventually("the call", () => callsBegun === 1 || undefined);
  const empty = async (drop: (tx: Tx) => void) => {
    const forget = (tx: Tx) => {
      for (const table of ["calls", "chores", "answers"]) tx.run(sql`DELETE FROM ${sql.raw(table)}`);
    };
    await store.write(forget);
    // A task that begins now would write in the future.
    await add("chores", 1, 0);
    await store.write((tx) => {
      expect(choresDone()).toEqual([]);
      forget(tx);
      drop(tx);
    });
    expect([clocks.times.find(owner), clocks.times.now(owner)]).toEqual([undefined, startMs]);
  };
  const removed = clocks.runner.remove(owner, empty);
  answer.resolve();
  await removed;
  expect((await moved).pending).toBe(1);
  const left = sql`SELECT (SELECT count(*) FROM answers) + (SELECT count(*) FROM chores) + (SELECT count(*) FROM calls) AS n`;
  expect(store.db.all(left)).toEqual([{ n: 0 }]);
});

test("removing a clock ends an advance that new work keeps from ending", async () => {
  openClocks(patientMs);
  let isCreating = true;
  let made = 0;
  const creating = (async () => {
    for (; isCreating; made += 1) await add("chores", 1, made);
  })();
  const moving = move(60_000);
  await eventually("much work", () => made > 100 || undefined);
  expect(clocks.times.now(owner)).toBeLessThan(startMs + 60_000);
  await clocks.runner.remove(owner, (drop) => store.write(drop));
  expect((await moving).tasks).toBeGreaterThan(0);
  expect(clocks.times.find(owner)).toBeUndefined();
  isCreating = false;
  await creating;
  await move(60_000);
  expect(clocks.times.now(owner)).toBe(startMs + 60_000);
});

test("an account that cannot be emptied keeps its clock, and what is due goes on", async () => {
  openClocks(patientMs);
  await move(1_000);
  const fail = () =>
    store.write(() => {
      throw new Error("refused");
    });
  await expect(clocks.runner.remove(owner, fail)).rejects.toThrow("refused");
  const undone = (drop: (tx: Tx) => void) =>
    store.write((tx) => {
      drop(tx);
      throw new Error("refused");
    });
  await expect(clocks.runner.remove(owner, undone)).rejects.toThrow("refused");
  expect(clocks.times.now(owner)).toBe(startMs + 1_000);
  await add("chores", 1, 500);
  await eventually("the chore", () => choresDone().length === 1);
});
