import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeAccount, reopenAccount } from "../../../../src/delivery/privacy/account/deletion.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { addDriver } from "../../../support/drivers.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer, type TestServer } from "../../../support/harness.ts";

/** Standing orders, from 10:00 on Monday 3 May 2027 in Berlin on. */

const path = `${platform}/schedules`;
const hour = 3_600;
const day = 24 * hour;
const start = Date.UTC(2027, 4, 3, 8);
const clock = createClock(start);
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const body = (change: Record<string, unknown> = {}) => ({
  name: "Bread for the café",
  shipment: shipmentBody({ reference: "standing" }),
  days: everyDay,
  pickup_window: { from: "09:00", to: "12:00" },
  ...change,
});

async function create(client: Client, change: Record<string, unknown> = {}) {
  const { status, text, body: made } = await client.post(path, body(change));
  expect([status, text]).toEqual([201, text]);
  return made;
}

/** Moves the clock, and lets the jobs do what is due then. */
async function pass(seconds: number) {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

async function shipmentsOf(client: Client, id: string) {
  const { body: page } = await client.get(`${platform}/shipments?schedule_id=${id}&sort=oldest&limit=100`);
  return page.data as { id: string; scheduled_for: string; pickup: { window: unknown }; status: string }[];
}
const datesOf = async (client: Client, id: string) =>
  (await shipmentsOf(client, id)).map(({ scheduled_for: date }) => date);

describe("each day's shipment", () => {
  test("is made once, its hours before the pickup, with the windows of the day", async () => {
    const { live } = await server.account();
    const made = await create(live, {
      create_hours_before: 12,
      delivery_window: { from: "10:00", to: "14:00" },
      skip_dates: ["2027-05-05"],
    });
    expect(made).toMatchObject({
      environment: "live",
      time_zone: "Europe/Berlin",
      starts_on: "2027-05-03",
      ends_on: null,
      paused: false,
      version: 1,
      failed: null,
    });
    expect(made.shipment.pickup.window).toBeUndefined();
    await jobsAtRest(server.deps);
    // Today's pickup goes on until noon.
    expect(await datesOf(live, made.id)).toEqual(["2027-05-03"]);
    expect((await live.get(`${path}/${made.id}`)).body.next_date).toBe("2027-05-04");
    await pass(11 * hour - 1);
    expect(await datesOf(live, made.id)).toEqual(["2027-05-03"]);
    await pass(1);
    expect(await datesOf(live, made.id)).toEqual(["2027-05-03", "2027-05-04"]);
    for (let passed = 0; passed < 3; passed += 1) await pass(day);
    expect(await datesOf(live, made.id)).toEqual(["2027-05-03", "2027-05-04", "2027-05-06", "2027-05-07"]);
    const [first, second] = await shipmentsOf(live, made.id);
    expect(first).toMatchObject({
      schedule_id: made.id,
      reference: "standing",
      pickup: { window: { start: "2027-05-03T07:00:00.000Z", end: "2027-05-03T10:00:00.000Z" } },
      delivery: { window: { start: "2027-05-03T08:00:00.000Z", end: "2027-05-03T12:00:00.000Z" } },
    });
    const { body: events } = await live.get(`/api/v1/platform/events?shipment_id=${second?.id}`);
    expect(events.data[0].data.shipment).toMatchObject({
      schedule_id: made.id,
      scheduled_for: "2027-05-04",
    });
  });

  test("comes after a stop for the days still ahead; those that were missed need a person", async () => {
    const { live } = await server.account();
    clock.moveTo(Date.UTC(2027, 5, 7, 8));
    const { id } = await create(live, { create_hours_before: 24 });
    await jobsAtRest(server.deps);
    expect(await datesOf(live, id)).toEqual(["2027-06-07", "2027-06-08"]);
    // Nothing runs until 11:30 on Friday.
    clock.moveTo(Date.UTC(2027, 5, 11, 9, 30));
    await jobsAtRest(server.deps);
    expect(await datesOf(live, id)).toEqual(["2027-06-07", "2027-06-08", "2027-06-11", "2027-06-12"]);
    const { body: upcoming } = await live.get(`${path}/${id}/upcoming?days=3`);
    const statesOf = (days: { date: string; status: string }[]) =>
      days.map(({ date, status }) => [date, status]);
    expect(statesOf(upcoming.data)).toEqual([
      ["2027-06-11", "created"],
      ["2027-06-12", "created"],
      ["2027-06-13", "planned"],
    ]);
    expect(statesOf(upcoming.missed)).toEqual([
      ["2027-06-10", "missed"],
      ["2027-06-09", "missed"],
    ]);
    expect(upcoming.missed[0].problem.detail).toStartWith("Waybill was not running");
    const { body: attention } = await live.get(`${platform}/attention?kind=schedule_failed`);
    expect(attention.data).toMatchObject([
      {
        shipment_id: null,
        schedule_id: id,
        schedule_name: "Bread for the café",
        due_at: "2027-06-10T10:00:00.000Z",
        detail: expect.stringContaining("2027-06-10"),
      },
    ]);
    // The next days do not hide it. A person does.
    await pass(day);
    const { body: still } = await live.get(`${platform}/attention`);
    expect(still.data.map((item: { kind: string }) => item.kind)).toContain("schedule_failed");
    expect((await live.post(`${platform}/attention/${attention.data[0].id}/dismissal`)).status).toBe(200);
  });

  test("is that of the changed schedule where it was not made yet, and none is made while it is paused", async () => {
    const { live } = await server.account();
    const { id } = await create(live, { create_hours_before: 0 });
    await jobsAtRest(server.deps);
    const first = await datesOf(live, id);
    const stale = await live.patch(`${path}/${id}`, { paused: true }, { "if-match": '"7"' });
    expectProblem(server, stale, { status: 412, code: "precondition_failed" });
    const paused = await live.patch(`${path}/${id}`, { paused: true }, { "if-match": '"1"' });
    expect([paused.body.version, paused.body.next_date]).toEqual([2, null]);
    await pass(3 * day);
    expect(await datesOf(live, id)).toEqual(first);
    const renamed = await live.patch(`${path}/${id}`, { name: "Rolls" });
    expect(renamed.body).toMatchObject({
      name: "Rolls",
      paused: true,
      create_hours_before: 0,
      days: everyDay,
    });
    const patch = {
      paused: false,
      pickup_window: { from: "15:00", to: "16:00" },
      shipment: { reference: "new" },
    };
    const resumed = await live.patch(`${path}/${id}`, patch);
    expect(resumed.body.shipment).toMatchObject({ reference: "new", pickup: { contact: expect.anything() } });
    for (let hours = 0; hours < 24; hours += 1) await pass(hour);
    const made = (await shipmentsOf(live, id)).slice(first.length);
    expect(made.length).toBe(1);
    for (const shipment of made) {
      expect(shipment).toMatchObject({ reference: "new" });
      expect((shipment.pickup.window as { start: string }).start).toMatch(/T13:00:00.000Z$/);
    }
    expect((await live.delete(`${path}/${id}`)).status).toBe(204);
    const kept = await datesOf(live, id);
    await pass(3 * day);
    expect(await datesOf(live, id)).toEqual(kept);
  });

  test("is made on the day of the gap, after it", async () => {
    const { live } = await server.account();
    const gap = Date.UTC(2028, 2, 24);
    clock.moveTo(gap);
    const { id } = await create(live, {
      days: ["sun"],
      pickup_window: { from: "02:30", to: "03:30" },
      starts_on: "2028-03-26",
      ends_on: "2028-03-26",
    });
    await pass(2 * day + 2 * hour - 1);
    const [made, ...others] = await shipmentsOf(live, id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      scheduled_for: "2028-03-26",
      pickup: { window: { start: "2028-03-26T01:30:00.000Z", end: "2028-03-26T02:30:00.000Z" } },
    });
    await pass(30 * day);
    expect(await datesOf(live, id)).toEqual(["2028-03-26"]);
    expect((await live.get(`${path}/${id}`)).body.next_date).toBeNull();
  });
});

