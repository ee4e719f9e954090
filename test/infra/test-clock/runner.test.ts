import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { systemClock } from "../../../src/infra/clock.ts";
import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { dueRows } from "../../../src/infra/db/due-rows.ts";
import type { Tx } from "../../../src/infra/db/store.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { startLoop } from "../../../src/infra/jobs/loop.ts";
import { rowJob } from "../../../src/infra/jobs/row-job.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { bound, createAccountClocks } from "../../../src/infra/test-clock/clocks.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { memoryStore, storeOver } from "../db/memory-stores.ts";

/**
 * Chores of two accounts fall due again and again, while clocks stand, run and are moved, and the process is killed in
 * the middle of it. Each chore is done once for each time, never early, and at its time where only the clock was moved.
 */

const accounts = ["acct_1", "acct_2"] as const;
type Account = (typeof accounts)[number];
const startMs = Date.parse("2026-03-01T00:00:00Z");
const farMs = 10_000_000;

type Step =
  | { kind: "add"; account: Account; inMs: number; times: number; everyMs: number; fails: boolean }
  | { kind: "advance"; account: Account; ms: number; meanwhile: number }
  | { kind: "both"; account: Account; ms: number }
  | { kind: "kill"; account: Account; ms: number; afterTurns: number }
  | { kind: "run on" | "reset" | "remove one"; account: Account }
  | { kind: "wait"; ms: number };

const account = fc.constantFrom(...accounts);
const ms = fc.integer({ min: 0, max: 90_000 });
const adding = fc.record({
  kind: fc.constant("add" as const),
  account,
  inMs: fc.integer({ min: -1_000, max: 100_000 }),
  times: fc.integer({ min: 1, max: 4 }),
  everyMs: fc.integer({ min: 0, max: 30_000 }),
  fails: fc.constant(false),
});
const advancing = fc.oneof(
  fc.record({
    kind: fc.constant("advance" as const),
    account,
    ms,
    meanwhile: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant("both" as const), account, ms }),
  fc.record({ kind: fc.constant("kill" as const), account, ms, afterTurns: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ kind: fc.constantFrom("reset" as const, "remove one" as const), account }),
);
const anything = fc.oneof(
  adding.map((step) => ({ ...step, fails: step.times === 3 })),
  advancing,
  fc.record({ kind: fc.constant("run on" as const), account }),
  fc.record({ kind: fc.constant("wait" as const), ms }),
);

const choresDue = dueRows({
  table: "chores",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});

/** A process over a database. @param isOneWrite whether its chores write as soon as they begin, and promise no more */
function openWorld(connection: Connection, realClock: TestClock, isOneWrite = false) {
  const store = storeOver(connection, "sandbox", bound);
  const stopping = new AbortController();
  const log = createLog("silent");
  const clocks = createAccountClocks({
    store,
    realClock,
    log,
    stopping: stopping.signal,
    isPaused: () => false,
    // What has failed waits for a second of a clock that stands still here.
    outsideMaxMs: 900,
  });
  const deps = { clock: clocks.clock, realClock, clocks, log, stopping: stopping.signal } as unknown as Deps;
  const failed = new Set<string>();
  const chores = rowJob(deps, "sandbox", {
    name: "chores",
    rows: choresDue(store),
    inFlightMax: 3,
    isOneWrite,
    async task(id) {
      if (!isOneWrite && !isPrompt(id)) await Promise.resolve();
      await store.write((tx) => {
        const row = tx.get<Chore | undefined>(sql`SELECT * FROM chores WHERE id = ${id}`);
        const now = deps.clock.now();
        if (!row || row.due_at === null || row.due_at > now) return;
        if (row.fails && !failed.has(id)) {
          failed.add(id);
          throw new Error("failed once");
        }
        tx.run(sql`INSERT INTO done (id, account_id, due_at, known_at, at)
          VALUES (${id}, ${row.account_id}, ${row.due_at}, ${row.known_at}, ${now})`);
        tx.run(sql`UPDATE chores SET times = times - 1, known_at = ${now},
          due_at = iif(times > 1, due_at + every_ms, NULL) WHERE id = ${id}`);
      });
    },
  });
  const loop = startLoop([chores], realClock, log);
  store.onSynced(loop.wake);
  clocks.runner.start();
  return { store, clocks, loop, stopping };
}

