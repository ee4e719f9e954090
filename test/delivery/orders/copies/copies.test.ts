import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { createClock } from "../../../support/clock.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { type Client, startServer, type TestServer } from "../../../support/harness.ts";
import { scansOf, watchStatements } from "../../../support/statements.ts";

/** Copies to another day, from 10:00 on Friday 26 March 2027 in Berlin on: on Sunday the clocks skip an hour. */

const path = `${platform}/shipments/copies`;
const clock = createClock(Date.UTC(2027, 2, 26, 9));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const newYork = {
  line1: "350 5th Ave",
  city: "New York",
  state: "NY",
  postal_code: "10118",
  country: "US",
  latitude: 40.7484,
  longitude: -73.9857,
};
const { pickup, delivery } = shipmentBody() as Record<"pickup" | "delivery", Record<string, unknown>>;
const at = (start: string, end: string) => ({ window: { start, end } });
const idsIn = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
const allOf = async (client: Client) => idsIn(await client.get(`${platform}/shipments?limit=100`));

test("a shipment is copied with the times of day of its stops, across a change of the clocks", async () => {
  const { live } = await server.account();
  const original = await createShipment(live, {
    reference: "weekly",
    metadata: { basket: "B-77" },
    pickup: { ...pickup, ...at("2027-03-27T08:00:00Z", "2027-03-27T10:00:00Z") },
    delivery: {
      ...delivery,
      instructions: "Ring twice",
      requirements: { photo: true },
      ...at("2027-03-28T06:00:00Z", "2027-03-28T08:00:00Z"),
    },
  });
  const { status, body } = await live.post(path, { shipment_ids: [original.id], to_date: "2027-03-29" });
  expect(status).toBe(200);
  const [{ shipment, ...result }] = body.data;
  expect(result).toEqual({ index: 0, shipment_id: original.id, problem: null });
  expect(shipment).toMatchObject({
    reference: "weekly",
    metadata: { basket: "B-77" },
    // 9:00 and 8:00 in Berlin, as before.
    pickup: { window: { start: "2027-03-29T07:00:00.000Z", end: "2027-03-29T09:00:00.000Z" } },
    delivery: {
      instructions: "Ring twice",
      requirements: { photo: true },
      window: { start: "2027-03-30T06:00:00.000Z", end: "2027-03-30T08:00:00.000Z" },
    },
    schedule_id: null,
  });
  expect(shipment.id).not.toBe(original.id);
  const gap = await createShipment(live, {
    pickup: { ...pickup, ...at("2027-03-27T01:30:00Z", "2027-03-27T02:00:00Z") },
  });
  const moved = await live.post(path, { shipment_ids: [gap.id], to_date: "2027-03-28" });
  // 2:30 does not exist that day.
  expect(moved.body.data[0].shipment.pickup.window).toEqual({
    start: "2027-03-28T01:30:00.000Z",
    end: "2027-03-28T02:00:00.000Z",
  });
});

test("each stop has the clocks of its place, and without a window any time of the day is right", async () => {
  const { live } = await server.account();
  const overseas = await createShipment(live, {
    pickup: { ...pickup, ...at("2027-03-27T08:00:00Z", "2027-03-27T10:00:00Z") },
    delivery: { ...delivery, address: newYork, ...at("2027-03-29T14:00:00Z", "2027-03-29T15:00:00Z") },
  });
  const anyTime = await createShipment(live);
  const { body } = await live.post(path, {
    shipment_ids: [overseas.id, anyTime.id],
    to_date: "2027-04-02",
  });
  const [first, second] = body.data.map(({ shipment }: { shipment: Record<string, unknown> }) => shipment);
  expect(first.pickup.window.start).toBe("2027-04-02T07:00:00.000Z");
  expect(first.delivery.window.start).toBe("2027-04-04T14:00:00.000Z");
  expect(second.pickup.window).toEqual({
    start: "2027-04-01T22:00:00.000Z",
    end: "2027-04-02T22:00:00.000Z",
  });
});

test("a whole day is shown, and copied once however often it is sent", async () => {
  const { live, sandbox } = await server.account();
  const windows = ["2027-03-29T06:00:00Z", "2027-03-29T21:30:00Z", "2027-03-29T22:30:00Z"];
  const made = [];
  for (const start of windows) {
    const end = new Date(Date.parse(start) + 1_800_000).toISOString();
    made.push(await createShipment(live, { pickup: { ...pickup, ...at(start, end) } }));
  }
  const cancelled = await createShipment(live, {
    pickup: { ...pickup, ...at(windows[0] as string, "2027-03-29T07:00:00Z") },
  });
  await live.post(`${platform}/shipments/${cancelled.id}/cancellation`);
  // The last one is of the next day in Berlin.
  const ofDay = made.slice(0, 2).map(({ id }) => id);
  const watch = watchStatements();
  const preview = await live.get(`${path}?date=2027-03-29`);
  const scans = watch.take().flatMap((one) => scansOf(one));
  watch.stop();
  expect(scans.filter((line) => /shipments/.test(line))).toEqual([]);
  expect(idsIn(preview)).toEqual(ofDay);
  expect(preview.body.data[0]).toMatchObject({
    starts_at: "2027-03-29T06:00:00.000Z",
    time_zone: "Europe/Berlin",
  });
  expect((await sandbox.get(`${path}?date=2027-03-29`)).body.data).toEqual([]);
  const before = await allOf(live);
  const key = { "idempotency-key": "copy the day" };
  const body = { date: "2027-03-29", to_date: "2027-03-30" };
  const [one, two] = await Promise.all([live.post(path, body, key), live.post(path, body, key)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body).toEqual(one.body);
  expect(await allOf(live)).toHaveLength(before.length + 2);
  expect(idsIn(await live.get(`${path}?date=2027-03-30`)).length).toBe(3);
});

test("bad input gets a clear answer and copies nothing", async () => {
  const { live } = await server.account();
  const stranger = await server.account();
  const { id } = await createShipment(live, { reference: "past" });
  const theirs = await createShipment(stranger.live);
  const before = await allOf(live);
  const refused: [body: Record<string, unknown>, at: Record<string, string>][] = [
    [{ to_date: "2027-03-30" }, { "#/shipment_ids": "required" }],
    [
      { shipment_ids: [id], date: "2027-03-29", to_date: "2027-03-30" },
      { "#/shipment_ids": "contradictory" },
    ],
    [{ date: "2027-03-29", to_date: "2027-03-29" }, { "#/to_date": "contradictory" }],
    [{ date: "2027-04-29", to_date: "2027-03-29" }, { "#/date": "no_shipments" }],
    [{ shipment_ids: [id], to_date: "2027-02-29" }, { "#/to_date": "format" }],
    [{ shipment_ids: [], to_date: "2027-03-30" }, { "#/shipment_ids": "min_items" }],
  ];
  for (const [body, at] of refused)
    expectProblem(server, await live.post(path, body), { status: 422, code: "validation_failed", at });
  const { body } = await live.post(path, {
    shipment_ids: [theirs.id, id, "shp_none"],
    to_date: "2027-03-20",
  });
  const problems = body.data.map(({ problem }: { problem: { code: string } }) => problem.code);
  expect(problems).toEqual(["not_found", "validation_failed", "not_found"]);
  expect(await allOf(live)).toEqual(before);
});
