import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findAbsence, saveAbsence } from "../../../../../src/delivery/fleet/drivers/absences.ts";
import { openJobCount } from "../../../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { exampleShipment } from "../../../../../src/delivery/lifecycle/state/example.ts";
import { write } from "../../../../../src/infra/deps.ts";
import { expectProblem } from "../../../../api/problem.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../../support/dispatch.ts";
import { platform } from "../../../../support/fixtures.ts";
import { createOperator } from "../../../../support/operator.ts";

/** A driver is out, or has a break. */

let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

const drivers = `${platform}/drivers`;
const inMinutes = (minutes: number) => new Date(world.clock.now() + minutes * 60_000).toISOString();
const absenceOf = (id: string) => `${drivers}/${id}/absence`;
const putOut = (id: string, jobs = "release", minutes = 60) =>
  world.account.sandbox.put(absenceOf(id), { until: inMinutes(minutes), jobs });
const read = async (id: string) => (await world.account.sandbox.get(`${drivers}/${id}`)).body;
const setDuty = ({ client }: Rider, body: object) => client.put("/api/v1/driver/me/duty", body);
const needsOf = async (driver: string) =>
  (await world.account.sandbox.get(`${platform}/attention?driver_id=${driver}&kind=goods_with_absent_driver`))
    .body.data;

async function assigned(rider: Rider, ofFleet = fleet) {
  const booked = await world.book(ofFleet);
  await world.assign(booked.assignmentId, rider.id);
  return booked;
}

