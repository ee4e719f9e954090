import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { berlinMitte, platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";

/** How long drivers wait at stops: from *Arrived* until they have the goods, or are rid of them. */

let world: DispatchWorld;
let fleet: string;
let rider: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual", free_waiting_minutes: 10 });
  rider = await world.addRider(fleet, 1, { capacityAssignments: null });
});
afterAll(() => world.server.stop());

type Step = [minute: number, step: Record<string, unknown>];
const at = (ms: number) => new Date(ms).toISOString();
const on = (substatus: string) => ({ type: "progress", substatus });
const handedOver = { type: "delivered", proof: {} };
const notHome = {
  type: "attempt_failed",
  reason_code: "recipient_unavailable",
  message: "Nobody was there.",
};
let reports = 0;
const send = async (sent: object[], { client }: Rider = rider): Promise<Answer["body"][]> => {
  const { body } = await client.post("/api/v1/driver/reports", {
    sent_at: at(world.clock.now()),
    reports: sent,
  });
  return body.results;
};

/** Reports of the rider's phone, each so many minutes after the first; the clock goes on with them. */
async function ride(job: { assignmentId: string }, steps: Step[], of = rider): Promise<string[]> {
  const results: string[] = [];
  let minute = 0;
  for (const [until, step] of steps) {
    await world.pass((until - minute) * 60);
    minute = until;
    reports += 1;
    const report = {
      id: `ride-${reports}`,
      at: at(world.clock.now()),
      assignment_id: job.assignmentId,
      ...step,
    };
    const [told] = await send([report], of);
    results.push(told.result);
  }
  return results;
}

async function assigned(of = rider) {
  const booked = await world.book(fleet);
  await world.assign(booked.assignmentId, of.id);
  return booked;
}
const isDelivered = async ({ id }: { id: string }) => (await world.shipment(id)).status === "delivered";
const waited = async ({ id }: { id: string }) => {
  const { pickup, delivery } = await world.shipment(id);
  return [pickup.waited_minutes, delivery.waited_minutes];
};
const stopsOf = async (of = rider): Promise<Record<string, number | null>> => {
  const { body } = await of.client.get("/api/v1/driver/stops");
  return Object.fromEntries(body.data.map((stop: Answer["body"]) => [stop.id, stop.waited_minutes]));
};
const needs = async (id: string): Promise<Answer["body"][]> => {
  const { body } = await world.account.sandbox.get(`${platform}/attention?kind=waiting_at_pickup&limit=100`);
  return body.data.filter((item: Answer["body"]) => item.shipment_id === id);
};

