import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { dueRows } from "../../../src/infra/db/due-rows.ts";
import type { Store, Tx } from "../../../src/infra/db/store.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { rowJob } from "../../../src/infra/jobs/row-job.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { storeOver } from "../db/memory-stores.ts";

/**
 * Nothing that is due is ever missed, whatever commits, tasks, kills and the clock do. The rows of a real database say
 * what is due, and the tasks what was begun.
 */

const seed = 71485955;
const runs = 200;
const startMs = Date.UTC(2026, 0, 1);
const inFlightMax = 3;
const ids = ["a", "b", "c", "d", "e", "f", "g"];
/** Before, at and after the present, in ms. */
const offsets = [-90_000, -1_000, -1, 0, 0, 1, 500, 1_000, 4_000, 60_000];

const tasksDue = dueRows({
  table: "tasks",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  when: (row) => `${row}.state = 'pending'`,
});

type Statement =
  | { kind: "insert" | "move"; id: string; offset: number }
  | { kind: "hold" | "pause" | "resume" | "delete"; id: string }
  | { kind: "move all"; offset: number };

type Command =
  | { kind: "commit"; statements: Statement[]; fails: boolean }
  | { kind: "end"; index: number; outcome: "done" | "later" | "again" | "fails" }
  | { kind: "wait"; ms: number }
  | { kind: "set clock"; ms: number }
  | { kind: "kill" };

const id = fc.constantFrom(...ids);
const offset = fc.constantFrom(...offsets);
const statement: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("insert", "move"), id, offset }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("hold", "pause", "resume", "delete"), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move all"), offset }) },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("commit"),
      statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("end"),
      index: fc.nat(inFlightMax),
      outcome: fc.constantFrom("done", "later", "again", "fails"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.constantFrom(1, 500, 1_000, 3_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("set clock"), ms: fc.constantFrom(-70_000, 5_000, 100_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "kill" as const }) },
);

test.each([
  ["rows with a time", false],
  ["rows that are due at once", true],
])("nothing due is missed: %s", async (_name, isDueAtOnce) => {
  const commands = fc.array(command, { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const world = createWorld(isDueAtOnce);
      for (const each of all) await world.run(each);
      await world.finish();
    }),
    { seed, numRuns: runs },
  );
});

interface Task {
  id: string;
  end: PromiseWithResolvers<void>;
}

/** A process with a job over a table, which can be killed and started again. */
function createWorld(isDueAtOnce: boolean) {
  const clock = createClock(startMs);
  const connection = openConnection(":memory:", undefined);
  connection.exec(`CREATE TABLE tasks (id TEXT PRIMARY KEY, state TEXT NOT NULL, due_at INTEGER) STRICT;
    CREATE INDEX tasks_due ON tasks (due_at) WHERE state = 'pending'`);
  let server = startProcess(connection, clock, isDueAtOnce);

  async function run(each: Command): Promise<void> {
    switch (each.kind) {
      case "commit":
        await commit(each.statements, each.fails);
        break;
      case "end":
        await end(server.running[each.index], each.outcome);
        break;
      case "wait":
        clock.advance(each.ms / 1_000);
        break;
      case "set clock":
        clock.advance(each.ms / 1_000);
        // The loop does so, as its own test shows.
        server.rebuild();
        break;
      case "kill":
        server = startProcess(openConnection(server.connection.serialize(), undefined), clock, isDueAtOnce);
        break;
    }
    await server.lookForWork();
    server.expectNothingMissed();
  }

  async function commit(statements: readonly Statement[], fails: boolean): Promise<void> {
    const written = server.store.write((tx) => {
      for (const each of statements) apply(tx, each, clock.now());
      if (fails) throw new Error("undone");
    });
    await (fails ? expect(written).rejects.toThrow("undone") : written);
  }

  /** The task writes what it did, as a job's does, unless the row is not due by the clock, and ends when that is durable. */
  async function end(task: Task | undefined, outcome: "done" | "later" | "again" | "fails"): Promise<void> {
    if (task === undefined) return;
    if (outcome === "fails") return task.end.reject(new Error("failed"));
    const next = { done: null, later: clock.now() + 2_000, again: clock.now() }[outcome];
    const state = outcome === "done" || isDueAtOnce ? "ended" : "pending";
    const again = outcome === "again" ? "pending" : state;
    await server.store.write((tx) =>
      tx.run(sql`UPDATE tasks SET due_at = ${next}, state = ${again} 
        WHERE id = ${task.id} AND due_at <= ${isDueAtOnce ? Number.MAX_SAFE_INTEGER : clock.now()}`),
    );
    task.end.resolve();
  }

  /** Everything that is left is done in the end. */
  async function finish(): Promise<void> {
    clock.advance(1_000);
    for (let round = 0; round < 50; round += 1) {
      await server.lookForWork();
      if (server.running.length === 0 && server.due().length === 0) return;
      await end(server.running[0], "done");
      clock.advance(400);
    }
    expect(server.due()).toEqual([]);
  }

  return { run, finish };
}

