import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { exampleShipment } from "../../../../src/delivery/lifecycle/state/example.ts";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";
import { plainService } from "../../carriers/kinds/fleet/support.ts";

/** Waybill looks for a driver: the nearest with room is asked, then the next. */

let world: DispatchWorld;
beforeAll(async () => {
  world = await startDispatchWorld();
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const minute = 60_000;
const problem = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
/** A pickup window from now, in minutes. */
const pickupWindow = (start: number, end: number) => {
  const at = (minutes: number) => new Date(world.clock.now() + minutes * minute).toISOString();
  return { pickup: { ...exampleShipment.pickup, window: { start: at(start), end: at(end) } } };
};

describe("the nearest driver", () => {
  test("is asked first; who says no or nothing is followed by the next, and never the market", async () => {
    const fleet = await world.addFleet({ dispatch: "nearest", answer_seconds: 30 });
    const far = await world.addRider(fleet, 3);
    const near = await world.addRider(fleet, 1);
    const middle = await world.addRider(fleet, 2);
    await world.addRider(fleet, 9);
    await world.addRider(fleet, 0, { onDuty: false });
    const { id, assignmentId } = await world.book(fleet);
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: near.id });
    expect((await world.shipment(id)).assignment.driver).toBeNull();

    const why = { reason_code: "vehicle_breakdown", message: "A flat tire." };
    expect((await world.reject(near, assignmentId, why)).body.data).toEqual([]);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({
      status: "offered",
      driverId: middle.id,
      rejection: { driverId: near.id, reason: "vehicle_breakdown", message: "A flat tire." },
    });
    // Said twice, it changes nothing.
    expect((await world.reject(near, assignmentId, why)).status).toBe(200);
    expect(world.row(assignmentId).driverId).toBe(middle.id);

    await world.pass(29);
    expect(world.row(assignmentId).driverId).toBe(middle.id);
    await world.pass(1);
    expect(world.row(assignmentId).driverId).toBe(far.id);
    expect(problem(await world.accept(middle, assignmentId))).toEqual([409, "job_not_offered"]);

    const accepted = await world.accept(far, assignmentId);
    expect(accepted.status).toBe(200);
    expect(accepted.body.data.map(({ state }: { state: string }) => state)).toEqual(["next", "planned"]);
    const shipment = await world.shipment(id);
    expect(shipment.assignment.driver).toMatchObject({ name: "Kim B.", vehicle: { type: "cargo_bike" } });
    expect([shipment.status, shipment.assignment.attempt]).toEqual(["assigned", 1]);
    expect((await world.accept(far, assignmentId)).status).toBe(200);
  });

  test("gives a job back after accepting: the next driver is asked, and the steps begin anew", async () => {
    const fleet = await world.addFleet();
    const first = await world.addRider(fleet, 1);
    const second = await world.addRider(fleet, 2);
    const { id, assignmentId } = await world.book(fleet);
    await world.accept(first, assignmentId);
    await world.report(fleet, assignmentId, "en_route_to_pickup");
    expect((await world.reject(first, assignmentId)).body.data).toEqual([]);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: second.id });
    const shipment = await world.shipment(id);
    expect([shipment.substatus, shipment.assignment.driver]).toEqual(["confirmed", null]);
    await world.accept(second, assignmentId);
    await world.report(fleet, assignmentId, "en_route_to_pickup");
    expect((await world.shipment(id)).substatus).toBe("en_route_to_pickup");
  });

  test("who is full is passed over: by count, and by weight", async () => {
    const fleet = await world.addFleet();
    const one = await world.addRider(fleet, 1, { capacityAssignments: 1 });
    const light = await world.addRider(fleet, 2, { capacityWeightGrams: 3_000 });
    const strong = await world.addRider(fleet, 3, { capacityAssignments: null });
    const parcels = [{ weight_grams: 800, quantity: 2 }];
    const asked: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { assignmentId } = await world.book(fleet, { parcels });
      asked.push(world.row(assignmentId).driverId ?? "nobody");
    }
    // What is offered counts as theirs already.
    expect(asked).toEqual([one.id, light.id, strong.id]);
    const { assignmentId: small } = await world.book(fleet, { parcels: [{ weight_grams: 1_400 }] });
    expect(world.row(small).driverId).toBe(light.id);
  });

  test("is looked for at the estimated pickup minus the lead, not before", async () => {
    const fleet = await world.addFleet();
    const service = { ...plainService, lead_minutes: 20 };
    const card = {
      currency: "EUR",
      time_zone: "Europe/Berlin",
      zones: [{ code: "germany", countries: ["DE"] }],
      services: [service],
    };
    const put = await world.account.sandbox.put(`${platform}/carriers/${fleet}/rate-card`, card);
    expect(put.status).toBe(200);
    const rider = await world.addRider(fleet, 1);
    const { assignmentId } = await world.book(fleet, pickupWindow(120, 180));
    expect(world.row(assignmentId)).toMatchObject({
      status: "searching",
      driverId: null,
      waitingSince: null,
    });
    await world.pass(99 * 60);
    expect(world.row(assignmentId).status).toBe("searching");
    // A position of an hour ago says nothing.
    await world.move(rider.id, 1);
    await world.pass(60);
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
  });
});