describe("an absence", () => {
  test("takes jobs without goods back, and asks somebody to meet who has goods", async () => {
    const tom = await world.addRider(fleet, 1, { name: "Tom Berger" });
    const [waiting, carried] = [await assigned(tom), await assigned(tom)];
    await world.report(fleet, carried.assignmentId, "picked_up");
    const out = await putOut(tom.id);
    expect(out.status).toBe(200);
    expect(out.body).toEqual({
      driver_id: tom.id,
      until: inMinutes(60),
      jobs: "release",
      is_active: true,
      active_assignments: 1,
      created_at: inMinutes(0),
    });
    await world.pass(2);
    expect(world.row(waiting.assignmentId)).toMatchObject({ status: "unassigned", driverId: null });
    expect(world.row(carried.assignmentId)).toMatchObject({ status: "accepted", driverId: tom.id });
    expect(await needsOf(tom.id)).toMatchObject([
      { shipment_id: carried.id, is_urgent: true, detail: "Meet Tom B. and take over 1 parcel." },
    ]);
    const ann = await world.addRider(fleet);
    await world.assign(carried.assignmentId, ann.id);
    await world.pass(2);
    expect(await needsOf(tom.id)).toEqual([]);
  });

  test("takes many jobs back ten at a time: others write in between", async () => {
    const tom = await world.addRider(fleet, 1, { capacityAssignments: null });
    const jobs: string[] = [];
    for (let each = 0; each < 23; each += 1) jobs.push((await assigned(tom)).assignmentId);
    const { deps } = world.server;
    const left: number[] = [];
    const watch = async (until: Promise<unknown>) => {
      let isDone = false;
      void until.then(() => {
        isDone = true;
      });
      while (!isDone) left.push(await write(deps, "sandbox", ({ tx }) => openJobCount(tx, tom.id)));
    };
    const out = putOut(tom.id);
    await watch(out);
    expect((await out).body.active_assignments).toBe(0);
    expect(left.filter((count) => ![23, 13, 3, 0].includes(count))).toEqual([]);
    expect(new Set(left).size).toBeGreaterThan(2);
    for (const job of jobs) expect(world.row(job)).toMatchObject({ status: "unassigned", driverId: null });
  });

  test("whose request a stop ended takes back what is left, and not what the driver was given for afterwards", async () => {
    const tom = await world.addRider(fleet, 1, { capacityAssignments: null });
    const jobs: string[] = [];
    for (let each = 0; each < 13; each += 1) jobs.push((await assigned(tom)).assignmentId);
    const carried = await assigned(tom);
    await world.report(fleet, carried.assignmentId, "picked_up");
    const { deps } = world.server;
    const now = world.clock.now();
    // What the first transaction of the request leaves.
    const noted = { driverId: tom.id, jobs: "release", createdAt: now, releaseAt: now + 30_000 } as const;
    await write(deps, "sandbox", (writing) => saveAbsence(writing, { ...noted, until: now + 3_600_000 }));
    await world.pass(1);
    const window = { start: inMinutes(20 * 60), end: inMinutes(22 * 60) };
    const later = await world.book(fleet, { pickup: { ...exampleShipment.pickup, window } });
    expect((await world.assign(later.assignmentId, tom.id)).status).toBe(200);
    await world.pass(28);
    for (const job of jobs) expect(world.row(job).driverId).toBe(tom.id);
    await world.pass(1);
    for (const job of jobs) expect(world.row(job)).toMatchObject({ status: "unassigned", driverId: null });
    for (const { assignmentId } of [carried, later])
      expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: tom.id });
    expect(findAbsence(deps.stores.platform("sandbox").db, tom.id)?.releaseAt).toBeNull();
  });

  test("whose request a stop ended takes nothing back once it is over, and leaves nothing to take back if it went well", async () => {
    const tom = await world.addRider(fleet);
    const { assignmentId } = await assigned(tom);
    const { deps } = world.server;
    const now = world.clock.now();
    const noted = { driverId: tom.id, jobs: "release", createdAt: now, releaseAt: now + 30_000 } as const;
    await write(deps, "sandbox", (writing) => saveAbsence(writing, { ...noted, until: now + 20_000 }));
    await world.pass(31);
    expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: tom.id });
    const { db } = deps.stores.platform("sandbox");
    expect(findAbsence(db, tom.id)?.releaseAt).toBeNull();
    for (const jobs of ["release", "keep"]) {
      await putOut(tom.id, jobs);
      expect(findAbsence(db, tom.id)?.releaseAt).toBeNull();
    }
  });

  test("keeps every job where the dispatcher says so, and needs nobody", async () => {
    const tom = await world.addRider(fleet);
    const [waiting, carried] = [await assigned(tom), await assigned(tom)];
    await world.report(fleet, carried.assignmentId, "picked_up");
    expect((await putOut(tom.id, "keep")).body.active_assignments).toBe(2);
    await world.pass(2);
    for (const { assignmentId } of [waiting, carried])
      expect(world.row(assignmentId)).toMatchObject({ status: "accepted", driverId: tom.id });
    expect(await needsOf(tom.id)).toEqual([]);
  });

  test("is off duty until it ends; then the driver goes on duty again", async () => {
    const tom = await world.addRider(fleet);
    await putOut(tom.id, "keep");
    expect(await read(tom.id)).toMatchObject({ on_duty: false, absent_until: inMinutes(60) });
    expectProblem(world.server, await setDuty(tom, { on_duty: true }), {
      status: 409,
      code: "driver_absent",
    });
    expect((await setDuty(tom, { on_duty: false })).status).toBe(200);
    expect((await read(tom.id)).on_duty).toBe(false);
    await world.pass(60 * 60);
    expect(await read(tom.id)).toMatchObject({ on_duty: false, absent_until: null });
    expect((await world.account.sandbox.get(absenceOf(tom.id))).body.is_active).toBe(false);
    expect((await setDuty(tom, { on_duty: true })).status).toBe(200);
    expect((await read(tom.id)).on_duty).toBe(true);
  });

  test("ends at once when the dispatcher takes it back, and settles its needs", async () => {
    const tom = await world.addRider(fleet);
    const carried = await assigned(tom);
    await world.report(fleet, carried.assignmentId, "picked_up");
    await putOut(tom.id);
    await world.pass(2);
    expect(await needsOf(tom.id)).toHaveLength(1);
    for (const _ of [1, 2]) {
      expect((await world.account.sandbox.delete(absenceOf(tom.id))).status).toBe(204);
    }
    await world.pass(2);
    expect(await needsOf(tom.id)).toEqual([]);
    expectProblem(world.server, await world.account.sandbox.get(absenceOf(tom.id)), {
      status: 404,
      code: "not_found",
    });
    expect((await setDuty(tom, { on_duty: true })).status).toBe(200);
  });

  test("of who is asked gives the offer to the next driver, and the last one's jobs wait", async () => {
    const near = await world.addFleet({ dispatch: "nearest" });
    const [tom, ann] = [await world.addRider(near, 1), await world.addRider(near, 2)];
    const { assignmentId } = await world.book(near);
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: tom.id });
    await putOut(tom.id);
    await world.pass(1);
    expect(world.row(assignmentId)).toMatchObject({ status: "offered", driverId: ann.id });
    await world.accept(ann, assignmentId);
    await putOut(ann.id);
    await world.pass(1);
    expect(world.row(assignmentId)).toMatchObject({ status: "searching", driverId: null });
  });

  test("gives the driver no job before its end, by hand, in a batch or with a booking", async () => {
    const tom = await world.addRider(fleet, 1, { name: "Tom Berger" });
    const { assignmentId } = await world.book(fleet);
    await putOut(tom.id);
    const single = await world.assign(assignmentId, tom.id);
    expectProblem(world.server, single, { status: 409, code: "driver_absent", members: ["absent_until"] });
    expect(single.body).toMatchObject({
      detail: "Tom B. is out. Choose another driver, or end the absence.",
      absent_until: inMinutes(60),
    });
    const batch = { driver_id: tom.id, assignment_ids: [assignmentId] };
    const { body } = await world.account.sandbox.post(`${platform}/assignments/driver/batch`, batch);
    expect(body.results[0]).toMatchObject({ result: "refused", problem: { code: "driver_absent" } });
    const order = { ...exampleShipment, accept: { driver_id: tom.id } };
    const created = await world.account.sandbox.post(`${platform}/shipments`, order);
    expect(created.body).toMatchObject({ assignment: null, accept_problem: { code: "driver_absent" } });
    expect(world.row(assignmentId)).toMatchObject({ status: "unassigned", driverId: null });
    await world.pass(60 * 60);
    expect((await world.assign(assignmentId, tom.id)).status).toBe(200);
  });

  test("gives the driver what is picked up after its end, and all that a driver who keeps jobs is given", async () => {
    const tom = await world.addRider(fleet);
    const window = { start: inMinutes(20 * 60), end: inMinutes(22 * 60) };
    const later = await world.book(fleet, { pickup: { ...exampleShipment.pickup, window } });
    await putOut(tom.id);
    expect((await world.assign(later.assignmentId, tom.id)).status).toBe(200);
    const ann = await world.addRider(fleet);
    const { assignmentId } = await world.book(fleet);
    await putOut(ann.id, "keep");
    expect((await world.assign(assignmentId, ann.id)).status).toBe(200);
  });

  test("is raised only where the fleet wants the kind", async () => {
    const older = await world.addFleet({ dispatch: "manual", attention: ["clock_wrong"] });
    const tom = await world.addRider(older);
    const { assignmentId } = await assigned(tom, older);
    await world.report(older, assignmentId, "picked_up");
    await putOut(tom.id);
    await world.pass(2);
    expect(await needsOf(tom.id)).toEqual([]);
  });

  test("with an end that has passed, or without one, changes nothing", async () => {
    const tom = await world.addRider(fleet);
    const { assignmentId } = await assigned(tom);
    const refused: [object, Record<string, string>][] = [
      [{ until: inMinutes(0), jobs: "release" }, { "#/until": "in_past" }],
      [{ until: inMinutes(-60), jobs: "release" }, { "#/until": "in_past" }],
      [{ until: inMinutes(367 * 24 * 60), jobs: "release" }, { "#/until": "too_late" }],
      [{ until: "tomorrow", jobs: "release" }, { "#/until": "format" }],
      [{ jobs: "release" }, { "#/until": "required" }],
      [{ until: inMinutes(60) }, { "#/jobs": "required" }],
      [{ until: inMinutes(60), jobs: "drop" }, { "#/jobs": "enum" }],
      [{ until: inMinutes(60), jobs: "keep", reason: "sick" }, { "#/reason": "unknown_field" }],
    ];
    for (const [body, at] of refused)
      expectProblem(world.server, await world.account.sandbox.put(absenceOf(tom.id), body), {
        status: 422,
        code: "validation_failed",
        at,
      });
    expect(await read(tom.id)).toMatchObject({ on_duty: true, absent_until: null });
    expect(world.row(assignmentId).driverId).toBe(tom.id);
  });

  test("is the fleet's owner's, and of the installation's fleets the operator's", async () => {
    const tom = await world.addRider(fleet);
    const other = await world.server.account();
    const body = { until: inMinutes(60), jobs: "release" };
    const missing = { status: 404, code: "not_found" } as const;
    expectProblem(world.server, await other.sandbox.put(absenceOf(tom.id), body), missing);
    expectProblem(world.server, await other.sandbox.delete(absenceOf(tom.id)), missing);
    expect((await read(tom.id)).on_duty).toBe(true);
    const installed = await world.addFleet({ dispatch: "manual" }, null);
    const theirs = await world.addRider(installed, 1, { accountId: null });
    expectProblem(world.server, await world.account.sandbox.put(absenceOf(theirs.id), body), missing);
    const { session } = await createOperator(world.server);
    const twin = `/api/v1/operator/drivers/${theirs.id}/absence?environment=sandbox`;
    expect((await session.put(twin, body)).body.is_active).toBe(true);
    expect((await session.get(twin)).status).toBe(200);
    expect((await session.delete(twin)).status).toBe(204);
  });

  test("beside a pickup ends in one of two ways, and nothing is lost", async () => {
    for (let round = 0; round < 3; round += 1) {
      const tom = await world.addRider(fleet);
      const { id, assignmentId } = await assigned(tom);
      await Promise.all([
        putOut(tom.id),
        world.report(fleet, assignmentId, "picked_up").catch(() => undefined),
      ]);
      await world.pass(2);
      const { status } = await world.shipment(id);
      const holder = world.row(assignmentId).driverId;
      const needs = (await needsOf(tom.id)).length;
      expect([
        { status: "in_transit", holder: tom.id, needs: 1 },
        { status: "in_transit", holder: null, needs: 0 },
        { status: "assigned", holder: null, needs: 0 },
      ]).toContainEqual({ status, holder, needs });
    }
  });
});

