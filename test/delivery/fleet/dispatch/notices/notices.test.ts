import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../../support/dispatch.ts";
import { driverClient } from "../../../../support/drivers.ts";
import { platform } from "../../../../support/fixtures.ts";
import type { Answer } from "../../../../support/harness.ts";

/** What a driver is told: it reaches the phone, and the driver says that they have seen it. */

let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

const now = () => new Date(world.clock.now()).toISOString();
const stopsOf = async ({ client }: Rider): Promise<Answer["body"]> =>
  (await client.get("/api/v1/driver/stops")).body;
const told = async (rider: Rider): Promise<Answer["body"][]> => (await stopsOf(rider)).notices;
const kinds = async (rider: Rider): Promise<string[]> => (await told(rider)).map(({ kind }) => kind);
const confirm = ({ client }: Rider, what: object) =>
  client.post("/api/v1/driver/notices", { sent_at: now(), ...what });
const fetched = async (rider: Rider) => confirm(rider, { reached: (await told(rider)).map(({ id }) => id) });
const see = async (rider: Rider) =>
  confirm(rider, { seen: (await told(rider)).map(({ id }) => ({ id, at: now() })) });
const jobOf = async (rider: Rider, assignmentId: string) =>
  (await world.account.sandbox.get(`${platform}/drivers/${rider.id}/jobs`)).body.data.find(
    (job: Answer["body"]) => job.assignment_id === assignmentId,
  );

async function assigned(rider: Rider) {
  const booked = await world.book(fleet);
  await world.assign(booked.assignmentId, rider.id);
  return booked;
}

describe("a job", () => {
  test("reaches the phone, then is seen: each time stands for the first confirmation", async () => {
    const rider = await world.addRider(fleet);
    const { assignmentId, id } = await assigned(rider);
    const { data, notices } = await stopsOf(rider);
    expect(data[0]).toMatchObject({ assignment_id: assignmentId, reached_at: null, seen_at: null });
    expect(notices).toMatchObject([
      {
        kind: "job",
        assignment_id: assignmentId,
        shipment_id: id,
        made_at: now(),
        reached_at: null,
        changes: [],
      },
    ]);
    const [{ id: noticeId }] = notices;
    const reachedAt = now();
    expect((await confirm(rider, { reached: [noticeId] })).body.data).toMatchObject([
      { id: noticeId, reached_at: reachedAt, seen_at: null },
    ]);
    await world.pass(60);
    const seenAt = now();
    expect((await confirm(rider, { seen: [{ id: noticeId, at: seenAt }] })).body).toEqual({ data: [] });
    await world.pass(60);
    await confirm(rider, { reached: [noticeId], seen: [{ id: noticeId, at: now() }] });
    expect((await stopsOf(rider)).data[0]).toMatchObject({ reached_at: reachedAt, seen_at: seenAt });
    expect(await jobOf(rider, assignmentId)).toMatchObject({ reached_at: reachedAt, seen_at: seenAt });
  });

  test("that the driver accepts counts as seen, and an offer says nothing of whom it leads to", async () => {
    const nearest = await world.addFleet({ dispatch: "nearest" });
    const rider = await world.addRider(nearest);
    const { assignmentId } = await world.book(nearest);
    await world.pass(1);
    expect(await told(rider)).toMatchObject([{ kind: "job", name: null, address_line: null }]);
    await rider.client.post(`/api/v1/driver/assignments/${assignmentId}/acceptance`);
    expect(await stopsOf(rider)).toMatchObject({ data: [{ seen_at: now() }, {}], notices: [] });
  });

  test("confirmed by another driver, or unknown, changes nothing", async () => {
    const [rider, other] = [await world.addRider(fleet), await world.addRider(fleet)];
    await assigned(rider);
    const [{ id }] = await told(rider);
    const unknown = `ntc_${"0".repeat(26)}`;
    const { status } = await confirm(other, {
      reached: [id, unknown],
      seen: [id, unknown].map((id) => ({ id, at: now() })),
    });
    expect(status).toBe(200);
    expect(await told(rider)).toMatchObject([{ id, reached_at: null, seen_at: null }]);
  });
});

