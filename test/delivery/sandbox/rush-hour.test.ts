import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import type { AttentionKind } from "../../../src/delivery/fleet/attention/attention.ts";
import { closeAccount } from "../../../src/delivery/privacy/account/deletion.ts";
import { planOf } from "../../../src/delivery/sandbox/rush-hour/plan.ts";
import { mishaps } from "../../../src/delivery/sandbox/rush-hour/rush-hour.ts";
import { findRushHour } from "../../../src/delivery/sandbox/rush-hour/service.ts";
import { rushHourStore } from "../../../src/delivery/sandbox/rush-hour/store.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { handleOf } from "../../../src/infra/db/handle.ts";
import { type Coordinates, distanceMeters } from "../../../src/infra/geography/coordinates.ts";
import { nextTurn } from "../../../src/infra/waiting/turns.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { platform } from "../../support/fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "../../support/harness.ts";

/** A busy hour in which everything goes wrong once. */

const path = `${platform}/sandbox/rush-hour`;

let server: TestServer;
let clock: TestClock;
beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const settings = fc.record({
  shipments: fc.integer({ min: 1, max: 500 }),
  minutes: fc.integer({ min: 1, max: 120 }),
  speed: fc.integer({ min: 1, max: 60 }),
  seed: fc.string({ minLength: 1, maxLength: 64 }),
  around: fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    city: fc.constant("Berlin"),
    country: fc.constant("DE"),
  }),
  own_carrier_id: fc.constant(null),
});

test("the same settings give the same plan: in order, in time, near the place, with every mishap that fits", () => {
  fc.assert(
    fc.property(settings, (given) => {
      const plan = planOf(given);
      expect(planOf(structuredClone(given))).toEqual(plan);
      expect(plan.map(({ body }) => body.reference)).toEqual(
        [...Array(given.shipments).keys()].map((number) => `RUSH-${number + 1}`),
      );
      const times = plan.map(({ seconds }) => seconds);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect([times[0], (times.at(-1) ?? 0) < given.minutes * 60]).toEqual([0, true]);
      for (const { body, mishap } of plan) {
        const metersTo = ({ address }: (typeof body)["pickup"]) =>
          distanceMeters(given.around, address as Coordinates);
        expect(metersTo(body.delivery)).toBeLessThan(2_200);
        expect(metersTo(body.pickup) > 5_000).toBe(mishap === "no_driver");
      }
      const shown = new Set(plan.flatMap(({ mishap }) => mishap ?? []));
      expect(shown.size).toBeGreaterThanOrEqual(Math.min(given.shipments, mishaps.length));
    }),
    { numRuns: 50 },
  );
});

const rowOf = (accountId: string) => findRushHour(server.deps, accountId);

/** What the account's log says was raised lately. */
async function raisedKinds(client: Client): Promise<AttentionKind[]> {
  const { body } = await client.get(`${platform}/events?type=attention.raised&limit=100`);
  return body.data.map((event: Answer["body"]) => event.data.attention.kind);
}

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

test("an hour of 100 shipments raises every kind of attention and ends by itself", async () => {
  const { sandbox } = await server.account();
  expect((await sandbox.get(path)).status).toBe(404);
  const settings = { shipments: 100, minutes: 60, speed: 20, seed: "friday" };
  const started = await sandbox.post(path, settings);
  expect([started.status, started.body.status]).toEqual([201, "running"]);
  expect(started.body).toMatchObject({ ...settings, created_shipments: 0, ended_at: null });
  const raised = new Set<AttentionKind>();
  let rush = started.body;
  for (let passes = 1; passes <= 400 && rush.status === "running"; passes += 1) {
    await pass(5);
    if (passes % 10 > 0) continue;
    for (const kind of await raisedKinds(sandbox)) raised.add(kind);
    rush = (await sandbox.get(path)).body;
  }
  expect([rush.status, rush.created_shipments, rush.end_reason]).toEqual(["ended", 100, "completed"]);
  expect([...raised].toSorted()).toEqual([
    "at_door",
    "driver_silent",
    "driver_standing",
    "estimate_slipping",
    "failed",
    "late",
    "no_driver",
    "no_offer",
    "offers_ending",
    "pin_refused",
    "returning",
  ]);
  const { by_status } = (await sandbox.get(`${platform}/shipments/statistics`)).body;
  expect(by_status.delivered).toBeGreaterThan(60);
  const { data: drivers } = (await sandbox.get(`${platform}/drivers?limit=100`)).body;
  expect(drivers.map(({ id }: Answer["body"]) => id).toSorted()).toEqual(rush.driver_ids.toSorted());
  expect(drivers.some(({ on_duty }: Answer["body"]) => on_duty)).toBe(false);
  // Whoever tries an offer next gets none of this fleet.
  expect((await sandbox.get(`${platform}/carriers/${rush.carrier_id}`)).body.status).toBe("paused");
});

