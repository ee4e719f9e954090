import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { countRequest, flushUsage } from "../../../src/access/usage/counting.ts";
import { removeOldUsage } from "../../../src/access/usage/service.ts";
import { usageStore } from "../../../src/access/usage/store.ts";
import {
  addCounts,
  disownCounts,
  removeCounts,
  removeCountsAhead,
} from "../../../src/access/usage/writing.ts";
import type { Store, TaskStore } from "../../../src/infra/db/store.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { AppError } from "../../../src/infra/errors.ts";
import type { Caller } from "../../../src/infra/http/principal.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { memoryStore } from "../../infra/db/memory-stores.ts";
import { createClock } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { callerOf, platform } from "../../support/fixtures.ts";
import { startServer, type TestServer } from "../../support/harness.ts";
import { watchStatements } from "../../support/statements.ts";

let server: TestServer;
beforeAll(async () => {
  // All of it happens on one day.
  server = await startServer({ replacements: { clock: createClock() } });
});
afterAll(() => server.stop());

let callers = 0;
function newCaller(): Caller {
  callers += 1;
  return callerOf(`acct_${callers}`, "live", `key_${callers}`);
}

function totalsOf(deps: Deps, { accountId, environment }: Caller, days: number[]) {
  const rows = usageStore(deps.stores.telemetry.db).requests({ accountId, environment, days }, "route");
  const sum = (name: "requests" | "errors" | "rateLimited") =>
    rows.reduce((total, row) => total + row[name], 0);
  return [sum("requests"), sum("errors"), sum("rateLimited")];
}

const request = { route: "getShipment", status: 200, durationMs: 1 };
const today = () => Math.floor(server.deps.clock.now() / dayMs);

describe("counting", () => {
  test("separates rate-limited requests from errors, and adds to stored counts", async () => {
    const caller = newCaller();
    for (let times = 0; times < 2; times += 1) {
      for (const status of [200, 304, 404, 429, 429, 500]) {
        countRequest(server.deps, caller, { ...request, status });
      }
      await flushUsage(server.deps);
    }
    expect(totalsOf(server.deps, caller, [today()])).toEqual([12, 4, 4]);
  });

  test("loses nothing while the disk does not take it", async () => {
    let refusals = 0;
    const { telemetry } = server.deps.stores;
    const refusing: Deps = {
      ...server.deps,
      stores: {
        ...server.deps.stores,
        telemetry: {
          ...telemetry,
          run: (...given) => {
            if (refusals >= 2) return telemetry.run(...given);
            refusals += 1;
            return Promise.reject(refusals === 1 ? new AppError("storage_full") : new Error("it ended"));
          },
        },
      },
    };
    const caller = newCaller();
    for (let times = 0; times < 3; times += 1) {
      countRequest(refusing, caller, request);
      await flushUsage(refusing);
    }
    expect(refusals).toBe(2);
    expect(totalsOf(refusing, caller, [today()])).toEqual([3, 0, 0]);
  });
});

