import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openJobCount } from "../../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { write } from "../../../../src/infra/deps.ts";
import { expectProblem } from "../../../api/problem.ts";
import { settledRows } from "../../../support/database.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import type { Answer, Client } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { revokedAfter } from "../../../support/revoked-key.ts";

/** A dispatcher moves many jobs in one step. */

let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

const path = `${platform}/assignments/driver/batch`;
const many = (
  driver_id: string | null,
  assignment_ids: string[],
  more: object = {},
  client: Client = world.account.sandbox,
) => client.post(path, { driver_id, assignment_ids, ...more });
const outcomes = ({ body }: Answer) =>
  body.results.map(({ result, problem }: Answer["body"]) => problem?.code ?? result);
const driverOf = (assignmentId: string) => world.row(assignmentId).driverId;
const free = { capacityAssignments: null };

async function book(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) ids.push((await world.book(fleet)).assignmentId);
  return ids;
}

/** A rider with so many jobs. */
async function riderWith(count: number, north = 1): Promise<[Rider, string[]]> {
  const rider = await world.addRider(fleet, north, free);
  const ids = await book(count);
  expect(outcomes(await many(rider.id, ids))).toEqual(ids.map(() => "assigned"));
  return [rider, ids];
}

describe("a batch of jobs", () => {
  test("goes to a driver, to another one, and back to nobody", async () => {
    const [tom, ids] = await riderWith(3);
    expect(ids.map(driverOf)).toEqual([tom.id, tom.id, tom.id]);
    const ann = await world.addRider(fleet, 1, free);
    const moved = await many(ann.id, ids);
    expect(moved.status).toBe(200);
    expect(moved.body.results.map((each: Answer["body"]) => each.assignment_id)).toEqual(ids);
    expect(moved.body.results[0]).toMatchObject({
      result: "assigned",
      assignment: { id: ids[0], driver: { name: "Kim B." } },
      problem: null,
    });
    expect(await world.stops(tom)).toEqual([]);
    expect(await world.stops(ann)).toHaveLength(6);
    expect(outcomes(await many(null, ids))).toEqual(ids.map(() => "unassigned"));
    expect(ids.map((id) => [driverOf(id), world.row(id).status])).toEqual(
      ids.map(() => [null, "unassigned"]),
    );
    expect(await world.stops(ann)).toEqual([]);
  });

  test("warns of a driver's capacity at the job that is too much, unless the dispatcher says so", async () => {
    const small = await world.addRider(fleet, 1, { capacityAssignments: 2 });
    const ids = await book(3);
    expect(outcomes(await many(small.id, ids))).toEqual(["assigned", "assigned", "driver_over_capacity"]);
    expect(ids.map(driverOf)).toEqual([small.id, small.id, null]);
    expect(outcomes(await many(small.id, ids, { over_capacity: false }))).toEqual([
      "assigned",
      "assigned",
      "driver_over_capacity",
    ]);
    expect(outcomes(await many(small.id, ids, { over_capacity: true }))).toEqual(ids.map(() => "assigned"));
    expect(ids.map(driverOf)).toEqual([small.id, small.id, small.id]);
    const [one] = await book(1);
    expectProblem(world.server, await world.assign(one as string, small.id), {
      status: 409,
      code: "driver_over_capacity",
    });
    const sure = { driver_id: small.id, over_capacity: true };
    const single = await world.account.sandbox.post(`${platform}/assignments/${one}/driver`, sure);
    expect([single.status, driverOf(one as string)]).toEqual([200, small.id]);
  });

  test("keeps goods with their driver until another one takes them, and ended jobs as they are", async () => {
    const [tom, [carried, ended, waiting]] = (await riderWith(3)) as [Rider, [string, string, string]];
    await world.report(fleet, carried, "picked_up");
    await world.report(fleet, ended, "picked_up");
    await world.end(fleet, ended);
    const taken = await many(null, [carried, ended, waiting]);
    expect(outcomes(taken)).toEqual(["transition_not_allowed", "assignment_ended", "unassigned"]);
    expect(driverOf(carried)).toBe(tom.id);
    const ann = await world.addRider(fleet, 1, free);
    expect(outcomes(await many(ann.id, [carried, ended, waiting]))).toEqual([
      "assigned",
      "assignment_ended",
      "assigned",
    ]);
    expect([driverOf(carried), driverOf(ended), driverOf(waiting)]).toEqual([ann.id, tom.id, ann.id]);
  });

  test("answers ids of others, of nothing and of other kinds alike, and moves the own one", async () => {
    const other = await world.server.account();
    const theirs = await addOpenFleet(world.server, other.accountId);
    const { sandbox } = other;
    const shipment = await createShipment(sandbox);
    const [tom, [own]] = (await riderWith(1)) as [Rider, [string]];
    const ann = await world.addRider(fleet, 1, free);
    const foreign = await many(ann.id, ["asg_01m7x5rdwme1ct34p92xd7wpnk", shipment.id, theirs, own, tom.id]);
    expect(outcomes(foreign)).toEqual(["not_found", "not_found", "not_found", "assigned", "not_found"]);
    // The same batch by the other account: the one that exists looks like those that do not.
    const rider = await world.addRider(theirs, 1, { ...free, accountId: other.accountId });
    const spied = await many(rider.id, [own, "asg_01m7x5rdwme1ct34p92xd7wpnk"], {}, sandbox);
    const [there, nowhere] = spied.body.results;
    expect({ ...there, assignment_id: "" }).toEqual({ ...nowhere, assignment_id: "" });
    expect(driverOf(own)).toBe(ann.id);
    for (const driver of [rider.id, "drv_01m7x5rdwme1ct34p92xd7wpnk", "NEAREST"]) {
      expectProblem(world.server, await many(driver, [own]), { status: 404, code: "not_found" });
    }
    const cross = await world.addRider(await world.addFleet({ dispatch: "manual" }), 1, free);
    expect(outcomes(await many(cross.id, [own]))).toEqual(["not_found"]);
    expect(driverOf(own)).toBe(ann.id);
  });

  test("is refused whole where it is no batch", async () => {
    const [tom, [id]] = (await riderWith(1)) as [Rider, [string]];
    const refused: [object, Record<string, string>][] = [
      [{ driver_id: null, assignment_ids: [] }, { "#/assignment_ids": "min_items" }],
      [
        { driver_id: null, assignment_ids: Array.from({ length: 101 }, (_, at) => `asg_${at}`) },
        { "#/assignment_ids": "max_items" },
      ],
      [{ driver_id: null, assignment_ids: [id, id] }, { "#/assignment_ids": "unique_items" }],
      [{ assignment_ids: [id] }, { "#/driver_id": "required" }],
      [{ driver_id: 7, assignment_ids: [id] }, { "#/driver_id": "type" }],
      [
        { driver_id: null, assignment_ids: [id], expected_driver_ids: [] },
        { "#/expected_driver_ids": "length" },
      ],
      [
        { driver_id: null, assignment_ids: [id], expected_driver_ids: [null, null] },
        { "#/expected_driver_ids": "length" },
      ],
      [{ driver_id: null, assignment_ids: [id], over_capacity: "yes" }, { "#/over_capacity": "type" }],
    ];
    for (const [body, at] of refused)
      expectProblem(world.server, await world.account.sandbox.post(path, body), {
        status: 422,
        code: "validation_failed",
        at,
      });
    expect(driverOf(id)).toBe(tom.id);
  });

  test("moved by two dispatchers at once ends with one of them, every job in one place", async () => {
    const [, ids] = await riderWith(6);
    const [ann, bo] = [await world.addRider(fleet, 1, free), await world.addRider(fleet, 1, free)];
    const answers = await Promise.all([many(ann.id, ids), many(bo.id, ids)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const holders = new Set(ids.map(driverOf));
    expect(holders.size).toBe(1);
    const [winner, loser] = holders.has(ann.id) ? [ann, bo] : [bo, ann];
    expect(holders.has(winner.id)).toBe(true);
    expect(await world.stops(winner)).toHaveLength(12);
    expect(await world.stops(loser)).toEqual([]);
  });

  test("with who has each job moves only those that nobody moved meanwhile", async () => {
    const [tom, ids] = (await riderWith(3)) as [Rider, [string, string, string]];
    const [ann, bo] = [await world.addRider(fleet, 1, free), await world.addRider(fleet, 1, free)];
    const [free1] = (await book(1)) as [string];
    const seen = { expected_driver_ids: [tom.id, tom.id, tom.id, null] };
    await many(bo.id, [ids[1]]);
    const moved = await many(ann.id, [...ids, free1], seen);
    expect(outcomes(moved)).toEqual(["assigned", "driver_changed", "assigned", "assigned"]);
    expect(moved.body.results[1].problem).toMatchObject({
      detail: "Kim B. has it by now.",
      driver_id: bo.id,
    });
    expect([...ids, free1].map(driverOf)).toEqual([ann.id, bo.id, ann.id, ann.id]);
    // Who wanted the same has it, whoever did it.
    expect(outcomes(await many(ann.id, [ids[0]], { expected_driver_ids: [tom.id] }))).toEqual(["assigned"]);
    const stale = [tom.id, tom.id];
    expect(outcomes(await many(null, [ids[0], ids[2]], { expected_driver_ids: stale }))).toEqual([
      "driver_changed",
      "driver_changed",
    ]);
    expect(outcomes(await many("nearest", [ids[0]], { expected_driver_ids: [null] }))).toEqual([
      "driver_changed",
    ]);
    expect(driverOf(ids[0])).toBe(ann.id);
  });

  test("moved by two dispatchers who saw the same gives each job one winner, and tells the other", async () => {
    const [tom, ids] = await riderWith(25);
    const [ann, bo] = [await world.addRider(fleet, 1, free), await world.addRider(fleet, 1, free)];
    const seen = (of: string[]) => ({ expected_driver_ids: of.map(() => tom.id) });
    const backwards = ids.toReversed();
    const [one, other] = await Promise.all([
      many(ann.id, ids, seen(ids)),
      many(bo.id, backwards, seen(backwards)),
    ]);
    const won = ({ body }: Answer) =>
      body.results
        .filter(({ result }: Answer["body"]) => result === "assigned")
        .map((each: Answer["body"]) => each.assignment_id);
    const lost = (answer: Answer) =>
      outcomes(answer).filter((each: string) => each === "driver_changed").length;
    expect([...won(one), ...won(other)].toSorted()).toEqual(ids.toSorted());
    expect(lost(one) + lost(other)).toBe(25);
    for (const id of won(one)) expect(driverOf(id)).toBe(ann.id);
    for (const id of won(other)) expect(driverOf(id)).toBe(bo.id);
    expect(await world.stops(tom)).toEqual([]);
  });

  test("holds the writer for ten jobs at a time: others write in between", async () => {
    const [tom, ids] = await riderWith(25);
    const { deps } = world.server;
    const seen: number[] = [];
    const moving = many(null, ids);
    let isDone = false;
    void moving.then(() => {
      isDone = true;
    });
    while (!isDone) {
      seen.push(await write(deps, "sandbox", ({ tx }) => openJobCount(tx, tom.id)));
    }
    expect(outcomes(await moving)).toEqual(ids.map(() => "unassigned"));
    const between = seen.filter((count) => count > 0 && count < 25);
    expect(between).not.toEqual([]);
    expect(between.every((count) => count === 15 || count === 5)).toBe(true);
  });

  test("of a key that is revoked midway is refused from there on, and what moved stays", async () => {
    const [tom, ids] = await riderWith(25);
    await world.pass();
    await settledRows(world.server);
    const { client, end } = await revokedAfter(world, 1);
    const answer = await many(null, ids, {}, client);
    end();
    const moved = outcomes(answer).filter((outcome: string) => outcome === "unassigned").length;
    expect([answer.status, moved > 0, moved < 25, moved % 10]).toEqual([200, true, true, 0]);
    expect(outcomes(answer).slice(moved)).toEqual(Array(25 - moved).fill("api_key_revoked"));
    expect(ids.map(driverOf)).toEqual([...Array(moved).fill(null), ...Array(25 - moved).fill(tom.id)]);
  });

  test("of a hundred of which ninety-nine are others' moves the one, and answers all others alike", async () => {
    const other = await world.server.account();
    const theirs = await addOpenFleet(world.server, other.accountId, { dispatch: "manual" });
    const foreign: string[] = [];
    for (let each = 0; each < 3; each += 1)
      foreign.push((await acceptFleet(other.sandbox, theirs)).assignmentId);
    const nowhere = Array.from({ length: 96 }, () => world.server.deps.ids.make("asg"));
    const [tom, [own]] = (await riderWith(1)) as [Rider, [string]];
    const ann = await world.addRider(fleet, 1, free);
    const ids = [...foreign, ...nowhere.slice(0, 50), own, ...nowhere.slice(50)];
    const { body } = await many(ann.id, ids, { expected_driver_ids: ids.map(() => tom.id) });
    const told = body.results.map(({ assignment_id, ...rest }: Answer["body"]) => ({
      ...rest,
      problem: rest.problem && { ...rest.problem, request_id: "" },
    }));
    expect(told).toHaveLength(100);
    expect(told[53].result).toBe("assigned");
    const others = told.filter((_: unknown, index: number) => index !== 53);
    expect(others[0].problem).toMatchObject({ status: 404, code: "not_found" });
    for (const each of others) expect(each).toEqual(others[0]);
    expect(driverOf(own)).toBe(ann.id);
    for (const id of foreign) expect(driverOf(id)).toBeNull();
  });

  test("repeated with its key moves nothing again", async () => {
    const [, ids] = await riderWith(2);
    const [ann, bo] = [await world.addRider(fleet, 1, free), await world.addRider(fleet, 1, free)];
    const body = { driver_id: ann.id, assignment_ids: ids };
    const key = { "idempotency-key": "move-once" };
    const first = await world.account.sandbox.post(path, body, key);
    await many(bo.id, ids);
    const again = await world.account.sandbox.post(path, body, key);
    expect(again.body).toEqual(first.body);
    expect(ids.map(driverOf)).toEqual([bo.id, bo.id]);
  });

  test("of the installation's fleets is the operator's", async () => {
    const installed = await world.addFleet({ dispatch: "manual" }, null);
    const { session } = await createOperator(world.server);
    const rider = await world.addRider(installed, 1, { ...free, accountId: null });
    const { assignmentId } = await world.book(installed);
    expect(outcomes(await many(null, [assignmentId]))).toEqual(["not_found"]);
    const twin = "/api/v1/operator/assignments/driver/batch?environment=sandbox";
    const body = { driver_id: rider.id, assignment_ids: [assignmentId] };
    expect(outcomes(await session.post(twin, body))).toEqual(["assigned"]);
    expect(driverOf(assignmentId)).toBe(rider.id);
  });
});

describe("nearest", () => {
  async function fleetOf(...norths: number[]): Promise<[string, Rider[]]> {
    const id = await world.addFleet({ dispatch: "manual", radius_meters: 10_000 });
    const riders: Rider[] = [];
    for (const north of norths) riders.push(await world.addRider(id, north, { capacityAssignments: 2 }));
    return [id, riders];
  }

  test("gives each job to whoever is nearest and has room, and says where nobody is", async () => {
    const [id, [far, near]] = (await fleetOf(3, 1)) as [string, [Rider, Rider]];
    const jobs: string[] = [];
    for (let each = 0; each < 5; each += 1) jobs.push((await world.book(id)).assignmentId);
    expect(outcomes(await many("nearest", jobs))).toEqual([
      ...["assigned", "assigned", "assigned", "assigned"],
      "no_driver_near",
    ]);
    expect(jobs.map(driverOf)).toEqual([near.id, near.id, far.id, far.id, null]);
    expect(outcomes(await many("nearest", jobs.slice(4), { over_capacity: true }))).toEqual(["assigned"]);
    expect(driverOf(jobs[4] as string)).toBe(near.id);
  });

  test("is somebody else than who has the job, near to the goods where they are now", async () => {
    const [id, [tom, ann, bo]] = (await fleetOf(1, 2, 8)) as [string, [Rider, Rider, Rider]];
    const { assignmentId } = await world.book(id);
    await world.assign(assignmentId, tom.id);
    await world.report(id, assignmentId, "picked_up");
    await world.move(tom.id, 7);
    expect(outcomes(await many("nearest", [assignmentId]))).toEqual(["assigned"]);
    expect(driverOf(assignmentId)).toBe(bo.id);
    expect(await world.stops(ann)).toEqual([]);
  });
});
