import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deleteOldRows } from "../../../../src/infra/db/old-rows.ts";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows } from "../../../support/database.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { berlinMitte, platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Answer, Client } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

/** Hours, deliveries and kilometers of riders, day by day. */

let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  // A morning of a day that has not changed its clocks.
  world = await startDispatchWorld({ startMs: Date.parse("2027-01-20T07:00:00.000Z") });
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

const off = { onDuty: false, capacityAssignments: null };
const at = (ms: number) => new Date(ms).toISOString();
const today = () => at(world.clock.now()).slice(0, 10);
const daysPath = (id: string, from = today(), to = from) =>
  `${platform}/drivers/${id}/days?from=${from}&to=${to}`;
const daysOf = async (rider: Rider, from?: string, to?: string): Promise<Answer["body"]> =>
  (await world.account.sandbox.get(daysPath(rider.id, from, to))).body.days;
const setDuty = async ({ client }: Rider, on_duty: boolean, more: object = {}) =>
  expect((await client.put("/api/v1/driver/me/duty", { on_duty, ...more })).status).toBe(200);
let reports = 0;
const send = async ({ client }: Rider, steps: object[]): Promise<string[]> => {
  const sent = steps.map((step) => {
    reports += 1;
    return { id: `day-${reports}`, at: at(world.clock.now()), ...step };
  });
  const { body } = await client.post("/api/v1/driver/reports", {
    sent_at: at(world.clock.now()),
    reports: sent,
  });
  return body.results.map(({ result }: Answer["body"]) => result);
};
/** So many steps of 100 m, one every ten seconds. */
async function rideNorth(rider: Rider, steps: number, from = 0): Promise<void> {
  for (let each = from; each <= from + steps; each += 1) {
    const latitude = berlinMitte.latitude + (each * 100) / 111_195;
    const there = { type: "position", latitude, longitude: berlinMitte.longitude, accuracy_meters: 5 };
    expect(await send(rider, [there])).toEqual(["applied"]);
    world.clock.advance(10);
  }
}
async function deliver(rider: Rider, steps: object[]): Promise<string> {
  const { id, assignmentId } = await world.book(fleet);
  await world.assign(assignmentId, rider.id);
  for (const step of steps) {
    await send(rider, [{ assignment_id: assignmentId, ...step }]);
    world.clock.advance(60);
  }
  return id;
}
const pickedUp = { type: "progress", substatus: "picked_up" };
const notHome = {
  type: "attempt_failed",
  reason_code: "recipient_unavailable",
  message: "Nobody was there.",
};
const handedOver = { type: "delivered", proof: {} };
const linesOf = (text: string) => text.trimEnd().split("\r\n");