describe("waited minutes", () => {
  test("count from Arrived to the pickup and to the handover, in whole minutes", async () => {
    const job = await assigned();
    expect(await waited(job)).toEqual([null, null]);
    await ride(job, [
      [0, on("en_route_to_pickup")],
      [3, on("at_pickup")],
      [15.9, on("picked_up")],
    ]);
    expect(await waited(job)).toEqual([12, null]);
    await ride(job, [
      [0, on("at_delivery")],
      [4, handedOver],
    ]);
    expect(await waited(job)).toEqual([12, 4]);
    const { body } = await world.account.sandbox.get(`${platform}/events?shipment_id=${job.id}&limit=100`);
    const told = body.data.findLast(({ type }: Answer["body"]) => type === "shipment.delivered");
    expect(told.data.shipment.delivery.waited_minutes).toBe(4);
  });

  test("are null without Arrived, and where the pickup was never reported", async () => {
    const straight = await assigned();
    await ride(straight, [
      [0, on("picked_up")],
      [9, handedOver],
    ]);
    expect([await isDelivered(straight), await waited(straight)]).toEqual([true, [null, null]]);
    const forgotten = await assigned();
    await ride(forgotten, [
      [0, on("at_pickup")],
      [50, on("en_route_to_delivery")],
      [55, on("at_delivery")],
      [55, handedOver],
    ]);
    expect(await waited(forgotten)).toEqual([null, 0]);
  });

  test("count the visit of the handover: what was before a failed attempt is over", async () => {
    const job = await assigned();
    await ride(job, [
      [0, on("picked_up")],
      [1, on("at_delivery")],
      [20, notHome],
    ]);
    expect(await stopsOf()).toMatchObject({ [`${job.assignmentId}.delivery`]: null });
    await ride(job, [
      [120, on("at_delivery")],
      [123, handedOver],
    ]);
    expect(await waited(job)).toEqual([null, 3]);
    const other = await assigned();
    await ride(other, [
      [0, on("picked_up")],
      [1, on("at_delivery")],
      [20, notHome],
      [200, handedOver],
    ]);
    expect([await isDelivered(other), await waited(other)]).toEqual([true, [null, null]]);
  });

  test("stay those of the visit that goes on, where a failed attempt of before is reported late", async () => {
    const job = await assigned();
    await ride(job, [[0, on("picked_up")]]);
    const failedAt = at(world.clock.now() + 60_000);
    await ride(job, [[30, on("at_delivery")]]);
    const [told] = await send([{ id: "late-1", at: failedAt, assignment_id: job.assignmentId, ...notHome }]);
    expect(told?.result).toBe("applied");
    await ride(job, [[7, handedOver]]);
    expect([await isDelivered(job), await waited(job)]).toEqual([true, [null, 7]]);
  });

  test("of a driver who gave the job away count for nobody else", async () => {
    const second = await world.addRider(fleet, 1, { capacityAssignments: null });
    const job = await assigned();
    await ride(job, [[0, on("at_pickup")]]);
    await world.pass(8 * 60);
    await world.assign(job.assignmentId, second.id);
    await ride(job, [[2, on("picked_up")]], second);
    await ride(job, [[0, on("at_delivery")]], second);
    await world.pass(5 * 60);
    await world.assign(job.assignmentId, rider.id);
    await ride(job, [[1, handedOver]]);
    expect([await isDelivered(job), await waited(job)]).toEqual([true, [null, null]]);
  });

  test("begin with the tap where Waybill saw the driver before", async () => {
    const job = await assigned();
    await ride(job, [[0, on("en_route_to_pickup")]]);
    const { latitude, longitude } = berlinMitte;
    for (let each = 0; each < 12; each += 1) {
      await world.pass(15);
      reports += 1;
      const position = { id: `p-${reports}`, type: "position", latitude, longitude, accuracy_meters: 5 };
      await send([{ ...position, at: at(world.clock.now()) }]);
    }
    expect((await world.shipment(job.id)).substatus).toBe("at_pickup");
    expect(await stopsOf()).toMatchObject({ [`${job.assignmentId}.pickup`]: null });
    await ride(job, [[10, on("at_pickup")]]);
    await ride(job, [[3, on("picked_up")]]);
    expect(await waited(job)).toEqual([3, null]);
  });

  test("that were reported late and together are those of the taps", async () => {
    const job = await assigned();
    await world.pass(30 * 60);
    const minutesAgo = (minutes: number) => at(world.clock.now() - minutes * 60_000);
    const told = await send([
      { id: "cellar-1", at: minutesAgo(20), assignment_id: job.assignmentId, ...on("at_pickup") },
      { id: "cellar-2", at: minutesAgo(6), assignment_id: job.assignmentId, ...on("picked_up") },
    ]);
    expect(told.map(({ result }) => result)).toEqual(["applied", "applied"]);
    expect(await waited(job)).toEqual([14, null]);
  });
});

describe("waiting at a pickup", () => {
  test("longer than is free needs a person, who calls or charges, until the driver has the goods", async () => {
    const job = await assigned();
    await ride(job, [[0, on("at_pickup")]]);
    await world.pass(9 * 60);
    expect(await needs(job.id)).toEqual([]);
    expect(await stopsOf()).toMatchObject({
      [`${job.assignmentId}.pickup`]: 9,
      [`${job.assignmentId}.delivery`]: null,
    });
    await world.pass(5 * 60);
    const [item] = await needs(job.id);
    expect(item).toMatchObject({
      driver_id: rider.id,
      is_urgent: true,
      detail: "The driver has waited at the pickup for 14 minutes. 10 minutes are free.",
      since: at(world.clock.now() - 14 * 60_000),
      due_at: at(world.clock.now() - 4 * 60_000),
    });
    expect(item.remedies).toEqual([
      { action: "read_contact", method: "GET", path: `/api/v1/platform/shipments/${job.id}` },
      { action: "add_charge", method: "POST", path: `/api/v1/platform/shipments/${job.id}/charges` },
      { action: "read_tracking", method: "GET", path: `/api/v1/platform/tracking/${job.id}` },
      { action: "dismiss", method: "POST", path: `/api/v1/platform/attention/${item.id}/dismissal` },
    ]);
    await ride(job, [[1, on("picked_up")]]);
    await world.pass(2);
    expect(await needs(job.id)).toEqual([]);
    expect(await waited(job)).toEqual([15, null]);
  });

  test("is looked at only where the fleet says what is free, and wants the kind", async () => {
    const settings = [
      { dispatch: "manual" },
      { dispatch: "manual", free_waiting_minutes: null },
      { dispatch: "manual", free_waiting_minutes: 0, attention: ["clock_wrong"] },
    ];
    for (const each of settings) {
      const other = await world.addFleet(each);
      const tom = await world.addRider(other);
      const { id, assignmentId } = await world.book(other);
      await world.assign(assignmentId, tom.id);
      await world.report(other, assignmentId, "at_pickup");
      await world.pass(60 * 60);
      expect(await needs(id)).toEqual([]);
    }
  });
});