describe("what is over", () => {
  const open = async (rider: Rider) =>
    (await world.account.sandbox.get(`${platform}/driver-notices?driver_id=${rider.id}&seen=false`)).body
      .data;

  test("is told no more: a job that is delivered, and an offer that another driver has", async () => {
    const rider = await world.addRider(fleet);
    const { assignmentId } = await assigned(rider);
    expect(await open(rider)).toHaveLength(1);
    await world.end(fleet, assignmentId);
    expect(await open(rider)).toEqual([]);

    const nearest = await world.addFleet({ dispatch: "nearest", answer_seconds: 10 });
    const [near, far] = [await world.addRider(nearest, 1), await world.addRider(nearest, 2)];
    await world.book(nearest);
    await world.pass(1);
    expect([await kinds(near), await kinds(far)]).toEqual([["job"], []]);
    await world.pass(11);
    expect([await open(near), await kinds(far)]).toEqual([[], ["job"]]);
    await far.client.put("/api/v1/driver/me/duty", { on_duty: false });
    expect(await open(far)).toEqual([]);
  });

  test("is another time of a delivery whose goods go back, called or refused", async () => {
    for (const isRecalled of [true, false]) {
      const rider = await world.addRider(fleet);
      const { assignmentId, id } = await assigned(rider);
      await see(rider);
      const report = (type: object, reported: string) =>
        rider.client.post("/api/v1/driver/reports", {
          sent_at: now(),
          reports: [{ id: reported, at: now(), assignment_id: assignmentId, ...type }],
        });
      await report({ type: "progress", substatus: "picked_up" }, "r-1");
      const inHours = (hours: number) => new Date(world.clock.now() + hours * 3_600_000).toISOString();
      const window = { start: inHours(3), end: inHours(4) };
      const path = `${platform}/shipments/${id}`;
      expect((await world.account.sandbox.patch(path, { delivery: { window } })).status).toBe(200);
      expect(await kinds(rider)).toEqual(["change"]);
      if (isRecalled) {
        await world.account.sandbox.post(`${path}/recall`, { reason: "The wrong box." });
        await world.account.sandbox.post(`${path}/recall/seen`, {});
      } else await report({ type: "undeliverable", reason_code: "recipient_refused" }, "r-2");
      expect([(await world.shipment(id)).status, await open(rider)]).toEqual(["returning", []]);
    }
  });

  test("is a job that the driver gave back without a tap on Seen, with what changed of it", async () => {
    const rider = await world.addRider(fleet);
    const { assignmentId, id } = await assigned(rider);
    const inHours = (hours: number) => new Date(world.clock.now() + hours * 3_600_000).toISOString();
    const window = { start: inHours(3), end: inHours(4) };
    const moved = await world.account.sandbox.patch(`${platform}/shipments/${id}`, { delivery: { window } });
    expect([moved.status, (await open(rider)).length]).toEqual([200, 2]);
    await rider.client.post(`/api/v1/driver/assignments/${assignmentId}/rejection`, {});
    expect(await open(rider)).toEqual([]);
  });
});

describe("a cancellation", () => {
  test("is told to who knew of the job, until they have seen it", async () => {
    const rider = await world.addRider(fleet);
    const { id } = await assigned(rider);
    await fetched(rider);
    await world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`, {});
    expect(await stopsOf(rider)).toMatchObject({
      data: [],
      notices: [{ kind: "cancellation", shipment_id: id, address_line: expect.stringContaining(",") }],
    });
    await see(rider);
    expect(await told(rider)).toEqual([]);
  });

  test("is not told to who never had the job on the phone, nor to who gave it back", async () => {
    const rider = await world.addRider(fleet);
    const { id } = await assigned(rider);
    await world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`, {});
    expect(await told(rider)).toEqual([]);
    const { assignmentId } = await assigned(rider);
    await fetched(rider);
    await rider.client.post(`/api/v1/driver/assignments/${assignmentId}/rejection`, {});
    expect(await told(rider)).toEqual([]);
  });

  test("is what the one driver hears, and a job the other, where a dispatcher hands it over", async () => {
    const [tom, ann] = [await world.addRider(fleet), await world.addRider(fleet)];
    const { assignmentId } = await assigned(tom);
    await see(tom);
    await world.assign(assignmentId, ann.id);
    expect([await kinds(tom), await kinds(ann)]).toEqual([["cancellation"], ["job"]]);
    // Whoever has it again hears of the job alone.
    await world.assign(assignmentId, tom.id);
    expect([await kinds(tom), await kinds(ann)]).toEqual([["job"], []]);
  });
});

describe("a note", () => {
  const write = (rider: Rider, text: string, client = world.account.sandbox) =>
    client.post(`${platform}/drivers/${rider.id}/notes`, { text });
  const list = async (query: string): Promise<Answer["body"][]> =>
    (await world.account.sandbox.get(`${platform}/driver-notices?${query}`)).body.data;

  test("stays on the phone until it is seen, and in the dispatcher's list after", async () => {
    const rider = await world.addRider(fleet);
    const { assignmentId, id: shipment } = await assigned(rider);
    const { status, body } = await write(rider, "Please use the side entrance today.");
    expect(status).toBe(201);
    expect(body).toMatchObject({ driver_id: rider.id, kind: "note", assignment_id: null, seen_at: null });
    expect(await kinds(rider)).toEqual(["job", "note"]);
    expect(await list(`driver_id=${rider.id}&seen=false`)).toMatchObject([body, { kind: "job" }]);
    expect(await list(`shipment_id=${shipment}`)).toMatchObject([{ assignment_id: assignmentId }]);
    await see(rider);
    expect(await list(`driver_id=${rider.id}&seen=false`)).toEqual([]);
    expect(await list(`driver_id=${rider.id}&seen=true`)).toMatchObject([
      { text: "Please use the side entrance today.", seen_at: now() },
      { kind: "job" },
    ]);
  });

  test("is not another account's to write or read, needs words, and goes with the driver", async () => {
    const rider = await world.addRider(fleet);
    const stranger = await world.server.account();
    expect((await write(rider, "Hello", stranger.sandbox)).status).toBe(404);
    expect(
      (await stranger.sandbox.get(`${platform}/driver-notices?driver_id=${rider.id}`)).body.data,
    ).toEqual([]);
    for (const text of ["", "x".repeat(501), "a\u0000b"]) expect((await write(rider, text)).status).toBe(422);
    expect(await told(rider)).toEqual([]);
    const key = { "idempotency-key": "the same note" };
    const send = () =>
      world.account.sandbox.post(`${platform}/drivers/${rider.id}/notes`, { text: "A word of mine" }, key);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await kinds(rider)).toEqual(["note"]);
    await world.account.sandbox.delete(`${platform}/drivers/${rider.id}`);
    expect(await list(`driver_id=${rider.id}`)).toEqual([]);
  });
});