test("one at a time; it can be ended and started again, and a reset leaves only its fleet", async () => {
  const { sandbox } = await server.account();
  const start = (seed: string) => sandbox.post(path, { shipments: 20, minutes: 1, speed: 60, seed });
  const [one, other] = await Promise.all([start("a"), start("b")]);
  const statuses = [one.status, other.status].toSorted();
  expect([statuses[0], statuses[1]]).toEqual([201, 409]);
  await pass(0);
  await pass(5);
  const created = (await sandbox.get(path)).body;
  expect(created.created_shipments).toBe(20);
  expect((await start("c")).body.code).toBe("rush_hour_running");

  expect((await sandbox.delete(path)).status).toBe(204);
  expect((await sandbox.delete(path)).status).toBe(204);
  expect((await sandbox.get(path)).body).toMatchObject({ status: "ended", end_reason: "stopped" });
  const again = await start("d");
  expect(again.status).toBe(201);
  expect([again.body.carrier_id, again.body.driver_ids]).toEqual([created.carrier_id, created.driver_ids]);

  expect((await sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  await pass(5);
  expect((await sandbox.get(path)).status).toBe(404);
  expect((await sandbox.delete(path)).status).toBe(404);
  expect((await sandbox.get(`${platform}/shipments`)).body.data).toEqual([]);
  const { data: drivers } = (await sandbox.get(`${platform}/drivers?limit=100`)).body;
  expect(drivers.map(({ on_duty, position }: Answer["body"]) => [on_duty, position])).toEqual(
    Array(3).fill([false, null]),
  );
});

test("a full storage ends it, and what was created stays", async () => {
  const { sandbox, accountId } = await server.account();
  await changeAccount(server.deps, accountId, { tier: "free" });
  expect((await sandbox.post(path, { shipments: 500, minutes: 10, speed: 1, seed: "full" })).status).toBe(
    201,
  );
  await pass(5);
  const before = (await sandbox.get(path)).body.created_shipments;
  expect(before).toBeGreaterThan(0);
  const full = sql`UPDATE storage_use SET bytes = 1e15 WHERE account_id = ${accountId}`;
  await server.deps.stores.platform("sandbox").write((tx) => void tx.run(full));
  await pass(60);
  expect((await sandbox.get(path)).body).toMatchObject({
    status: "ended",
    created_shipments: before,
    end_reason: "storage_quota_exceeded",
  });
});

test("what it plays is in no request log, and the audit log names who started it", async () => {
  const { sandbox, session } = await server.account();
  const started = await sandbox.post(path, { shipments: 20, minutes: 1, speed: 60, seed: "quiet" });
  await pass(5);
  await pass(5);
  expect((await sandbox.get(path)).body.created_shipments).toBe(20);
  expect((await sandbox.delete(path)).status).toBe(204);
  const { data: logged } = (await sandbox.get(`${platform}/requests?limit=100`)).body;
  expect(logged.map(({ route }: Answer["body"]) => route).toSorted()).toEqual([
    "getRushHour",
    "startRushHour",
    "stopRushHour",
  ]);
  await jobsAtRest(server.deps);
  const { data: entries } = (await session.get("/api/v1/audit?limit=100")).body;
  const ofFleet = entries.filter(({ target }: Answer["body"]) => target.id === started.body.carrier_id);
  expect(ofFleet.map(({ action, actor }: Answer["body"]) => [action, actor.kind])).toEqual([
    // Its rate card. Its pause at the end is nobody's.
    ["carrier.changed", "key"],
    ["carrier.created", "key"],
  ]);
});

test.each(["suspended", "closing"] as const)("an account that is %s plays no further", async (state) => {
  const { sandbox, accountId } = await server.account();
  expect((await sandbox.post(path, { shipments: 500, minutes: 10, speed: 1, seed: state })).status).toBe(201);
  await pass(5);
  const before = rowOf(accountId)?.createdCount;
  expect(before).toBeGreaterThan(0);
  if (state === "suspended") await changeAccount(server.deps, accountId, { suspended: true });
  else await closeAccount(server.deps, accountId, null);
  await pass(60);
  expect(rowOf(accountId)).toMatchObject({ createdCount: before, endReason: "stopped", dueAt: null });
});

test("it follows the account's own clock, and a shipment counts as of when it came", async () => {
  const clocked = await startServer({ config: { testClock: true } });
  try {
    const { sandbox } = await clocked.account();
    const own = `${platform}/sandbox/clock`;
    expect((await sandbox.patch(own, { freeze: true })).status).toBe(200);
    const settings = { shipments: 6, minutes: 1, speed: 1, seed: "clock" };
    const { body: started } = await sandbox.post(path, settings);
    const moved = await sandbox.patch(own, { advance_seconds: 25 * 60 });
    expect(moved.status).toBe(200);
    const ended = (await sandbox.get(path)).body;
    expect(ended).toMatchObject({ status: "ended", created_shipments: 6, end_reason: "completed" });
    expect(Date.parse(ended.ended_at)).toBe(Date.parse(ended.ends_at));
    const { data } = (await sandbox.get(`${platform}/shipments?sort=oldest`)).body;
    const times = data.map(
      ({ created_at }: Answer["body"]) => Date.parse(created_at) - Date.parse(started.started_at),
    );
    expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
    expect([times.length, times[0], times.at(-1) <= 60_000]).toEqual([6, 0, true]);
  } finally {
    await clocked.stop();
  }
});

test("its riders hear of a recall, and bring the goods back", async () => {
  const account = await server.account();
  const { sandbox } = account;
  await sandbox.post(path, { shipments: 8, minutes: 1, speed: 10, seed: "recall" });
  const fleetId = rowOf(account.accountId)?.carrierId;
  type Listed = Answer["body"];
  const carried = async (): Promise<Listed | undefined> => {
    const { data } = (await sandbox.get(`${platform}/shipments?status=in_transit`)).body;
    return data.find(({ assignment }: Listed) => assignment.carrier.id === fleetId);
  };
  let found = await carried();
  for (let steps = 0; steps < 200 && !found; steps += 1) {
    await pass(5);
    found = await carried();
  }
  const recall = `${platform}/shipments/${found?.id}/recall`;
  expect((await sandbox.post(recall, { reason: "Practice." })).status).toBe(202);
  const read = async () => (await sandbox.get(`${platform}/shipments/${found?.id}`)).body;
  await pass(5);
  expect(await read()).toMatchObject({
    status: "returning",
    failure: { reason_code: "recalled_by_sender", message: "Practice." },
  });
  for (let steps = 0; steps < 400 && (await read()).status === "returning"; steps += 1) await pass(5);
  expect((await read()).status).toBe("returned");
  await sandbox.delete(path);
});

test("an upgrade keeps what a running rush hour knows of its shipments", async () => {
  const connection = openConnection(":memory:", undefined);
  const migrate = async (name: string) =>
    connection.exec(await Bun.file(`migrations/platform/${name}.sql`).text());
  connection.exec(
    "CREATE TABLE shipments (id TEXT PRIMARY KEY); INSERT INTO shipments VALUES ('shp_1'), ('shp_2')",
  );
  await migrate("0029_rush_hours");
  const insert = connection.prepare(
    "INSERT INTO rush_hours VALUES (?, 'car_1', '[\"drv_1\"]', '{}', ?, 1, 2, NULL, NULL, 1)",
  );
  insert.run("acct_1", 2);
  insert.run("acct_2", 0);
  connection.exec(
    "INSERT INTO rush_hour_shipments VALUES ('shp_1', 'acct_1', 0, 1, 0, NULL), ('shp_2', 'acct_1', 1, 0, 1, 77)",
  );
  await migrate("0119_rush_hours");
  await migrate("0170_practice");
  const store = rushHourStore(handleOf(connection));
  expect(store.find("acct_1")?.known).toEqual({
    shp_1: { number: 0, needsCarrier: true, hasBegun: false, resumeAt: null },
    shp_2: { number: 1, needsCarrier: false, hasBegun: true, resumeAt: 77 },
  });
  expect(store.find("acct_2")).toMatchObject({ known: {}, driverIds: ["drv_1"], createdCount: 0 });
  expect(connection.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'rush_hour_s%'").all()).toEqual(
    [],
  );
  connection.close();
});

test("two of an installation make a step at a time, and the others wait for them", async () => {
  const accounts = await Promise.all([1, 2, 3, 4].map(() => server.account()));
  for (const { sandbox } of accounts) {
    expect((await sandbox.post(path, { shipments: 5, minutes: 1, speed: 60, seed: "many" })).status).toBe(
      201,
    );
  }
  const { handle } = server.deps;
  const busy = new Map<string | null, number>();
  let most = 0;
  const count = (accountId: string | null, change: number) => {
    busy.set(accountId, (busy.get(accountId) ?? 0) + change);
    most = Math.max(most, [...busy.values()].filter((calls) => calls > 0).length);
  };
  const counting: typeof handle = async (request, principal) => {
    count(principal.accountId, 1);
    // Others come in between where they may.
    await nextTurn();
    return handle(request, principal).finally(() => count(principal.accountId, -1));
  };
  Object.assign(server.deps, { handle: counting });
  try {
    await pass(5);
    await pass(5);
  } finally {
    Object.assign(server.deps, { handle });
  }
  expect([most, busy.size]).toEqual([2, 4]);
  for (const { sandbox } of accounts) {
    expect((await sandbox.get(path)).body.created_shipments).toBe(5);
    expect((await sandbox.delete(path)).status).toBe(204);
  }
});
