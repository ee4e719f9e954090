import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";

/** A driver found nobody, says when they try again, and keeps the goods. */

let world: DispatchWorld;
let fleet: string;
let rider: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
beforeEach(async () => {
  rider = await world.addRider(fleet, 1, { capacityAssignments: null, capacityWeightGrams: null });
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const hourMs = 3_600_000;
const recipient = { name: "Ada Park", phone: "+4930123456" };
let made = 0;

const inTime = (ms: number) => new Date(world.clock.now() + ms).toISOString();

async function send(assignmentId: string, report: object, at?: string): Promise<Body> {
  made += 1;
  await world.pass(1);
  const { body } = await rider.client.post("/api/v1/driver/reports", {
    sent_at: inTime(0),
    reports: [{ id: `r-${made}`, at: at ?? inTime(0), assignment_id: assignmentId, ...report }],
  });
  return body.results[0];
}

const step = (substatus: string) => ({ type: "progress", substatus });
const later = (next_attempt_at: string | null) => ({
  type: "attempt_failed",
  reason_code: "recipient_unavailable",
  next_attempt_at,
});

/** Jobs whose goods the rider has. */
async function onBoard(...changes: object[]): Promise<{ id: string; assignmentId: string }[]> {
  const jobs = [];
  for (const change of changes) {
    const booked = await world.book(fleet, { ...change });
    expect((await world.assign(booked.assignmentId, rider.id)).status).toBe(200);
    await send(booked.assignmentId, step("picked_up"));
    jobs.push(booked);
  }
  return jobs;
}

const stopsOf = async (): Promise<Body[]> => (await rider.client.get("/api/v1/driver/stops")).body.data;
const order = async () => (await stopsOf()).map(({ assignment_id }) => assignment_id);
const tracking = async (id: string): Promise<Body> =>
  (await world.account.sandbox.get(`${platform}/tracking/${id}`)).body;

test("the stop moves behind those that come before its next attempt", async () => {
  const [a, b, c] = await onBoard({}, {}, {});
  if (!a || !b || !c) throw new Error("three jobs");
  await send(a.assignmentId, step("at_delivery"));
  const next = inTime(2 * hourMs);
  expect((await send(a.assignmentId, later(next))).result).toBe("applied");
  expect(await order()).toEqual([b.assignmentId, c.assignmentId, a.assignmentId]);
  const [stop, ...others] = (await stopsOf()).toReversed();
  expect(stop).toMatchObject({ next_attempt_at: next, estimated_at: next, substatus: "picked_up" });
  expect(others.map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null]);

  // The sender and the recipient read when; nobody is at the door any more.
  const seen = await tracking(a.id);
  expect(seen).toMatchObject({
    status: "in_transit",
    substatus: "picked_up",
    setback: { kind: "attempt_failed", reason_code: "recipient_unavailable" },
    eta: { delivery: next, source: "carrier" },
  });
  expect(seen.entries.at(-1)).toMatchObject({ code: "recipient_unavailable", substatus: "picked_up" });
  const { tracking_url: url } = await world.shipment(a.id);
  const { text } = await world.server.client().get(`/t/${url.split("/t/")[1]}`);
  expect(text).toContain(`datetime="${next.slice(0, 13)}`);
  const { body: events } = await world.account.sandbox.get(`${platform}/shipments/${a.id}/events?limit=100`);
  const told = events.data.filter(({ type }: Body) => type === "tracking.attempt_failed");
  expect(told.map(({ data }: Body) => data.next_attempt_at)).toEqual([next]);
  await world.pass(600);
  const { body: attention } = await world.account.sandbox.get(`${platform}/attention?kind=at_door`);
  expect(attention.data.filter(({ shipment_id }: Body) => shipment_id === a.id)).toEqual([]);

  // The second attempt.
  expect((await send(a.assignmentId, step("at_delivery"))).result).toBe("applied");
  expect(await tracking(a.id)).toMatchObject({ substatus: "at_delivery", setback: null });
  expect((await stopsOf()).at(-1)).toMatchObject({ next_attempt_at: null });
  await send(a.assignmentId, { type: "delivered", proof: { recipient_name: "Ada" } });
  expect((await world.shipment(a.id)).status).toBe("delivered");
});

test("a stop whose window begins after the next attempt stays behind it", async () => {
  const evening = { start: inTime(5 * hourMs), end: inTime(8 * hourMs) };
  const [a, b, c] = await onBoard(
    {},
    { delivery: { contact: recipient, address: kreuzberg, window: evening } },
    {},
  );
  if (!a || !b || !c) throw new Error("three jobs");
  await send(a.assignmentId, later(inTime(4 * hourMs)));
  expect(await order()).toEqual([a.assignmentId, b.assignmentId, c.assignmentId]);
  await send(a.assignmentId, later(inTime(6 * hourMs)));
  expect(await order()).toEqual([b.assignmentId, c.assignmentId, a.assignmentId]);
});

test("an attempt of which Waybill hears after the next arrival moves nobody from the door", async () => {
  const [a, b] = await onBoard({}, {});
  if (!a || !b) throw new Error("two jobs");
  await send(a.assignmentId, step("at_delivery"));
  const tapped = inTime(0);
  await world.pass(600);
  await send(b.assignmentId, step("at_delivery"));
  const late = later(inTime(hourMs));
  expect((await send(b.assignmentId, late, tapped)).result).toBe("applied");
  expect(await tracking(b.id)).toMatchObject({ substatus: "at_delivery", setback: null });
  const next = later(inTime(2 * hourMs));
  expect((await send(a.assignmentId, next, tapped)).result).toBe("applied");
  expect(await order()).toEqual([b.assignmentId, a.assignmentId]);
  await send(b.assignmentId, late, tapped);
  expect(await order()).toEqual([b.assignmentId, a.assignmentId]);
});

test("without a time the stop stays where it is", async () => {
  const [a, b] = await onBoard({}, {});
  if (!a || !b) throw new Error("two jobs");
  await send(a.assignmentId, step("at_delivery"));
  expect((await send(a.assignmentId, later(null))).result).toBe("applied");
  expect(await order()).toEqual([a.assignmentId, b.assignmentId]);
  expect((await tracking(a.id)).substatus).toBe("at_delivery");
});

test("before the pickup, and on the way back, no stop moves", async () => {
  const { assignmentId } = await world.book(fleet);
  expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
  const kinds = async () => (await stopsOf()).map(({ kind, next_attempt_at: next }) => [kind, next]);
  expect((await send(assignmentId, later(inTime(-hourMs / 60)))).result).toBe("applied");
  expect(await kinds()).toEqual([
    ["pickup", null],
    ["delivery", null],
  ]);
  await send(assignmentId, step("picked_up"));
  await send(assignmentId, { type: "undeliverable", reason_code: "recipient_refused" });
  await send(assignmentId, later(inTime(hourMs)));
  expect(await kinds()).toEqual([["return", null]]);
});

test("a dispatcher says it for a rider without a phone", async () => {
  const [a, b] = await onBoard({}, {});
  if (!a || !b) throw new Error("two jobs");
  const report = { id: "by-hand", at: inTime(0), assignment_id: a.assignmentId, ...later(inTime(hourMs)) };
  const { body } = await world.account.sandbox.post(`${platform}/carriers/${fleet}/reports`, [report]);
  expect(body.results[0].result).toBe("applied");
  expect(await order()).toEqual([b.assignmentId, a.assignmentId]);
});

test("who still stands at the door has not come back", async () => {
  const [a] = await onBoard({});
  if (!a) throw new Error("a job");
  await send(a.assignmentId, step("at_delivery"));
  await send(a.assignmentId, later(inTime(hourMs)));
  const { delivery } = await world.shipment(a.id);
  const { latitude, longitude } = delivery.address;
  const stand = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 30) {
      await world.pass(30);
      await send(a.assignmentId, { type: "position", latitude, longitude, accuracy_meters: 5, speed_mps: 0 });
    }
  };
  await stand(300);
  expect(await tracking(a.id)).toMatchObject({ substatus: "picked_up", setback: { kind: "attempt_failed" } });
  await world.pass(3_000);
  await stand(300);
  expect((await tracking(a.id)).substatus).toBe("at_delivery");
});