interface Chore {
  account_id: string;
  due_at: number | null;
  known_at: number;
  fails: number;
}

interface Done {
  id: string;
  account_id: string;
  due_at: number;
  known_at: number;
  at: number;
}

function emptyDatabase(): Connection {
  const { connection } = memoryStore("sandbox", "platform");
  connection.exec(`
    CREATE TABLE chores (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, due_at INTEGER, known_at INTEGER NOT NULL,
      times INTEGER NOT NULL, every_ms INTEGER NOT NULL, fails INTEGER NOT NULL) STRICT;
    CREATE INDEX chores_due ON chores (due_at);
    CREATE TABLE done (position INTEGER PRIMARY KEY, id TEXT NOT NULL, account_id TEXT NOT NULL,
      due_at INTEGER NOT NULL, known_at INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;`);
  return connection;
}

/** Half of the chores write as soon as they begin, so that they share the transaction of the clock. */
const isPrompt = (id: string) => Number(id.replace("chore ", "")) % 2 === 0;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** @param exact whether every chore must be done at its very time */
async function live(steps: readonly Step[], exact: boolean, isOneWrite = false): Promise<void> {
  const realClock = createClock(startMs);
  let connection = emptyDatabase();
  let world = openWorld(connection, realClock, isOneWrite);
  let added = 0;
  const expected = new Map<string, { account: Account; times: number }>();
  const seen = new Map<Account, number>();
  const move = (owner: Account, forMs: number) =>
    world.clocks.runner.move(owner, () => ({ at: world.clocks.times.now(owner) + forMs, runsOn: false }));
  if (exact) for (const owner of accounts) await move(owner, 0);

  const add = async ({ account: owner, inMs, times, everyMs, fails }: Step & { kind: "add" }) => {
    added += 1;
    const id = `chore ${added}`;
    const { store, clocks } = world;
    await clocks.times.run(owner, () =>
      store.write((tx: Tx) => {
        const now = clocks.clock.now();
        tx.run(sql`INSERT INTO chores (id, account_id, due_at, known_at, times, every_ms, fails)
          VALUES (${id}, ${owner}, ${now + inMs}, ${now}, ${times}, ${everyMs}, ${Number(fails)})`);
      }),
    );
    expected.set(id, { account: owner, times });
  };
  const stop = async (killed: boolean, moving?: Promise<unknown>) => {
    const copy = killed ? connection.serialize() : undefined;
    world.stopping.abort();
    await Promise.all([world.loop.stop(1_000), world.clocks.runner.stop(1_000), moving]);
    await world.store.write(() => {});
    const last = copy ?? connection.serialize();
    connection.close();
    connection = openConnection(last, undefined);
    world = openWorld(connection, realClock, isOneWrite);
  };
  const perform = async (step: Step): Promise<unknown> => {
    switch (step.kind) {
      case "add":
        return add(step);
      case "wait":
        realClock.advance(step.ms / 1_000);
        return add({ kind: "add", account: "acct_1", inMs: 0, times: 1, everyMs: 0, fails: false });
      case "advance": {
        const more = Array.from({ length: step.meanwhile }, (_, index) => ({
          kind: "add" as const,
          account: step.account,
          inMs: index * 7_000,
          times: 2,
          everyMs: 3_000,
          fails: false,
        }));
        return Promise.all([move(step.account, step.ms), ...more.map(add)]);
      }
      case "both":
        return Promise.all([move(step.account, step.ms), move(step.account, step.ms)]);
      case "kill": {
        const moved = move(step.account, step.ms).catch(() => {});
        for (let turns = 0; turns < step.afterTurns; turns += 1) await turn();
        return stop(true, moved);
      }
      case "run on":
        return world.clocks.runner.move(step.account, () => ({
          at: world.clocks.times.now(step.account),
          runsOn: true,
        }));
      case "remove one": {
        const [id] = [...expected].find(([, { account: owner }]) => owner === step.account) ?? [];
        if (id === undefined) return undefined;
        expected.delete(id);
        return world.store.write((tx) => {
          tx.run(sql`DELETE FROM chores WHERE id = ${id}`);
          tx.run(sql`DELETE FROM done WHERE id = ${id}`);
        });
      }
      case "reset": {
        await world.clocks.runner.remove(step.account, (drop) =>
          world.store.write((tx) => {
            tx.run(sql`DELETE FROM chores WHERE account_id = ${step.account}`);
            tx.run(sql`DELETE FROM done WHERE account_id = ${step.account}`);
            drop(tx);
          }),
        );
        for (const [id, { account: owner }] of expected) if (owner === step.account) expected.delete(id);
        seen.delete(step.account);
        return exact ? move(step.account, 0) : undefined;
      }
    }
  };

  for (const step of steps) {
    await perform(step);
    for (const owner of accounts) {
      const now = world.clocks.times.now(owner);
      expect(now).toBeGreaterThanOrEqual(seen.get(owner) ?? 0);
      seen.set(owner, now);
    }
  }
  for (const owner of accounts) await move(owner, farMs);
  // What had failed waits in real time.
  for (let tries = 0; tries < 4; tries += 1) {
    realClock.advance(400);
    for (const owner of accounts) await move(owner, 1);
  }
  const done = world.store.db.all<Done>(sql`SELECT * FROM done ORDER BY position`);
  const left = world.store.db.all(sql`SELECT * FROM chores WHERE due_at IS NOT NULL`);
  await stop(false);
  world.stopping.abort();
  await Promise.all([world.loop.stop(1_000), world.clocks.runner.stop(1_000)]);
  connection.close();

  expect(left).toEqual([]);
  for (const [id, { times }] of expected) expect(done.filter((each) => each.id === id)).toHaveLength(times);
  for (const owner of accounts) {
    const times = done.filter(({ account_id }) => account_id === owner).map(({ at }) => at);
    expect(times.toSorted((one, other) => one - other)).toEqual(times);
  }
  for (const { due_at, known_at, at } of done) {
    expect(at).toBeGreaterThanOrEqual(due_at);
    if (exact) expect(at).toBe(Math.max(due_at, known_at));
  }
}

