import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CompletedRequest,
  flushRequests,
  recordRequest,
} from "../../../src/access/request-log/recording.ts";
import { removeOldRequests } from "../../../src/access/request-log/service.ts";
import { requestStore } from "../../../src/access/request-log/store.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { dayMs } from "../../../src/infra/durations.ts";
import { AppError } from "../../../src/infra/errors.ts";
import type { Caller } from "../../../src/infra/http/principal.ts";
import { callerOf, platform } from "../../support/fixtures.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
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
const loggedOf = (deps: Deps, caller: Caller) =>
  requestStore(deps.stores.telemetry.db)
    .list(caller, { refused: false }, everything, everything)
    .flatMap(({ entries }) => entries.map(({ id }) => id).reverse());

/** The same server, with another way to write telemetry, and a log that is looked at. */
function withWrite(write: Deps["stores"]["telemetry"]["write"]): Deps & { warnings: unknown[] } {
  const { deps } = server;
  const warnings: unknown[] = [];
  return {
    ...deps,
    stores: { ...deps.stores, telemetry: { ...deps.stores.telemetry, write } },
    log: { ...deps.log, warn: (fields: unknown) => void warnings.push(fields) } as Deps["log"],
    warnings,
  };
}

describe("recording", () => {
  test("keeps what the disk did not accept, in order", async () => {
    const { telemetry } = server.deps.stores;
    let refusals = 0;
    const deps = withWrite((fn) => {
      if (refusals >= 2) return telemetry.write(fn);
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
    expect(deps.warnings).toEqual([]);
    expect(loggedOf(deps, caller)).toEqual(requests.map(({ id }) => id).reverse());
  });

  test("drops the oldest requests of a flood and logs that", async () => {
    const { telemetry } = server.deps.stores;
    const deps = withWrite(telemetry.write);
    const caller = newCaller();
    const first = answered(deps, caller);
    const total = 50_001;
    recordRequest(deps, first);
    for (let times = 2; times < total; times += 1) recordRequest(deps, { ...first, id: "req_between" });
    const last = answered(deps, caller);
    recordRequest(deps, last);
    await flushRequests(deps);

    expect(deps.warnings).toEqual([{ dropped: 250 }]);
    const ids = loggedOf(deps, caller);
    expect(ids.length).toBe(total - 250);
    expect(ids).toContain(last.id);
    expect(ids).not.toContain(first.id);
  });
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
  const dataDir = mkdtempSync(join(tmpdir(), "waybill-requests-"));
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
  test("leaves what the setting allows, and works a step at a time", async () => {
    const running = await startServer({ config: { requestLogDays: 3 } });
    const { deps } = running;
    const caller = newCaller();
    const now = deps.clock.now();
    const { telemetry } = deps.stores;
    const log = (id: string, receivedAt: number) => {
      recordRequest(deps, answered(deps, caller, { id, receivedAt }));
      return flushRequests(deps);
    };
    for (let times = 0; times < 45; times += 1) await log(`req_old_${times}`, now - 3 * dayMs - 1);
    await log("req_kept", now - 3 * dayMs);
    const left: number[] = [];
    const write: typeof telemetry.write = async (fn) => {
      const result = await telemetry.write(fn);
      left.push(loggedOf(deps, caller).length);
      return result;
    };
    await removeOldRequests({ ...deps, stores: { ...deps.stores, telemetry: { ...telemetry, write } } }, now);
    expect(left).toEqual([26, 6, 1, 1]);
    expect(loggedOf(deps, caller)).toEqual(["req_kept"]);
    await running.stop();
  });

  test("deletes the oldest of too many, whatever their age", async () => {
    const caller = newCaller();
    const { telemetry } = server.deps.stores;
    for (const id of ["req_1", "req_2", "req_3"]) {
      recordRequest(server.deps, answered(server.deps, caller, { id }));
      await flushRequests(server.deps);
    }
    const total = requestStore(telemetry.db).total();
    // Any of them has some hundred characters.
    await telemetry.write((tx) => requestStore(tx).removeOldest(0, total - 300, everything));
    expect(loggedOf(server.deps, caller)).toEqual(["req_3", "req_2"]);
    expect(requestStore(telemetry.db).total()).toBe(total);
  });

  test("deletes the oldest requests of an account with too many, and nobody else's", async () => {
    const { deps } = server;
    const [one, other] = [newCaller(), newCaller()];
    const log = async (caller: Caller, id: string) => {
      recordRequest(deps, answered(deps, caller, { id }));
      await flushRequests(deps);
    };
    await log(other, "req_other");
    for (const id of ["req_1", "req_2", "req_3", "req_4", "req_5"]) await log(one, id);
    await log({ ...one, environment: "sandbox" }, "req_sandbox");
    const keepTo = (charactersMax: number) =>
      deps.stores.telemetry.write((tx) => requestStore(tx).removeExcess(one, charactersMax));
    await keepTo(10_000);
    expect(loggedOf(deps, one).length).toBe(5);
    await keepTo(300);
    expect(loggedOf(deps, one)).toEqual(["req_5", "req_4", "req_3"]);
    await keepTo(300);
    expect(loggedOf(deps, one)).toEqual(["req_5", "req_4"]);
    expect(loggedOf(deps, other)).toEqual(["req_other"]);
    expect(loggedOf(deps, { ...one, environment: "sandbox" })).toEqual(["req_sandbox"]);
  });
});
