import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { listAuditEntries } from "../../../../src/access/audit/service.ts";
import { turnOf } from "../../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { callerOf, kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Answer, eventually } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";

/** A dispatcher decides who drives: assigns, hands over and takes back, in every phase. */

let world: DispatchWorld;
let fleet: string;
let operator: TestOperator;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
  operator = await createOperator(world.server);
});
afterAll(() => world.server.stop());

const jobOf = ({ id, assignmentId }: { id: string; assignmentId: string }) => ({
  shipment_id: id,
  assignment_id: assignmentId,
});
const problem = ({ status, body }: Answer) => [status, body.code];
const cancel = (id: string) => world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`);
const turn = (assignmentId: string, driverId: string) =>
  turnOf(world.server.deps.stores.platform("sandbox").db, assignmentId, driverId);

describe("with manual dispatch", () => {
  test("nobody is asked; the dispatcher assigns, and the job is the driver's at once", async () => {
    const rider = await world.addRider(fleet);
    const { id, assignmentId } = await world.book(fleet);
    expect(world.row(assignmentId)).toMatchObject({
      status: "unassigned",
      driverId: null,
      waitingSince: world.clock.now(),
    });
    expect(await world.stops(rider)).toEqual([]);
    const assigned = await world.assign(assignmentId, rider.id);
    expect(assigned.status).toBe(200);
    expect(assigned.body).toMatchObject({
      id: assignmentId,
      status: "confirmed",
      driver: { name: "Kim B." },
    });
    expect(world.row(assignmentId)).toMatchObject({
      status: "accepted",
      driverId: rider.id,
      waitingSince: null,
    });
    expect(await world.stops(rider)).toEqual(["pickup next", "delivery planned"]);
    const { version } = await world.shipment(id);
    expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
    expect((await world.shipment(id)).version).toBe(version);
    await world.takeBack(assignmentId);
    const { deps } = world.server;
    const { data } = await eventually("two entries of the audit log", () => {
      const found = listAuditEntries(deps, callerOf(world.account.accountId, "sandbox") as never, {
        action: "shipment.driver_changed",
      });
      return found.data.length === 2 ? found : undefined;
    });
    expect(data.map(({ target, details }) => [target.id, details.driver_id])).toEqual([
      [id, undefined],
      [id, rider.id],
    ]);
  });

  test("a rejection that comes twice does not take away what was assigned since", async () => {
    const [rider, colleague] = [await world.addRider(fleet), await world.addRider(fleet)];
    const { id, assignmentId } = await world.book(fleet);
    const once = { id: "tap-1", reason_code: "vehicle_breakdown" };
    const again = async () => expect((await world.reject(rider, assignmentId, once)).status).toBe(200);
    await world.assign(assignmentId, rider.id);
    await again();
    await world.assign(assignmentId, colleague.id);
    await again();
    expect((await world.reject(colleague, assignmentId, { id: "tap-1-of-another" })).status).toBe(200);
    await world.assign(assignmentId, rider.id);
    await again();
    expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: rider.id });
    // Handed over by the dispatcher: it is not theirs, as they wish.
    await world.assign(assignmentId, colleague.id);
    expect((await world.reject(rider, assignmentId, { id: "tap-2" })).status).toBe(200);
    expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: colleague.id });
    await world.assign(assignmentId, rider.id);
    expect((await world.reject(rider, assignmentId, { id: "tap-3" })).status).toBe(200);
    expect(world.row(assignmentId).driverId).toBeNull();
    expect((await world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`)).status).toBe(200);
    await again();
  });

  test("a driver's rejection and a taking back leave it to the dispatcher again", async () => {
    const rider = await world.addRider(fleet);
    const { id, assignmentId } = await world.book(fleet);
    await world.assign(assignmentId, rider.id);
    expect((await world.reject(rider, assignmentId)).status).toBe(200);
    expect(world.row(assignmentId)).toMatchObject({ status: "unassigned", driverId: null });
    await world.assign(assignmentId, rider.id);
    const back = await world.takeBack(assignmentId);
    expect([back.status, back.body.driver]).toEqual([200, null]);
    expect((await world.takeBack(assignmentId)).status).toBe(200);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({ status: "unassigned", waitingSince: world.clock.now() });
    expect((await world.shipment(id)).assignment.driver).toBeNull();
    expect(problem(await world.accept(rider, assignmentId))).toEqual([409, "job_not_offered"]);
  });

  test("becomes nearest when the settings change, for jobs that wait too", async () => {
    const own = await world.addFleet({ dispatch: "manual" });
    const rider = await world.addRider(own);
    const { assignmentId } = await world.book(own);
    const patch = (dispatch: string) =>
      world.account.sandbox.patch(`${platform}/carriers/${own}`, { settings: { dispatch } });
    expect((await patch("nearest")).status).toBe(200);
    await world.pass();
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
    await patch("manual");
    await world.pass(60);
    expect(world.row(assignmentId)).toMatchObject({ status: "unassigned", driverId: null });
  });
});