describe("a break", () => {
  test("ends by itself, and a shift too", async () => {
    const tom = await world.addRider(fleet);
    const until = inMinutes(30);
    const { body } = await setDuty(tom, { on_duty: false, until });
    expect(body.driver).toMatchObject({ on_duty: false, duty_until: until });
    await world.pass(30 * 60 - 1);
    expect((await read(tom.id)).on_duty).toBe(false);
    await world.pass(1);
    expect(await read(tom.id)).toMatchObject({ on_duty: true, duty_until: null });
    await setDuty(tom, { on_duty: true, until: inMinutes(60) });
    expect(await read(tom.id)).toMatchObject({ on_duty: true, duty_until: inMinutes(60) });
    await world.pass(60 * 60);
    expect(await read(tom.id)).toMatchObject({ on_duty: false, duty_until: null });
  });

  test("passes offers and the nearest by, keeps what is the driver's, and ends into the next search", async () => {
    const asking = await world.addFleet({ dispatch: "nearest" });
    const tom = await world.addRider(asking);
    const own = await world.book(asking);
    expect((await world.accept(tom, own.assignmentId)).status).toBe(200);
    await world.report(asking, own.assignmentId, "picked_up");
    await setDuty(tom, { on_duty: false, until: inMinutes(5) });
    const waiting = await world.book(asking);
    expect(await world.stops(tom)).toEqual(["delivery next"]);
    const { status, body } = await world.assign(waiting.assignmentId, "nearest");
    expect([status, body.code]).toEqual([409, "no_driver_near"]);
    await world.pass(4 * 60);
    expect(await world.stops(tom)).toEqual(["delivery next"]);
    await world.pass(60);
    await world.pass(10);
    expect(await world.stops(tom)).toEqual(["delivery next", "pickup offered", "delivery offered"]);
  });

  test("is forgotten when the driver comes back before, goes home, is taken off duty or is out", async () => {
    const rest = { on_duty: false, until: inMinutes(30) };
    const [early, home, taken, out] = await Promise.all([1, 2, 3, 4].map(() => world.addRider(fleet)));
    for (const rider of [early, home, taken, out]) await setDuty(rider as Rider, rest);
    await setDuty(early as Rider, { on_duty: true });
    await setDuty(home as Rider, { on_duty: false });
    await world.account.sandbox.patch(`${drivers}/${taken?.id}`, { on_duty: false });
    await putOut(out?.id ?? "", "keep", 120);
    await world.pass(31 * 60);
    const onDuty = [early, home, taken, out].map(async (rider) => (await read(rider?.id ?? "")).on_duty);
    expect(await Promise.all(onDuty)).toEqual([true, false, false, false]);
  });

  test("that was tapped without a network and is over by now leaves the driver on duty", async () => {
    const tom = await world.addRider(fleet);
    const at = inMinutes(-50);
    const late = await setDuty(tom, { on_duty: false, at, until: inMinutes(-20) });
    expect(late.status).toBe(200);
    await world.pass(1);
    expect(await read(tom.id)).toMatchObject({ on_duty: true, duty_until: null });
  });

  test("needs an end after it, within a day", async () => {
    const tom = await world.addRider(fleet);
    for (const [minutes, code] of [
      [0, "in_past"],
      [-1, "in_past"],
      [24 * 60 + 1, "too_late"],
    ] as const)
      expectProblem(world.server, await setDuty(tom, { on_duty: false, until: inMinutes(minutes) }), {
        status: 422,
        code: "validation_failed",
        at: { "#/until": code },
      });
    expect(await read(tom.id)).toMatchObject({ on_duty: true, duty_until: null });
  });
});