describe("a stop", () => {
  test("writes what was counted, and the next start still has it", async () => {
    const dataDir = await makeDataFolder();
    const first = await startServer({ dataDir });
    const { sandboxKey } = await first.account();
    const headers = { "x-api-key": sandboxKey };
    for (let times = 0; times < 5; times += 1) await first.client(headers).get(`${platform}/events`);
    await first.stop();
    const second = await startServer({ dataDir });
    const usage = await second.client(headers).get(`${platform}/usage`);
    expect(usage.body.totals.requests).toBe(5);
    await second.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("deleting old data", () => {
  const counted = (caller: Caller, day: number) => {
    const count = { accountId: caller.accountId, environment: caller.environment, day };
    const of = { keyId: "", latency: 0, requests: 1, errors: 0, rateLimited: 0 };
    return {
      requests: Array.from({ length: 400 }, (_, route) => ({ ...count, ...of, route: `route-${route}` })),
      outcomes: [{ ...count, kind: "shipment", outcome: "created", total: 1 } as const],
      responses: [],
      attempts: [],
    };
  };

  test("leaves nothing that is older than 400 days", async () => {
    const caller = newCaller();
    const { telemetry } = server.deps.stores;
    const days = [today() - 402, today() - 401, today() - 400, today()];
    for (const day of days) await telemetry.run(addCounts, counted(caller, day));
    await removeOldUsage(server.deps, server.deps.clock.now());
    expect(totalsOf(server.deps, caller, days)).toEqual([800, 0, 0]);
    const span = { accountId: caller.accountId, environment: caller.environment, days };
    const left = usageStore(telemetry.db).outcomes(span);
    expect(left.map(({ day, total }) => [day, total])).toEqual([
      [today() - 400, 1],
      [today(), 1],
    ]);
  });

  test("works in steps, so that others write in between", async () => {
    const caller = newCaller();
    const { store, connection } = memoryStore("telemetry", "telemetry");
    await addCounts.work(store, counted(caller, 1));
    await addCounts.work(store, counted(caller, 2));
    let steps = 0;
    const write: typeof store.write = (fn) => {
      steps += 1;
      return store.write(fn);
    };
    await removeCounts.work({ ...store, write }, { day: 3, attemptHour: 0, responseHour: 0 });
    expect(steps).toBe(3);
    connection.close();
  });
});

describe("a deletion, beside an account whose clock has gone far ahead", () => {
  const daysAhead = 3_000;

  /** The telemetry with the counts of a traveler on each of so many days, and of another account on two. */
  async function filled(travelerDays: number): Promise<Store> {
    const { store } = memoryStore("telemetry", "telemetry");
    const traveled = Array.from({ length: travelerDays }, (_, day) => ["traveler", 11 + day] as const);
    const days = [...traveled, ["other", 10] as const, ["other", 2_000] as const].map(([accountId, day]) => ({
      accountId,
      environment: "sandbox" as const,
      day,
    }));
    await addCounts.work(store, {
      requests: days.map((of) => ({
        ...of,
        keyId: "key",
        route: "getShipment",
        latency: 1,
        requests: 1,
        errors: 0,
        rateLimited: 0,
      })),
      responses: days.map(({ day, ...of }) => ({ ...of, hour: day * 24 + 5, code: "", requests: 1 })),
      outcomes: days.map((of) => ({ ...of, kind: "shipment" as const, outcome: "created", total: 1 })),
      attempts: days.map(({ accountId, day }) => ({
        hour: day * 24,
        webhookId: `whk_${accountId}`,
        result: "success",
        latency: 1,
        attempts: 1,
        lastAt: 0,
      })),
    });
    return store;
  }

  /** The statements and transactions of a task. */
  async function workOf(store: Store, task: (counted: Store) => Promise<void>) {
    let writes = 0;
    const watch = watchStatements();
    const write: typeof store.write = (work) => {
      writes += 1;
      return store.write(work);
    };
    await task({ ...store, write });
    const statements = watch.take().length;
    watch.stop();
    return { writes, statements };
  }

  const tables = ["request_counts", "outcome_counts", "account_days", "response_counts", "attempt_counts"];
  const countsOf = (store: Store) =>
    tables.map((table) => {
      const owner = table === "attempt_counts" ? "webhook_id" : "account_id";
      const rows = store.db.all<{ owner: string; rows: number }>(
        sql.raw(`SELECT ${owner} AS owner, count(*) AS rows FROM ${table} GROUP BY 1 ORDER BY 1`),
      );
      return rows.map(({ owner: name, rows: total }) => `${name} ${total}`);
    });

  test("takes as many statements as without it, and leaves what is not its own", async () => {
    const disown = (store: TaskStore) =>
      disownCounts.work(store, { accountId: "other", webhookIds: ["whk_other"] });
    const [alone, beside] = [await filled(0), await filled(daysAhead)];
    const expected = await workOf(alone, disown);
    expect(await workOf(beside, disown)).toEqual(expected);
    expect(expected.writes).toBeLessThan(12);
    expect(countsOf(beside)).toEqual([
      [" 2", `traveler ${daysAhead}`],
      [" 2", `traveler ${daysAhead}`],
      [`traveler ${daysAhead}`],
      [`traveler ${daysAhead}`],
      [`whk_traveler ${daysAhead}`],
    ]);
  });

  test("by its clock's return takes as many too", async () => {
    const back = (store: TaskStore) =>
      removeCountsAhead.work(store, {
        accountId: "other",
        environment: "sandbox",
        day: 10,
        webhookIds: ["whk_other"],
      });
    const [alone, beside] = [await filled(0), await filled(daysAhead)];
    const expected = await workOf(alone, back);
    expect(await workOf(beside, back)).toEqual(expected);
    expect(countsOf(alone)).toEqual([["other 1"], ["other 1"], ["other 1"], ["other 1"], ["whk_other 1"]]);
    expect(countsOf(beside)[0]).toEqual(["other 1", `traveler ${daysAhead}`]);
  });
});