describe("the days of a rider", () => {
  test("have hours, a break, stops and kilometers, as JSON and as a file", async () => {
    const kim = await world.addRider(fleet, 1, { ...off, name: "Kim Berger" });
    const beganAt = world.clock.now();
    await setDuty(kim, true);
    await rideNorth(kim, 20);
    await deliver(kim, [pickedUp, notHome, handedOver]);
    await deliver(kim, [pickedUp, handedOver]);
    world.clock.moveTo(beganAt + 3 * 3_600_000);
    await setDuty(kim, false);
    world.clock.advance(1_800);
    await setDuty(kim, true);
    world.clock.advance(3_600);
    await setDuty(kim, false);
    const day = {
      date: "2027-01-20",
      first_on_duty_at: at(beganAt),
      last_on_duty_at: at(beganAt + 4.5 * 3_600_000),
      minutes_on_duty: 240,
      break_minutes: 30,
      deliveries: 2,
      failed_attempts: 1,
      stops: 5,
      kilometers: 2,
    };
    expect((await world.account.sandbox.get(daysPath(kim.id, "2027-01-01", "2027-01-31"))).body).toEqual({
      driver_id: kim.id,
      driver_name: "Kim Berger",
      time_zone: "Europe/Berlin",
      days: [day],
    });
    const file = await world.account.sandbox.get(daysPath(kim.id), { accept: "text/csv" });
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="driver-days.csv"');
    expect(linesOf(file.text)).toEqual([
      "driver_id,driver_name,date,time_zone,first_on_duty_at,last_on_duty_at,minutes_on_duty,break_minutes,deliveries,failed_attempts,stops,kilometers",
      `${kim.id},Kim Berger,2027-01-20,Europe/Berlin,${day.first_on_duty_at},${day.last_on_duty_at},240,30,2,1,5,2`,
    ]);
  });

  test("say null where no position came, and nothing of days without work", async () => {
    const tom = await world.addRider(fleet, 1, off);
    await setDuty(tom, true);
    world.clock.advance(600);
    expect(await daysOf(tom)).toMatchObject([
      { minutes_on_duty: 10, last_on_duty_at: null, kilometers: null, stops: 0 },
    ]);
    await setDuty(tom, false);
    expect(await daysOf(tom, "2027-01-01", "2027-01-10")).toEqual([]);
    const lately = await world.account.sandbox.get(`${platform}/drivers/${tom.id}/days`);
    expect(lately.body.days).toMatchObject([{ date: today(), minutes_on_duty: 10 }]);
    const before = await world.account.sandbox.get(`${platform}/drivers/${tom.id}/days?to=2027-01-19`);
    expect(before.body.days).toEqual([]);
  });

  test("leave out the way after a duty whose end Waybill hears of later", async () => {
    const tom = await world.addRider(fleet, 1, off);
    await setDuty(tom, true);
    await rideNorth(tom, 10);
    const tappedAt = world.clock.now();
    await rideNorth(tom, 10, 11);
    expect(await daysOf(tom)).toMatchObject([{ kilometers: 2.1 }]);
    await setDuty(tom, false, { at: at(tappedAt), sent_at: at(world.clock.now()) });
    expect(await daysOf(tom)).toMatchObject([{ kilometers: 1, last_on_duty_at: at(tappedAt) }]);
  });

  test("do not count what was corrected, and count what a person entered", async () => {
    const tom = await world.addRider(fleet, 1, off);
    const id = await deliver(tom, [pickedUp, handedOver]);
    expect(await daysOf(tom)).toMatchObject([{ deliveries: 1, stops: 2, minutes_on_duty: 0 }]);
    const correct = (status: string) =>
      world.account.sandbox.post(`${platform}/shipments/${id}/correction`, { status, reason: "A slip." });
    expect((await correct("failed")).status).toBe(200);
    expect(await daysOf(tom)).toMatchObject([{ deliveries: 0, stops: 1 }]);
    expect((await correct("delivered")).status).toBe(200);
    expect(await daysOf(tom)).toMatchObject([{ deliveries: 1, stops: 2 }]);
  });

  test("are kept for two years", async () => {
    const tom = await world.addRider(fleet, 1, off);
    await setDuty(tom, true);
    await rideNorth(tom, 10);
    await setDuty(tom, false);
    const { deps } = world.server;
    const store = deps.stores.platform("sandbox");
    const count = (table: string) =>
      (databaseRows(world.server)[`sandbox.${table}`] ?? []).filter(({ driver_id }) => driver_id === tom.id)
        .length;
    const kept = [count("driver_shifts"), count("driver_rides")];
    const twoYears = 2 * 365 * 24 * 3_600_000;
    await deleteOldRows(store, world.clock.now() + twoYears - 3_600_000);
    expect([count("driver_shifts"), count("driver_rides")]).toEqual(kept);
    expect(kept.every((rows) => rows > 0)).toBe(true);
    await deleteOldRows(store, world.clock.now() + twoYears + 1);
    expect([count("driver_shifts"), count("driver_rides")]).toEqual([0, 0]);
  });

  test("leave with the rider", async () => {
    const tom = await world.addRider(fleet, 1, { ...off, name: "Tom Gone" });
    await setDuty(tom, true);
    await rideNorth(tom, 10);
    await setDuty(tom, false);
    const rows = (table: string) =>
      (databaseRows(world.server)[`sandbox.${table}`] ?? []).filter(({ driver_id }) => driver_id === tom.id);
    expect([rows("driver_rides").length > 0, rows("driver_shifts").length]).toEqual([true, 1]);
    expect((await world.account.sandbox.delete(`${platform}/drivers/${tom.id}`)).status).toBe(204);
    expect([rows("driver_rides"), rows("driver_shifts")]).toEqual([[], []]);
    const gone = await world.account.sandbox.get(daysPath(tom.id));
    expectProblem(world.server, gone, { status: 404, code: "not_found" });
  });
});