function apply(tx: Tx, each: Statement, now: number): void {
  switch (each.kind) {
    case "insert":
      tx.run(sql`INSERT OR IGNORE INTO tasks VALUES (${each.id}, 'pending', ${now + each.offset})`);
      break;
    case "move":
      tx.run(sql`UPDATE tasks SET due_at = ${now + each.offset} WHERE id = ${each.id}`);
      break;
    case "hold":
      tx.run(sql`UPDATE tasks SET due_at = NULL WHERE id = ${each.id}`);
      break;
    case "pause":
      tx.run(sql`UPDATE tasks SET state = 'paused' WHERE id = ${each.id}`);
      break;
    case "resume":
      tx.run(sql`UPDATE tasks SET state = 'pending' WHERE id = ${each.id}`);
      break;
    case "delete":
      tx.run(sql`DELETE FROM tasks WHERE id = ${each.id}`);
      break;
    case "move all":
      tx.run(sql`UPDATE tasks SET due_at = ${now + each.offset} WHERE state = 'pending'`);
      break;
  }
}

function startProcess(connection: Connection, clock: TestClock, isDueAtOnce: boolean) {
  const store: Store = storeOver(connection);
  const running: Task[] = [];
  /** Failures in a row and the end of the wait, by row. */
  const failed = new Map<string, { times: number; until: number }>();
  const deps = {
    clock,
    realClock: clock,
    log: createLog("silent"),
    stopping: new AbortController().signal,
  } as unknown as Deps;
  const job = rowJob(deps, "live", {
    name: "tasks",
    rows: tasksDue(store),
    isDueAtOnce,
    inFlightMax,
    async task(id) {
      expect(running.map((task) => task.id)).not.toContain(id);
      const task = { id, end: Promise.withResolvers<void>() };
      running.push(task);
      try {
        await task.end.promise;
        failed.delete(id);
      } catch (error) {
        const times = (failed.get(id)?.times ?? 0) + 1;
        failed.set(id, { times, until: clock.now() + 1_000 * 2 ** (times - 1) });
        throw error;
      } finally {
        running.splice(running.indexOf(task), 1);
      }
    },
  });
  job.watch(() => {});

  function due(): string[] {
    const before = isDueAtOnce ? Number.MAX_SAFE_INTEGER : clock.now();
    const rows = connection
      .prepare("SELECT id FROM tasks WHERE state = 'pending' AND due_at <= ?")
      .all(before) as { id: string }[];
    return rows.map((row) => row.id);
  }

  return {
    connection,
    store,
    job,
    running,
    due,
    /** Waits count by a clock that was wrong before or is wrong now, so they are over. */
    rebuild(): void {
      job.rebuild();
      for (const failure of failed.values()) failure.until = 0;
    },
    /** As the loop does: it asks the job's memory, and runs the job only if that says so. */
    async lookForWork(): Promise<void> {
      for (let turns = 0; turns < 3; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        while (job.nextDue() <= clock.now()) if ((await job.run(clock.now())) === 0) break;
      }
    },
    expectNothingMissed(): void {
      expect(job.findMissed(clock.now())).toBeUndefined();
      if (running.length === inFlightMax) return;
      const begun = running.map((task) => task.id);
      const left = (id: string) => (failed.get(id)?.until ?? 0) > clock.now();
      expect(due().filter((id) => !begun.includes(id) && !left(id))).toEqual([]);
    },
  };
}