describe("a day that fails", () => {
  const attentionOf = async (client: Client) =>
    (await client.get(`${platform}/attention?kind=schedule_failed`)).body.data as Record<string, unknown>[];
  const upcomingOf = async (client: Client, id: string) =>
    (await client.get(`${path}/${id}/upcoming`)).body as { data: Day[]; missed: Day[] };
  interface Day {
    date: string;
    status: string;
    shipment_id: string | null;
    problem: { code: string; detail: string } | null;
  }

  test("for its driver was deleted needs a person, is tried until its pickup is over, and says why", async () => {
    const { live, accountId } = await server.account();
    clock.moveTo(Date.UTC(2028, 5, 5, 4));
    const fleet = await addOpenFleet(server, accountId, {}, "live");
    const driver = await addDriver(server, "live", accountId, { carrierId: fleet });
    const accept = { driver_id: driver.id };
    const { id } = await create(live, { shipment: shipmentBody({ accept }), create_hours_before: 1 });
    expect((await live.delete(`${platform}/drivers/${driver.id}`)).status).toBe(204);
    await pass(2 * hour);
    expect(await datesOf(live, id)).toEqual([]);
    const [today] = (await upcomingOf(live, id)).data;
    const detail = "accept.driver_id must be a driver of your own fleet.";
    expect(today).toMatchObject({
      status: "failed",
      shipment_id: null,
      problem: { code: "validation_failed", detail },
    });
    expect((await live.get(`${path}/${id}`)).body.failed).toMatchObject({
      date: "2028-06-05",
      problem: { detail },
      ends_at: "2028-06-05T10:00:00.000Z",
    });
    const [item, ...others] = await attentionOf(live);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      schedule_id: id,
      detail: `No shipment could be made for 2028-06-05. ${detail}`,
    });
    const { body: raised } = await live.get("/api/v1/platform/events?type=attention.raised");
    expect(raised.data).toHaveLength(1);
    expect(JSON.stringify(raised.data)).not.toContain("Bread");
    // Whoever puts it right need not wait: the day is made at once, and needs nobody any more.
    const fixed = await live.patch(`${path}/${id}`, {
      shipment: { accept: { driver_id: null, strategy: "cheapest" } },
    });
    expect(fixed.body.failed).toBeNull();
    await jobsAtRest(server.deps);
    await pass(5);
    const [made] = await shipmentsOf(live, id);
    expect(made).toMatchObject({ scheduled_for: "2028-06-05", status: "assigned" });
    expect(await attentionOf(live)).toEqual([]);
    const { body: settled } = await live.get("/api/v1/platform/events?type=attention.settled");
    expect(settled.data).toHaveLength(1);
  });

  test("for its carrier is gone is missed in the end, and the next one is tried all the same", async () => {
    const { live, accountId } = await server.account();
    clock.moveTo(Date.UTC(2028, 5, 12, 4));
    const fleet = await addOpenFleet(server, accountId, {}, "live");
    const { id } = await create(live, {
      shipment: shipmentBody({ carriers: [fleet] }),
      create_hours_before: 1,
    });
    expect((await live.delete(`${platform}/carriers/${fleet}`)).status).toBe(204);
    for (let hours = 0; hours < 7; hours += 1) await pass(hour);
    const { data, missed } = await upcomingOf(live, id);
    expect([data[0]?.date, data[0]?.status, missed]).toEqual(["2028-06-12", "missed", []]);
    expect(data[0]?.problem?.detail).toBe("carriers must name a carrier that this account can use.");
    for (let hours = 0; hours < 24; hours += 1) await pass(hour);
    const later = await upcomingOf(live, id);
    expect(later.missed.map(({ date, status }) => [date, status])).toEqual([["2028-06-12", "missed"]]);
    expect(later.data[0]).toMatchObject({ date: "2028-06-13", status: "missed" });
    expect(await datesOf(live, id)).toEqual([]);
    expect(await attentionOf(live)).toHaveLength(1);
    expect((await live.delete(`${path}/${id}`)).status).toBe(204);
    expect(await attentionOf(live)).toEqual([]);
  });

  test("for nobody made an offer keeps its one shipment, for which carriers are asked again", async () => {
    const { live, accountId } = await server.account();
    clock.moveTo(Date.UTC(2028, 5, 19, 4));
    const accept = { strategy: "cheapest" };
    const { id } = await create(live, { shipment: shipmentBody({ accept }), create_hours_before: 1 });
    await pass(2 * hour);
    await pass(15);
    const [first] = await shipmentsOf(live, id);
    const [today] = (await upcomingOf(live, id)).data;
    expect(today).toMatchObject({
      status: "failed",
      shipment_id: first?.id,
      problem: { code: "no_open_quotes" },
    });
    await addOpenFleet(server, accountId, {}, "live");
    await pass(hour / 4);
    for (let looks = 0; looks < 4; looks += 1) await pass(5);
    const after = await shipmentsOf(live, id);
    expect(after.map(({ id: one, status }) => [one, status])).toEqual([[first?.id as string, "assigned"]]);
    expect((await upcomingOf(live, id)).data[0]).toMatchObject({ status: "created", problem: null });
    expect(await attentionOf(live)).toEqual([]);
  });
});