describe("the days of a fleet", () => {
  test("are those of all its riders, page by page and in one file", async () => {
    const own = await world.addFleet({ dispatch: "manual" });
    const riders: Rider[] = [];
    for (let each = 0; each < 3; each += 1) {
      const rider = await world.addRider(own, 1, { ...off, name: `Rider ${each}` });
      await setDuty(rider, true);
      riders.push(rider);
    }
    world.clock.advance(3_600);
    const path = `${platform}/carriers/${own}/driver-days?from=${today()}&to=${today()}`;
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const next: Answer = await world.account.sandbox.get(`${path}&limit=2${cursor && `&cursor=${cursor}`}`);
      for (const { driver_id, days } of next.body.data) {
        seen.push(driver_id);
        expect(days).toMatchObject([{ date: today(), minutes_on_duty: 60, kilometers: null }]);
      }
      cursor = next.body.next_cursor;
    }
    expect(seen).toEqual(riders.map(({ id }) => id).toSorted());
    const { text } = await world.account.sandbox.get(path, { accept: "text/csv" });
    expect(linesOf(text).map((line) => line.split(",")[0])).toEqual(["driver_id", ...seen]);
    const empty = await world.addFleet({ dispatch: "manual" });
    const none = `${platform}/carriers/${empty}/driver-days?from=${today()}&to=${today()}`;
    expect(linesOf((await world.account.sandbox.get(none, { accept: "text/csv" })).text)).toHaveLength(1);
    expect((await world.account.sandbox.get(none)).body.data).toEqual([]);
  });

  test("are the owner's: others find nothing, and the operator those of the installation", async () => {
    const kim = await world.addRider(fleet, 1, off);
    const other = await world.server.account();
    const theirs = await addOpenFleet(world.server, other.accountId);
    const installed = await world.addFleet({ dispatch: "manual" }, null);
    const rider = await world.addRider(installed, 1, { ...off, accountId: null });
    const { session } = await createOperator(world.server);
    const span = `from=${today()}&to=${today()}`;
    const paths = (side: string, driver: string, carrier: string, more = "") => [
      `/api/v1/${side}/drivers/${driver}/days?${span}${more}`,
      `/api/v1/${side}/carriers/${carrier}/driver-days?${span}${more}`,
    ];
    const statuses = async (client: Client, all: string[]) => {
      const found: number[] = [];
      for (const path of all)
        for (const accept of ["application/json", "text/csv"])
          found.push((await client.get(path, { accept })).status);
      return found;
    };
    const { sandbox } = world.account;
    expect(await statuses(sandbox, paths("platform", kim.id, fleet))).toEqual([200, 200, 200, 200]);
    expect(await statuses(sandbox, paths("platform", rider.id, theirs))).toEqual([404, 404, 404, 404]);
    expect(await statuses(other.sandbox, paths("platform", kim.id, fleet))).toEqual([404, 404, 404, 404]);
    const ofSandbox = "&environment=sandbox";
    expect(await statuses(session, paths("operator", rider.id, installed, ofSandbox))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await statuses(session, paths("operator", kim.id, fleet, ofSandbox))).toEqual([
      404, 404, 404, 404,
    ]);
  });

  test("are refused for a time that is none", async () => {
    const kim = await world.addRider(fleet, 1, off);
    const spans: [string, Record<string, string>][] = [
      ["from=2027-01-20&to=2027-01-19", { to: "order" }],
      ["from=2027-01-01&to=2027-02-01", { to: "too_long" }],
      ["to=2026-12-01&from=2026-10-01", { to: "too_long" }],
      ["from=2099-01-01", { to: "order" }],
      ["from=2027-02-30&to=2027-03-01", { from: "format" }],
      ["from=yesterday&to=2027-03-01", { from: "format" }],
    ];
    for (const [span, where] of spans) {
      for (const path of [`drivers/${kim.id}/days`, `carriers/${fleet}/driver-days`]) {
        const answer = await world.account.sandbox.get(`${platform}/${path}?${span}`, { accept: "text/csv" });
        expectProblem(world.server, answer, { status: 400, code: "query_invalid", at: where });
      }
    }
  });
});