test("where only clocks are moved, every chore is done at its very time, whenever the process is killed", async () => {
  const steps = fc.array(fc.oneof(adding, advancing), { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, (some) => live(some, true)),
    { numRuns: 40 },
  );
});

test("whatever happens, every chore is done once, none early, and clocks never go back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 3, maxLength: 14 }), (some) => live(some, false)),
    { numRuns: 40 },
  );
});

test("both hold where chores are one write each, so that many times share a transaction", async () => {
  const exact = fc.array(fc.oneof(adding, advancing), { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(exact, (some) => live(some, true, true)),
    { numRuns: 40 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 3, maxLength: 14 }), (some) => live(some, false, true)),
    { numRuns: 40 },
  );
});

test("no commit shows a time at which something is due that writes as soon as it begins", async () => {
  const connection = emptyDatabase();
  const { store, clocks, loop, stopping } = openWorld(connection, createClock(startMs));
  const [owner] = accounts;
  await clocks.runner.move(owner, () => ({ at: startMs, runsOn: false }));
  await store.write((tx) => {
    for (let second = 1; second <= 5; second += 1)
      tx.run(sql`INSERT INTO chores (id, account_id, due_at, known_at, times, every_ms, fails)
        VALUES (${`chore ${2 * second}`}, ${owner}, ${startMs + second * 1_000}, ${startMs}, 1, 0, 0)`);
  });
  const seen: unknown[] = [];
  store.onSynced(() => {
    seen.push(
      ...store.db.all(sql`SELECT frozen_at - ${startMs} AS at, (SELECT count(*) FROM done) AS done,
        (SELECT count(*) FROM chores WHERE due_at <= frozen_at) AS due FROM sandbox_clocks`),
    );
  });
  await clocks.runner.move(owner, () => ({ at: startMs + 5_000, runsOn: false }));
  expect(seen.filter((each, index) => !Bun.deepEquals(each, seen[index - 1]))).toEqual(
    [0, 1, 2, 3, 4, 5].map((done) => ({ at: done * 1_000, done, due: 0 })),
  );
  stopping.abort();
  await Promise.all([loop.stop(1_000), clocks.runner.stop(1_000)]);
  connection.close();
});