test("a dispatcher lists what a driver has to do and has done, newest first; others' drivers do not exist", async () => {
  const { server, account } = world;
  const [rider, other] = [await world.addRider(fleet), await world.addRider(fleet)];
  const path = `${platform}/drivers/${rider.id}/jobs`;
  expect((await account.sandbox.get(path)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  const trips = [await world.book(fleet), await world.book(fleet), await world.book(fleet)] as const;
  for (const { assignmentId } of trips) await world.assign(assignmentId, rider.id);
  await world.report(fleet, trips[0].assignmentId, "picked_up");
  await world.end(fleet, trips[0].assignmentId);
  await world.assign(trips[1].assignmentId, other.id);
  const first = (await account.sandbox.get(`${path}?limit=1`)).body;
  const next = (await account.sandbox.get(`${path}?limit=1&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...next.data]).toMatchObject([
    { ...jobOf(trips[2]), status: "accepted", assignment_status: "confirmed", ended_at: null },
    { ...jobOf(trips[0]), status: "ended", assignment_status: "completed", ended_at: expect.any(String) },
  ]);
  expect([first.has_more, next.has_more]).toEqual([true, false]);
  const stranger = await server.account();
  const { session } = operator;
  expect(problem(await stranger.sandbox.get(path))).toEqual([404, "not_found"]);
  const ofOperator = (id: string) => session.get(`/api/v1/operator/drivers/${id}/jobs?environment=sandbox`);
  expect(problem(await ofOperator(rider.id))).toEqual([404, "not_found"]);
  const shared = await world.addFleet({ dispatch: "nearest" }, null);
  const theirs = await world.addRider(shared, 1, { accountId: null });
  const trip = await world.book(shared);
  expect((await ofOperator(theirs.id)).body.data).toMatchObject([{ ...jobOf(trip), status: "offered" }]);
});

describe("a hand-over", () => {
  test("works in every phase, also with the goods on board, and each driver's turn is kept", async () => {
    const [one, two, three] = [
      await world.addRider(fleet),
      await world.addRider(fleet),
      await world.addRider(fleet),
    ];
    const { id, assignmentId } = await world.book(fleet);
    await world.assign(assignmentId, one.id);
    const begun = world.clock.now();
    await world.pass(60);
    await world.report(fleet, assignmentId, "at_pickup");
    await world.assign(assignmentId, two.id);
    const first = world.clock.now();
    // The steps begin anew.
    expect((await world.shipment(id)).substatus).toBe("confirmed");
    await world.pass(60);
    await world.report(fleet, assignmentId, "picked_up");
    expect(await world.stops(two)).toEqual(["delivery next"]);
    await world.pass(60);
    await world.assign(assignmentId, three.id);
    const second = world.clock.now();
    expect([await world.stops(one), await world.stops(two), await world.stops(three)]).toEqual([
      [],
      [],
      ["delivery next"],
    ]);
    expect((await world.shipment(id)).substatus).toBe("picked_up");
    expect(turn(assignmentId, one.id)).toMatchObject({ since: begun, until: first });
    expect(turn(assignmentId, two.id)).toMatchObject({ since: first, until: second });
    expect(turn(assignmentId, three.id)).toMatchObject({ since: second, until: null });
    // Back to the first: their turn goes on.
    await world.assign(assignmentId, one.id);
    expect(turn(assignmentId, one.id)).toMatchObject({ since: begun, until: null });
  });

  test("with the goods on board, nobody can be without a driver", async () => {
    const rider = await world.addRider(fleet);
    const { assignmentId } = await world.book(fleet);
    await world.assign(assignmentId, rider.id);
    await world.report(fleet, assignmentId, "picked_up");
    expect(problem(await world.takeBack(assignmentId))).toEqual([409, "transition_not_allowed"]);
    expect(problem(await world.reject(rider, assignmentId))).toEqual([409, "transition_not_allowed"]);
    expect(await world.stops(rider)).toEqual(["delivery next"]);
  });

  test("beyond a driver's capacity is refused, by count and by weight", async () => {
    const full = await world.addRider(fleet, 1, { capacityAssignments: 1, capacityWeightGrams: 2_000 });
    const [first, second] = [await world.book(fleet), await world.book(fleet)];
    const heavy = await world.book(fleet, { parcels: [{ weight_grams: 2_001 }] });
    expect(problem(await world.assign(heavy.assignmentId, full.id))).toEqual([409, "driver_over_capacity"]);
    expect((await world.assign(first.assignmentId, full.id)).status).toBe(200);
    expect(problem(await world.assign(second.assignmentId, full.id))).toEqual([409, "driver_over_capacity"]);
    expect(world.row(second.assignmentId)).toMatchObject({ status: "unassigned", driverId: null });
  });
});

describe("an assignment that ends", () => {
  test.each(["unassigned", "assigned", "on the way"])(
    "cancelled while it is %s is nobody's",
    async (phase) => {
      const rider = await world.addRider(fleet);
      const { id, assignmentId } = await world.book(fleet);
      if (phase !== "unassigned") await world.assign(assignmentId, rider.id);
      if (phase === "on the way") await world.report(fleet, assignmentId, "en_route_to_pickup");
      expect((await cancel(id)).body.status).toBe("cancelled");
      expect(world.row(assignmentId)).toMatchObject({ status: "ended", dueAt: null, waitingSince: null });
      expect(await world.stops(rider)).toEqual([]);
      for (const answer of [
        await world.assign(assignmentId, rider.id),
        await world.takeBack(assignmentId),
        await world.accept(rider, assignmentId),
        await world.reject(rider, assignmentId),
      ]) {
        expect(problem(answer)).toEqual([409, "assignment_ended"]);
      }
    },
  );

  test("cancelled or released while a driver is asked is not offered any more", async () => {
    const near = await world.addFleet({ dispatch: "nearest" });
    const rider = await world.addRider(near);
    const [cancelled, released] = [await world.book(near), await world.book(near)];
    expect(await world.stops(rider)).toHaveLength(4);
    await cancel(cancelled.id);
    const path = `${platform}/shipments/${released.id}/assignments/${released.assignmentId}`;
    expect((await world.account.sandbox.delete(path)).status).toBe(200);
    await world.pass(120);
    expect(await world.stops(rider)).toEqual([]);
    expect(problem(await world.accept(rider, released.assignmentId))).toEqual([409, "assignment_ended"]);
  });

  test("moved by hand without a driver is searched for no longer, and the driver who is asked comes too late", async () => {
    const near = await world.addFleet({ dispatch: "nearest" });
    const rider = await world.addRider(near);
    const { id, assignmentId } = await world.book(near);
    expect(world.row(assignmentId).driverId).toBe(rider.id);
    await world.report(near, assignmentId, "picked_up");
    expect(problem(await world.accept(rider, assignmentId))).toEqual([409, "job_not_offered"]);
    await world.pass(60);
    expect(world.row(assignmentId)).toMatchObject({
      status: "unassigned",
      driverId: null,
      waitingSince: null,
      dueAt: null,
    });
    // The dispatcher may still name who has the goods.
    expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
    expect((await world.shipment(id)).status).toBe("in_transit");
    expect(await world.stops(rider)).toEqual(["delivery next"]);
  });
});

describe("what is not theirs", () => {
  test("does not exist for other accounts, other fleets' drivers and the wrong side", async () => {
    const other = await world.server.account();
    const rider = await world.addRider(fleet);
    const otherFleet = await world.addFleet({ dispatch: "manual" }, other.accountId);
    const stranger = await world.addRider(otherFleet, 1, { accountId: other.accountId });
    const colleague = await world.addRider(await world.addFleet({ dispatch: "manual" }));
    const { assignmentId } = await world.book(fleet);
    const ofOperator = `/api/v1/operator/assignments/${assignmentId}/driver?environment=sandbox`;
    const refused = [
      await world.assign(assignmentId, rider.id, other.sandbox),
      await world.assign(assignmentId, stranger.id, other.sandbox),
      await world.takeBack(assignmentId, other.sandbox),
      await world.assign(assignmentId, stranger.id),
      await world.assign(assignmentId, colleague.id),
      await world.assign(assignmentId, "drv_none"),
      await world.assign("asg_none", rider.id),
      await world.assign(assignmentId, rider.id, world.account.live),
      await world.accept(stranger, assignmentId),
      await world.reject(colleague, assignmentId),
      await operator.session.post(ofOperator, { driver_id: rider.id }),
      await operator.session.delete(ofOperator),
    ];
    expect(refused.map(problem)).toEqual(refused.map(() => [404, "not_found"]));
    expect(world.row(assignmentId)).toMatchObject({ status: "unassigned", driverId: null });

    // The operator dispatches the installation's fleets, and an account does not.
    const installed = await world.addFleet({ dispatch: "manual" }, null);
    const theirs = await world.addRider(installed, 1, { accountId: null });
    const job = await world.book(installed);
    expect(problem(await world.assign(job.assignmentId, theirs.id))).toEqual([404, "not_found"]);
    const path = `/api/v1/operator/assignments/${job.assignmentId}/driver?environment=sandbox`;
    expect((await operator.session.post(path, { driver_id: theirs.id })).status).toBe(200);
    expect(await world.stops(theirs)).toEqual(["pickup next", "delivery planned"]);
    expect((await operator.session.delete(path)).body.driver).toBeNull();
  });
});

describe("what a driver sees", () => {
  test("of an offer: towns, distance and weight; of an own job: whom to meet, never a recipient's number", async () => {
    const near = await world.addFleet({ dispatch: "nearest" });
    const rider = await world.addRider(near, 1);
    const { id, assignmentId } = await world.book(near, {
      reference: "ORD-77",
      delivery: { contact: { name: "Sam Recipient", phone: "+4915112345678" }, address: kreuzberg },
    });
    const { pickup, delivery, distance_meters } = await world.shipment(id);
    const offered = await rider.client.get("/api/v1/driver/stops");
    const [from, to] = offered.body.data;
    expect(from).toMatchObject({
      id: `${assignmentId}.pickup`,
      kind: "pickup",
      state: "offered",
      answer_until: new Date(world.clock.now() + 60_000).toISOString(),
      weight_grams: 1200,
      parcel_count: 1,
      distance_meters: 1112,
      address: { line1: null, city: "Berlin", latitude: null },
    });
    expect(to).toMatchObject({ kind: "delivery", distance_meters, contact: null, sender_contact: null });
    const secrets = [pickup, delivery].flatMap(({ contact, address }) => [
      contact.name,
      contact.phone,
      address.line1,
    ]);
    for (const secret of [...secrets, "ORD-77", "Books", "WB"]) {
      if (secret !== null) expect(offered.text).not.toContain(secret);
    }
    const { body, text } = await world.accept(rider, assignmentId);
    expect(body.data[0]).toMatchObject({
      state: "next",
      answer_until: null,
      reference: "ORD-77",
      address: pickup.address,
      contact: { name: pickup.contact.name, phone: pickup.contact.phone },
      sender_contact: null,
      requirements: null,
    });
    expect(body.data[1]).toMatchObject({
      state: "planned",
      address: delivery.address,
      contact: { name: delivery.contact.name, phone: null },
      sender_contact: { name: pickup.contact.name, phone: pickup.contact.phone },
      requirements: delivery.requirements,
      pin_tries_left: null,
    });
    expect(delivery.contact.phone).toBe("+4915112345678");
    expect(text).not.toContain(delivery.contact.phone);
  });
});

test("rows decide: after a restart in the middle of an offer the search goes on, and a deleted shipment leaves nothing", async () => {
  const near = await world.addFleet({ dispatch: "nearest" });
  const [first, second] = [await world.addRider(near, 1), await world.addRider(near, 2)];
  const { assignmentId } = await world.book(near);
  expect(world.row(assignmentId).driverId).toBe(first.id);
  // As after a kill: nothing in memory knows of the row.
  for (const job of world.server.deps.loops.flatMap(({ jobs }) => jobs)) job.rebuild();
  await world.pass(60);
  expect(world.row(assignmentId).driverId).toBe(second.id);
  expect((await world.account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  const { db } = world.server.deps.stores.platform("sandbox");
  expect(db.all(sql`SELECT 1 FROM driver_jobs JOIN drivers ON drivers.id = driver_id`)).toEqual([]);
  expect(await world.stops(second)).toEqual([]);
});