test("bad input gets a clear answer, with the faults of a shipment below its own, and sets up nothing", async () => {
  const { live, sandbox, accountId } = await server.account();
  clock.moveTo(Date.UTC(2028, 6, 3, 8));
  const withShipment = (change: Record<string, unknown>) => ({ shipment: shipmentBody(change) });
  const { pickup } = shipmentBody() as { pickup: Record<string, Record<string, unknown>> };
  const window = { start: "2028-07-04T08:00:00Z", end: "2028-07-04T10:00:00Z" };
  const overseas = { line1: "350 5th Ave", city: "Nowhere", country: "US" };
  const other = await server.account();
  const fleet = await addOpenFleet(server, other.accountId, {}, "live");
  const theirs = await addDriver(server, "live", other.accountId, { carrierId: fleet });
  const own = await addOpenFleet(server, accountId, {}, "live");
  const refused: [change: Record<string, unknown>, at: Record<string, string>][] = [
    [{ name: "" }, { "#/name": "min_length" }],
    [{ days: [] }, { "#/days": "min_items" }],
    [{ days: ["monday"] }, { "#/days/0": "enum" }],
    [
      { pickup_window: { from: "9:00", to: "25:00" } },
      { "#/pickup_window/from": "format", "#/pickup_window/to": "format" },
    ],
    [{ pickup_window: { from: "09:00", to: "09:05" } }, { "#/pickup_window/to": "window_too_short" }],
    [{ pickup_window: { from: "11:00", to: "09:00" } }, { "#/pickup_window/to": "contradictory" }],
    [{ delivery_window: { from: "11:00", to: "11:05" } }, { "#/delivery_window/to": "window_too_short" }],
    [{ time_zone: "Berlin" }, { "#/time_zone": "format" }],
    [{ time_zone: "+02:00" }, { "#/time_zone": "format" }],
    [withShipment({ pickup: { ...pickup, address: overseas } }), { "#/time_zone": "required" }],
    [{ create_hours_before: 337 }, { "#/create_hours_before": "maximum" }],
    [{ starts_on: "2029-02-29" }, { "#/starts_on": "format" }],
    [{ starts_on: "2040-01-01" }, { "#/starts_on": "too_far" }],
    [{ starts_on: "2028-08-01", ends_on: "2028-07-31" }, { "#/ends_on": "contradictory" }],
    [{ ends_on: "2028-07-31", skip_dates: ["2028-08-01"] }, { "#/skip_dates/0": "outside_span" }],
    [{ skip_dates: ["2028-07-04", "2028-07-02"] }, { "#/skip_dates/1": "outside_span" }],
    [{ days: ["tue"], ends_on: "2028-07-05", skip_dates: ["2028-07-04"] }, { "#/ends_on": "no_day_ahead" }],
    [withShipment({ parcels: [] }), { "#/shipment/parcels": "min_items" }],
    [withShipment({ pickup: { ...pickup, window } }), { "#/shipment/pickup/window": "contradictory" }],
    [withShipment({ accept: { driver_id: theirs.id } }), { "#/shipment/accept/driver_id": "unknown" }],
    [
      withShipment({ accept: { service: "bike", carrier_id: own, price: { amount: 500, currency: "USD" } } }),
      { "#/shipment/accept/service": "unknown" },
    ],
    [
      withShipment({
        if_undeliverable: "leave_at_door",
        delivery: { ...pickup, requirements: { pin: true } },
      }),
      { "#/shipment/if_undeliverable": "contradicts_requirements" },
    ],
    [{ next_date: "2028-07-04" }, { "#/next_date": "unknown_field" }],
  ];
  for (const [change, at] of refused)
    expectProblem(server, await live.post(path, body(change)), {
      status: 422,
      code: "validation_failed",
      at,
    });
  // A price that is agreed on books one of the carriers and services to which the shipments are limited.
  const agreed = { accept: { service: "plain", price: { amount: 500, currency: "EUR" } } };
  const contradictions = [{ carriers: ["swift_bike"] }, { services: ["night"] }];
  const contradicted = {
    status: 422,
    code: "validation_failed",
    at: { "#/shipment/accept/service": "contradictory" },
  } as const;
  for (const picks of contradictions)
    expectProblem(server, await live.post(path, body(withShipment({ ...agreed, ...picks }))), contradicted);
  const nowhere = { ...pickup.address, latitude: 0, longitude: 0 };
  const nullIsland = await live.post(path, body(withShipment({ pickup: { ...pickup, address: nowhere } })));
  expectProblem(server, nullIsland, {
    status: 422,
    code: "coordinates_contradict_address",
    at: { "#/shipment/pickup/address/latitude": "null_island" },
  });
  const simulated = await live.post(path, body(withShipment({ simulation: { outcome: "delivered" } })));
  expectProblem(server, simulated, { status: 403, code: "sandbox_only" });
  expect((await live.get(path)).body.data).toEqual([]);
  const sound = await create(live, withShipment({ ...agreed, carriers: [own], services: ["plain"] }));
  for (const shipment of contradictions)
    expectProblem(server, await live.patch(`${path}/${sound.id}`, { shipment }), contradicted);
  expect((await live.get(`${path}/${sound.id}`)).body).toMatchObject({
    version: 1,
    shipment: { carriers: [own], services: ["plain"] },
  });
  const { id } = await create(sandbox, { ends_on: "2028-07-20", skip_dates: ["2028-07-19"] });
  const outside = await sandbox.patch(`${path}/${id}`, { skip_dates: ["2028-07-21"] });
  expectProblem(server, outside, {
    status: 422,
    code: "validation_failed",
    at: { "#/skip_dates/0": "outside_span" },
  });
  const zone = await sandbox.patch(`${path}/${id}`, { time_zone: "Berlin" });
  expectProblem(server, zone, { status: 422, code: "validation_failed", at: { "#/time_zone": "format" } });
  // A shorter span leaves out the dates beyond it.
  const shorter = await sandbox.patch(`${path}/${id}`, { ends_on: "2028-07-18" });
  expect(shorter.body.skip_dates).toEqual([]);
  const bad = await sandbox.patch(`${path}/${id}`, { shipment: { parcels: [{ weight_grams: 0 }] } });
  expectProblem(server, bad, {
    status: 422,
    code: "validation_failed",
    at: { "#/shipment/parcels/0/weight_grams": "minimum" },
  });
  expect((await sandbox.get(`${path}/${id}`)).body).toMatchObject({ version: 2, ends_on: "2028-07-18" });
});

test("a day is not made for an account that is closed, and is made once it is open again", async () => {
  const { live, accountId } = await server.account();
  clock.moveTo(Date.UTC(2028, 7, 7, 8));
  const made = await create(live, { create_hours_before: 12, starts_on: "2028-08-08" });
  await jobsAtRest(server.deps);
  expect(await datesOf(live, made.id)).toEqual([]);
  await closeAccount(server.deps, accountId, null);
  await pass(16 * hour);
  const { db } = server.deps.stores.platform("live");
  expect(db.all(sql`SELECT 1 FROM shipments WHERE account_id = ${accountId}`)).toEqual([]);
  await reopenAccount(server.deps, accountId, null);
  expect((await live.get(`${path}/${made.id}/upcoming`)).body.data[0]).toMatchObject({
    status: "failed",
    problem: { code: "account_closing" },
  });
  await pass(hour);
  expect(await datesOf(live, made.id)).toEqual(["2028-08-08"]);
});