test("times whose chores are one write each share a transaction, and each chore is done at its own", async () => {
  const connection = emptyDatabase();
  const { store, clocks, loop, stopping } = openWorld(connection, createClock(startMs), true);
  const [owner] = accounts;
  await clocks.runner.move(owner, () => ({ at: startMs, runsOn: false }));
  const seconds = Array.from({ length: 40 }, (_, index) => index + 1);
  await store.write((tx) => {
    for (const second of seconds)
      tx.run(sql`INSERT INTO chores (id, account_id, due_at, known_at, times, every_ms, fails)
        VALUES (${`chore ${second}`}, ${owner}, ${startMs + second * 1_000}, ${startMs}, 1, 0, ${Number(second === 40)})`);
  });
  let commits = 0;
  store.onSynced(() => {
    commits += 1;
  });
  await clocks.runner.move(owner, () => ({ at: startMs + 60_000, runsOn: false }));
  const times = store.db
    .all<Done>(sql`SELECT * FROM done ORDER BY position`)
    .map(({ due_at, at }) => [due_at, at]);
  // The last one fails, which undoes no other.
  const expected = seconds.slice(0, -1).map((second) => startMs + second * 1_000);
  expect(times).toEqual(expected.map((at) => [at, at]));
  expect(commits).toBeLessThan(seconds.length / 4);
  stopping.abort();
  await Promise.all([loop.stop(1_000), clocks.runner.stop(1_000)]);
  connection.close();
});

test("an advance whose transaction fails leaves the clock where it was, and what was due undone", async () => {
  const connection = emptyDatabase();
  const { store, clocks, loop, stopping } = openWorld(connection, createClock(startMs));
  const [owner] = accounts;
  const move = () => clocks.runner.move(owner, () => ({ at: startMs + 5_000, runsOn: false }));
  await clocks.runner.move(owner, () => ({ at: startMs, runsOn: false }));
  await store.write((tx) => {
    tx.run(sql`INSERT INTO chores (id, account_id, due_at, known_at, times, every_ms, fails)
      VALUES ('chore 2', ${owner}, ${startMs + 1_000}, ${startMs}, 1, 0, 0)`);
  });
  connection.exec(
    `CREATE TEMP TRIGGER full AFTER INSERT ON main.done BEGIN SELECT RAISE(ROLLBACK, 'full'); END`,
  );
  await expect(move()).rejects.toThrow();
  const rows = () =>
    store.db.all(sql`SELECT frozen_at AS at, (SELECT count(*) FROM done) AS done FROM sandbox_clocks`);
  expect([clocks.times.now(owner), rows()]).toEqual([startMs, [{ at: startMs, done: 0 }]]);
  stopping.abort();
  await Promise.all([loop.stop(1_000), clocks.runner.stop(1_000)]);
  connection.close();
});

test("an advance waits for receivers outside only so long, and tells how many have not answered", async () => {
  const { store, connection } = memoryStore("sandbox", "platform");
  const [stopping, log] = [new AbortController().signal, createLog("silent")];
  const world = { store, realClock: systemClock, log, stopping, isPaused: () => false, outsideMaxMs: 20 };
  const { runner } = createAccountClocks(world);
  let waiting = 1;
  runner.addCompanion({ wake() {}, waiting: () => waiting });
  const move = () => runner.move(accounts[0], () => ({ at: Date.now() + farMs, runsOn: true }));
  expect(await move()).toEqual({ tasks: 0, pending: 1 });
  waiting = 0;
  expect(await move()).toEqual({ tasks: 0, pending: 0 });
  connection.close();
});
