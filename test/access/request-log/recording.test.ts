import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { inBatches } from "../../../src/access/request-log/batch.ts";
import {
  type CompletedRequest,
  flushRequests,
  recordRequest,
} from "../../../src/access/request-log/recording.ts";
import { removeOldRequests } from "../../../src/access/request-log/service.ts";
import { requestStore } from "../../../src/access/request-log/store.ts";
import { removeRequests } from "../../../src/access/request-log/writing.ts";
import { countRequest, flushUsage } from "../../../src/access/usage/counting.ts";
import { usageStore } from "../../../src/access/usage/store.ts";
import type { Db, WorkerStore } from "../../../src/infra/db/store.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { AppError } from "../../../src/infra/errors.ts";
import type { Caller } from "../../../src/infra/http/principal.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { memoryStore } from "../../infra/db/memory-stores.ts";
import { createClock } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { callerOf, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../../support/harness.ts";
import { logEntry } from "./log-entry.ts";

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

function answered(deps: Deps, caller: Caller, change: Partial<CompletedRequest> = {}): CompletedRequest {
  return {
    id: deps.ids.make("req"),
    caller,
    method: "GET",
    path: "/api/v1/platform/shipments",
    route: "listShipments",
    address: "127.0.0.1",
    receivedAt: deps.clock.now(),
    durationMs: 1,
    status: 200,
    ...change,
  };
}

const everything = Number.MAX_SAFE_INTEGER;
/** Ids, newest first. */
const loggedIn = (db: Db, caller: Caller) =>
  requestStore(db)
    .list(caller, { refused: false }, everything, everything)
    .flatMap(({ entries }) => entries.map(({ id }) => id).reverse());

const loggedOf = ({ stores }: Deps, caller: Caller) => loggedIn(stores.telemetry.db, caller);

/** The server, with another way to the writer of telemetry, a log that is looked at, and what metrics count. */
function withRun(run: WorkerStore["run"]) {
  const { deps } = server;
  const warnings: unknown[] = [];
  const metrics = { dropped: 0 };
  const changed: Deps = {
    ...deps,
    stores: { ...deps.stores, telemetry: { ...deps.stores.telemetry, run } },
    log: { ...deps.log, warn: (fields: unknown) => void warnings.push(fields) } as Deps["log"],
    meter: {
      request() {},
      batch() {},
      sync() {},
      delivery() {},
      droppedRequests(count) {
        metrics.dropped += count;
      },
    },
  };
  return { deps: changed, warnings, metrics };
}

describe("recording", () => {
  test("keeps what the disk did not accept, in order", async () => {
    const { telemetry } = server.deps.stores;
    let refusals = 0;
    const { deps, warnings, metrics } = withRun((...given) => {
      if (refusals >= 2) return telemetry.run(...given);
      refusals += 1;
      return Promise.reject(new AppError("storage_full"));
    });
    const caller = newCaller();
    const requests = [1, 2, 3].map(() => answered(deps, caller));
    for (const request of requests) {
      recordRequest(deps, request);
      await flushRequests(deps);
    }
    expect(refusals).toBe(2);
    expect([warnings, metrics.dropped]).toEqual([[], 0]);
    expect(loggedOf(deps, caller)).toEqual(requests.map(({ id }) => id).reverse());
  });

  test("drops and counts what ends the thread, and logs what comes after it", async () => {
    const { telemetry } = server.deps.stores;
    let ended = false;
    const { deps, warnings, metrics } = withRun(async (...given) => {
      if (ended) return telemetry.run(...given);
      ended = true;
      throw new Error("the thread has ended");
    });
    const caller = newCaller();
    const [lost, logged] = [answered(deps, caller), answered(deps, caller)];
    for (const request of [lost, logged]) {
      recordRequest(deps, request);
      await flushRequests(deps);
    }
    expect(metrics.dropped).toBe(1);
    expect(warnings).toContainEqual({ err: new Error("the thread has ended") });
    await eventually("a line about the drop", () =>
      warnings.find((line) => Bun.deepEquals(line, { dropped: 1 })),
    );
    expect(loggedOf(deps, caller)).toEqual([logged.id]);
  });

  test("drops the oldest requests of a flood, counts and logs that, and loses no count of usage", async () => {
    const { telemetry } = server.deps.stores;
    const writer = Promise.withResolvers<void>();
    // The writer does not answer before the flood is over.
    const { deps, warnings, metrics } = withRun(async (...given) => {
      await writer.promise;
      return telemetry.run(...given);
    });
    const caller = newCaller();
    const total = 50_001;
    const first = answered(deps, caller);
    const last = answered(deps, caller);
    for (let times = 1; times <= total; times += 1) {
      countRequest(deps, caller, { route: "listShipments", status: 200, durationMs: 1 });
      recordRequest(deps, times === 1 ? first : times === total ? last : { ...first, id: "req_between" });
    }
    writer.resolve();
    await Promise.all([flushRequests(deps), flushUsage(deps)]);

    const chunk = 500;
    expect(metrics.dropped).toBe(chunk);
    await eventually("a line about the drop", () =>
      warnings.find((line) => Bun.deepEquals(line, { dropped: chunk })),
    );
    const ids = loggedOf(deps, caller);
    expect(ids.length).toBe(total - chunk);
    expect(ids).toContain(last.id);
    expect(ids).not.toContain(first.id);
    const days = [Math.floor(deps.clock.now() / dayMs)];
    const counts = usageStore(telemetry.db).requests({ ...caller, days }, "day");
    expect(counts.map(({ requests }) => requests)).toEqual([total]);
  });
});

test("requests are answered while the writer hangs, and are in the log when it continues", async () => {
  const { telemetry } = server.deps.stores;
  const writer = Promise.withResolvers<void>();
  const { run } = telemetry;
  const hanging = spyOn(telemetry, "run").mockImplementation(async (...given) => {
    await writer.promise;
    return run(...given);
  });
  const { sandbox, sandboxKey } = await server.account();
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.get(`${platform}/events`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const flushed = flushRequests(server.deps);
  expect((await sandbox.get(`${platform}/events`)).status).toBe(200);
  expect(hanging).toHaveBeenCalled();
  writer.resolve();
  await flushed;
  hanging.mockRestore();
  const { body } = await server.client({ "x-api-key": sandboxKey }).get(`${platform}/requests?limit=100`);
  expect(body.data.length).toBe(21);
  const usage = await sandbox.get(`${platform}/usage`);
  expect(usage.body.totals.requests).toBe(22);
});

test("a request that took long is found among those that came after it", async () => {
  const caller = newCaller();
  const { deps } = server;
  for (const ids of [["req_b", "req_d"], ["req_a", "req_e"], ["req_c"]]) {
    for (const id of ids) recordRequest(deps, answered(deps, caller, { id, path: `/${id}` }));
    await flushRequests(deps);
  }
  const requests = requestStore(deps.stores.telemetry.db);
  for (const id of ["req_a", "req_b", "req_c", "req_d", "req_e"]) {
    expect(requests.find(caller, id)?.entry.path).toBe(`/${id}`);
  }
  expect(requests.find(caller, "req_bb")).toBeUndefined();
  expect(requests.find({ ...caller, environment: "sandbox" }, "req_a")).toBeUndefined();
});

test("a refusal has bodies, but not one for asking too much", async () => {
  const caller = newCaller();
  const { deps } = server;
  const bodies = { method: "POST", responseBody: '{"a":1}' };
  for (const status of [201, 422, 429]) {
    recordRequest(deps, answered(deps, caller, { id: `req_${status}`, status, ...bodies }));
  }
  await flushRequests(deps);
  const kept = (id: string) => requestStore(deps.stores.telemetry.db).find(caller, id)?.bodies?.response;
  expect(["req_201", "req_422", "req_429"].map(kept)).toEqual(['{"a":1}', '{"a":1}', undefined]);
});

test("a stop writes what was recorded, and the next start still has it", async () => {
  const dataDir = await makeDataFolder();
  const first = await startServer({ dataDir });
  const { sandboxKey } = await first.account();
  const headers = { "x-api-key": sandboxKey };
  const asked = await first.client(headers).get(`${platform}/events`);
  await first.stop();
  const second = await startServer({ dataDir });
  const { body } = await second.client(headers).get(`${platform}/requests`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([asked.headers.get("x-request-id")]);
  await second.stop();
  rmSync(dataDir, { recursive: true });
});

describe("deleting old data", () => {
  test("leaves what the setting allows", async () => {
    const running = await startServer({ config: { requestLogDays: 3 } });
    const { deps } = running;
    const caller = newCaller();
    const now = deps.clock.now();
    for (const [id, receivedAt] of [
      ["req_old", now - 3 * dayMs - 1],
      ["req_kept", now - 3 * dayMs],
    ] as const) {
      recordRequest(deps, answered(deps, caller, { id, receivedAt }));
      await flushRequests(deps);
    }
    await removeOldRequests(deps, now);
    expect(loggedOf(deps, caller)).toEqual(["req_kept"]);
    await running.stop();
  });

  /** A log of its own, with one request in each batch. */
  async function storeWith(...logged: [caller: Caller, id: string, receivedAt?: number][]) {
    const { store, connection } = memoryStore("telemetry", "telemetry");
    for (const [caller, id, receivedAt = 0] of logged) {
      const { accountId, environment } = caller;
      const entry = logEntry(id, { createdAt: receivedAt });
      await store.write((tx) => {
        for (const batch of inBatches([{ accountId, environment, entry, bodies: null }])) {
          requestStore(tx).insert(batch);
        }
      });
    }
    const ids = (caller: Caller) => loggedIn(store.db, caller);
    return { store, ids, [Symbol.dispose]: () => void connection.close() };
  }

  test("works a step at a time, so that others write in between", async () => {
    const caller = newCaller();
    const old = Array.from(
      { length: 45 },
      (_, index) => [caller, `req_old_${index}`, 1] as [Caller, string, number],
    );
    using log = await storeWith(...old, [caller, "req_kept", 2]);
    const left: number[] = [];
    const write: typeof log.store.write = async (fn) => {
      const result = await log.store.write(fn);
      left.push(log.ids(caller).length);
      return result;
    };
    await removeRequests.work({ ...log.store, write }, { before: 2 });
    expect(left).toEqual([26, 6, 1, 1]);
    expect(log.ids(caller)).toEqual(["req_kept"]);
  });

  test("deletes the oldest of too many, whatever their age", async () => {
    const caller = newCaller();
    using log = await storeWith([caller, "req_1"], [caller, "req_2"], [caller, "req_3"]);
    const total = requestStore(log.store.db).total();
    // Any of them has some hundred characters.
    await log.store.write((tx) => requestStore(tx).removeOldest(0, total - 300, everything));
    expect(log.ids(caller)).toEqual(["req_3", "req_2"]);
    expect(requestStore(log.store.db).total()).toBe(total);
  });

  test("deletes the oldest requests of an account with too many, and nobody else's", async () => {
    const [one, other] = [newCaller(), newCaller()];
    const sandbox = { ...one, environment: "sandbox" } as Caller;
    const own = [1, 2, 3, 4, 5].map((number) => [one, `req_${number}`] as [Caller, string]);
    using log = await storeWith([other, "req_other"], ...own, [sandbox, "req_sandbox"]);
    const keepTo = (charactersMax: number) =>
      log.store.write((tx) => requestStore(tx).removeExcess(one, charactersMax));
    await keepTo(10_000);
    expect(log.ids(one).length).toBe(5);
    await keepTo(300);
    expect(log.ids(one)).toEqual(["req_5", "req_4", "req_3"]);
    await keepTo(300);
    expect(log.ids(one)).toEqual(["req_5", "req_4"]);
    expect(log.ids(other)).toEqual(["req_other"]);
    expect(log.ids(sandbox)).toEqual(["req_sandbox"]);
  });
});