describe("with nobody left", () => {
  test("the job waits and says so; who comes on duty, or near, is asked", async () => {
    const fleet = await world.addFleet();
    const away = await world.addRider(fleet, 9);
    const resting = await world.addRider(fleet, 1, { onDuty: false });
    const { id, assignmentId } = await world.book(fleet);
    const since = world.clock.now();
    const needsPerson = async () => {
      await world.pass(5);
      const { body } = await world.account.sandbox.get(`${platform}/attention?limit=100`);
      return body.data.some((item: Body) => item.shipment_id === id && item.kind === "no_driver");
    };
    await world.pass(60);
    expect(world.row(assignmentId)).toMatchObject({
      status: "searching",
      driverId: null,
      waitingSince: since,
    });
    expect(await needsPerson()).toBe(true);
    // A driver who comes on duty is asked at once.
    expect((await resting.client.put("/api/v1/driver/me/duty", { on_duty: true })).status).toBe(200);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({
      status: "offered",
      driverId: resting.id,
      waitingSince: null,
    });
    expect(await needsPerson()).toBe(false);
    await world.reject(resting, assignmentId);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({ status: "searching", waitingSince: world.clock.now() });
    expect(await needsPerson()).toBe(true);
    await world.move(away.id, 2);
    await world.pass(10);
    expect(world.row(assignmentId).driverId).toBe(away.id);
  });

  test("10 minutes before the window ends the shipment is given back with no_supply, where the fleet wants it", async () => {
    const fleet = await world.addFleet({ dispatch: "nearest", gives_back: true });
    const keeping = await world.addFleet();
    const kept = await world.book(keeping, pickupWindow(0, 60));
    const { id, assignmentId } = await world.book(fleet, pickupWindow(0, 60));
    await world.pass(49 * 60);
    expect((await world.shipment(id)).status).toBe("assigned");
    await world.pass(60);
    const { body: assignment } = await world.account.sandbox.get(
      `${platform}/shipments/${id}/assignments/${assignmentId}`,
    );
    expect(assignment).toMatchObject({ status: "cancelled", release_reason: "no_supply" });
    expect((await world.shipment(id)).assignment).toBeNull();
    expect(world.row(assignmentId)).toMatchObject({ status: "ended", driverId: null, dueAt: null });
    expect(await world.shipment(kept.id)).toMatchObject({ assignment: { id: kept.assignmentId } });
    await world.pass(30 * 60);
    const rider = await world.addRider(keeping, 1);
    await world.pass(10);
    expect(world.row(kept.assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
  });

  test("an offer ends with the search, and one driver is asked even if the window is nearly over", async () => {
    const fleet = await world.addFleet({ dispatch: "nearest", answer_seconds: 600, gives_back: true });
    const { id, assignmentId } = await world.book(fleet, pickupWindow(0, 60));
    await world.pass(45 * 60);
    const rider = await world.addRider(fleet, 1);
    await world.pass(10);
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
    await world.pass(4 * 60 + 49);
    expect((await world.shipment(id)).status).toBe("assigned");
    await world.pass(1);
    expect((await world.shipment(id)).assignment).toBeNull();
    expect(problem(await world.accept(rider, assignmentId))).toEqual([409, "assignment_ended"]);

    const late = await world.book(fleet, pickupWindow(0, 10));
    expect(world.row(late.assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
    expect((await world.accept(rider, late.assignmentId)).status).toBe(200);
    const hopeless = await world.book(fleet, pickupWindow(0, 10));
    await world.reject(rider, hopeless.assignmentId);
    await world.pass();
    expect((await world.shipment(hopeless.id)).assignment).toBeNull();
  });
});

describe("a driver who goes", () => {
  test("off duty loses what is offered, and keeps what is theirs", async () => {
    const fleet = await world.addFleet();
    const leaving = await world.addRider(fleet, 1);
    const next = await world.addRider(fleet, 2);
    const mine = await world.book(fleet);
    await world.accept(leaving, mine.assignmentId);
    const offered = await world.book(fleet);
    expect(await world.stops(leaving)).toEqual([
      "pickup next",
      "delivery planned",
      "pickup offered",
      "delivery offered",
    ]);
    await leaving.client.put("/api/v1/driver/me/duty", { on_duty: false });
    await world.pass();
    expect(world.row(offered.assignmentId).driverId).toBe(next.id);
    expect(world.row(mine.assignmentId)).toMatchObject({ status: "accepted", driverId: leaving.id });
    expect(await world.stops(leaving)).toEqual(["pickup next", "delivery planned"]);
  });

  test("for good cannot leave jobs behind, and loses what is offered", async () => {
    const fleet = await world.addFleet();
    const [leaving, next] = [await world.addRider(fleet, 1), await world.addRider(fleet, 2)];
    const remove = () => world.account.sandbox.delete(`${platform}/drivers/${leaving.id}`);
    const { assignmentId } = await world.book(fleet);
    await world.accept(leaving, assignmentId);
    expect(problem(await remove())).toEqual([409, "driver_in_use"]);
    await world.reject(leaving, assignmentId);
    const offered = await world.book(fleet);
    expect(world.row(offered.assignmentId).driverId).toBe(leaving.id);
    expect((await remove()).status).toBe(204);
    await world.pass();
    expect([world.row(assignmentId).driverId, world.row(offered.assignmentId).driverId]).toEqual([
      next.id,
      next.id,
    ]);
    expect((await world.assign(assignmentId, leaving.id)).status).toBe(404);
  });

  test("for good leaves a name in what they delivered, and no number; what another took over keeps its own", async () => {
    const fleet = await world.addFleet({ dispatch: "manual" });
    const [leaving, next] = [await world.addRider(fleet), await world.addRider(fleet)];
    const trips = [await world.book(fleet), await world.book(fleet), await world.book(fleet)] as const;
    for (const { assignmentId } of trips) await world.assign(assignmentId, leaving.id);
    await world.assign(trips[2].assignmentId, next.id);
    for (const { id, assignmentId } of trips) {
      await world.report(fleet, assignmentId, "picked_up");
      await world.report(fleet, assignmentId, "at_delivery");
      await world.end(fleet, assignmentId);
      expect((await world.shipment(id)).status).toBe("delivered");
    }
    expect((await world.account.sandbox.delete(`${platform}/drivers/${leaving.id}`)).status).toBe(204);
    await world.pass();
    const drivers = trips.map(async ({ id }) => (await world.shipment(id)).assignment.driver);
    const phones = (await Promise.all(drivers)).map(({ name, phone }) => [name, phone]);
    expect(phones).toEqual([
      ["Kim B.", null],
      ["Kim B.", null],
      ["Kim B.", "+4930123456"],
    ]);
  });
});

describe("many at once", () => {
  test("50 drivers accept one job: the one who is asked has it, the others get a clear answer", async () => {
    const fleet = await world.addFleet();
    const riders = await Promise.all(
      Array.from({ length: 50 }, (_, at) => world.addRider(fleet, 1 + at / 20)),
    );
    const { id, assignmentId } = await world.book(fleet);
    const asked = world.row(assignmentId).driverId;
    const answers = await Promise.all(riders.map((rider) => world.accept(rider, assignmentId)));
    const winners = riders.filter((_, at) => answers[at]?.status === 200);
    expect(winners.map((rider) => rider.id)).toEqual([asked ?? ""]);
    const losers = answers.filter(({ status }) => status !== 200).map(problem);
    expect(losers).toEqual(Array(49).fill([409, "job_not_offered"]));
    expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: asked });
    const { body: events } = await world.account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
    const naming = events.data.filter(({ type }: { type: string }) => type === "shipment.updated");
    expect(naming).toHaveLength(1);
  });

  test("a driver with room for one is asked about one of many jobs", async () => {
    const fleet = await world.addFleet();
    const rider = await world.addRider(fleet, 1, { capacityAssignments: 1 });
    const jobs = await Promise.all(Array.from({ length: 10 }, () => world.book(fleet)));
    const rows = jobs.map(({ assignmentId }) => world.row(assignmentId));
    expect(rows.filter(({ driverId }) => driverId === rider.id)).toHaveLength(1);
    expect(
      rows.filter(({ status, waitingSince }) => status === "searching" && waitingSince !== null),
    ).toHaveLength(9);
  });
});