describe("attention job_not_seen", () => {
  const needs = async (): Promise<Answer["body"][]> =>
    (await world.account.sandbox.get(`${platform}/attention?kind=job_not_seen`)).body.data;
  /** A rider on duty who has just opened the page, with a job of now. */
  async function tellTom(own = fleet, page: "open" | "never opened" = "open") {
    const { accountId } = world.account;
    const rider = await world.addRider(own, 1, { name: "Tom Berger" });
    const driver = {
      id: rider.id,
      driverId: rider.id,
      environment: "sandbox",
      carrierId: own,
      accountId,
    } as const;
    if (page === "open") {
      const phone = await driverClient(world.server, { ...driver, name: "Tom Berger" }, accountId);
      expect((await phone.get("/api/v1/driver/me")).status).toBe(200);
    }
    const job = await world.book(own);
    await world.assign(job.assignmentId, rider.id);
    return { rider, ...job };
  }

  test("comes after three minutes, and goes when the driver has seen it", async () => {
    const { rider, id } = await tellTom();
    await world.pass(179);
    expect(await needs()).toEqual([]);
    await world.pass(2);
    expect(await needs()).toMatchObject([
      {
        shipment_id: id,
        driver_id: rider.id,
        detail: "Tom B. has not seen this job for 3 minutes.",
        remedies: [
          { action: "read_driver", path: `/api/v1/platform/drivers/${rider.id}` },
          { action: "assign_driver" },
          { action: "dismiss" },
        ],
      },
    ]);
    await see(rider);
    await world.pass(1);
    expect(await needs()).toEqual([]);
  });

  test("is not raised for a change of a pickup that is made, and the phone says nothing of it either", async () => {
    const { rider, id, assignmentId } = await tellTom();
    await see(rider);
    const inMinutes = (minutes: number) => new Date(world.clock.now() + minutes * 60_000).toISOString();
    const window = { start: inMinutes(30), end: inMinutes(60) };
    const path = `${platform}/shipments/${id}`;
    expect((await world.account.sandbox.patch(path, { pickup: { window } })).status).toBe(200);
    expect(await kinds(rider)).toEqual(["change"]);
    const report = { id: "r-1", at: now(), type: "progress", substatus: "picked_up" };
    await rider.client.post("/api/v1/driver/reports", {
      sent_at: now(),
      reports: [{ ...report, assignment_id: assignmentId }],
    });
    expect(await kinds(rider)).toEqual([]);
    await world.pass(300);
    expect((await needs()).filter(({ driver_id }) => driver_id === rider.id)).toEqual([]);
    const later = { start: inMinutes(300), end: inMinutes(330) };
    expect((await world.account.sandbox.patch(path, { delivery: { window: later } })).status).toBe(200);
    expect(await kinds(rider)).toEqual(["change"]);
  });

  test("goes when a dispatcher says that the driver has no phone any more", async () => {
    const { rider } = await tellTom();
    const ofRider = async () => (await needs()).filter(({ driver_id }) => driver_id === rider.id);
    await world.pass(181);
    expect(await ofRider()).toHaveLength(1);
    const path = `${platform}/drivers/${rider.id}`;
    expect((await world.account.sandbox.patch(path, { without_phone: true })).status).toBe(200);
    await world.pass(1);
    expect(await ofRider()).toEqual([]);
  });

  test("says nothing of who has no page open, is off duty or has begun, nor of a fleet that does not want to know", async () => {
    await tellTom(fleet, "never opened");
    await tellTom(await world.addFleet({ dispatch: "manual", attention: [] }));
    const { rider: resting } = await tellTom();
    await resting.client.put("/api/v1/driver/me/duty", { on_duty: false });
    const { rider, assignmentId } = await tellTom();
    const report = { id: "r-1", at: now(), type: "progress", substatus: "en_route_to_pickup" };
    await rider.client.post("/api/v1/driver/reports", {
      sent_at: now(),
      reports: [{ ...report, assignment_id: assignmentId }],
    });
    await world.pass(300);
    expect(await needs()).toEqual([]);
    await resting.client.put("/api/v1/driver/me/duty", { on_duty: true });
    await world.pass(31);
    expect(await needs()).toMatchObject([{ driver_id: resting.id }]);
  });
});
