import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { advance, createAssigned, openProofs, platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Answer } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { addPerson } from "../../../support/people.ts";

/** Goods that are on their way, and that somebody wants back. */

let world: DispatchWorld;
let fleet: string;
let rider: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  await openProofs(world.account);
  fleet = await world.addFleet({ dispatch: "manual" });
});
beforeEach(async () => {
  rider = await world.addRider(fleet);
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const reason = "The shop packed the wrong order.";
let made = 0;

const path = (id: string) => `${platform}/shipments/${id}/recall`;
const recall = (id: string, headers = {}, client = world.account.sandbox) =>
  client.post(path(id), { reason }, headers);
const withdraw = (id: string, headers = {}) => world.account.sandbox.delete(path(id), headers);
const byHand = (id: string, body: object = {}) => world.account.sandbox.post(`${path(id)}/seen`, body);
const tracking = async (id: string): Promise<Body> =>
  (await world.account.sandbox.get(`${platform}/tracking/${id}`)).body;
const events = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`)).body.data;
const chargesOf = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/charges?shipment_id=${id}`)).body.data;
const now = () => new Date(world.clock.now()).toISOString();

/** A job that the rider has accepted, reported on in this order. */
async function job(reports: object[], change: object = {}) {
  const booked = await world.book(fleet, { ...change });
  expect((await world.assign(booked.assignmentId, rider.id)).status).toBe(200);
  for (const report of reports) await send(booked.assignmentId, report);
  return booked;
}

/** @param at when the rider tapped it; now if left out */
async function send(assignmentId: string, report: object, at?: string): Promise<Body> {
  made += 1;
  await world.pass(1);
  const { body } = await rider.client.post("/api/v1/driver/reports", {
    sent_at: now(),
    reports: [{ id: `r-${made}`, at: at ?? now(), assignment_id: assignmentId, ...report }],
  });
  return body.results[0];
}

const pickedUp = { type: "progress", substatus: "picked_up" };
const delivered = { type: "delivered", proof: { recipient_name: "Ada" } };
const refused = { type: "undeliverable", reason_code: "recipient_refused" };

describe("a recall", () => {
  test("waits for the driver, and brings the goods back when a dispatcher has told them", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    const before = await world.shipment(id);
    expect(before.recall_requested_at).toBeNull();
    const charges = await chargesOf(id);
    const answer = await recall(id);
    expect([answer.status, answer.body.detail]).toEqual([202, undefined]);
    expect(answer.body).toEqual(await world.shipment(id));
    expect(answer.body).toMatchObject({ status: "in_transit", recall_requested_at: now() });
    expect(answer.headers.get("etag")).toBe(`"${answer.body.version}"`);
    expect((await events(id)).at(-1)).toMatchObject({ type: "shipment.updated" });
    expect(await world.stops(rider)).toEqual(["delivery next"]);

    await world.pass(60);
    const seen = await byHand(id);
    expect([seen.status, seen.body.status]).toEqual([200, "returning"]);
    expect(seen.body.failure).toEqual({
      reason_code: "recalled_by_sender",
      message: reason,
      by: "client",
      at: now(),
    });
    expect(await world.stops(rider)).toEqual(["return next"]);
    expect((await events(id)).at(-1)).toMatchObject({ type: "shipment.returning" });

    await send(assignmentId, { type: "returned" });
    expect((await world.shipment(id)).status).toBe("returned");
    // The price stays.
    expect(await chargesOf(id)).toEqual(charges);
  });

  test("of a fleet that moves its jobs by hand is said by hand", async () => {
    const { id, assignmentId } = await world.book(fleet);
    await world.report(fleet, assignmentId, "picked_up");
    expect((await recall(id)).body.assignment.driver).toBeNull();
    const told = await world.account.sandbox.get(`${platform}/driver-notices?shipment_id=${id}`);
    expect(told.body.data).toEqual([]);
    const heardAt = now();
    await world.pass(90);
    expect((await byHand(id, { at: heardAt })).body.failure.at).toBe(heardAt);
    // Whoever takes the goods over then brings them back, and is not told twice.
    expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
    expect(await world.stops(rider)).toEqual(["return next"]);
    const { body } = await rider.client.get("/api/v1/driver/stops");
    expect(body.notices.map(({ kind }: Body) => kind)).toEqual(["job"]);
  });

  test("brings back what should be discarded if it is undeliverable", async () => {
    const { id } = await job([pickedUp], { if_undeliverable: "discard" });
    await recall(id);
    expect((await byHand(id)).body).toMatchObject({
      status: "returning",
      failure: { reason_code: "recalled_by_sender" },
    });
  });

  test("can be taken back until the driver knows of it, and asked for again", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    const back = await withdraw(id);
    expect([back.status, back.body.status, back.body.recall_requested_at]).toEqual([200, "in_transit", null]);
    await world.pass(30);
    expect((await recall(id)).body.recall_requested_at).toBe(now());
    await byHand(id);
    const late = await withdraw(id);
    expect([late.status, late.body.code, late.body.shipment_status]).toEqual([
      409,
      "recall_not_pending",
      "returning",
    ]);
    expect((await world.shipment(id)).status).toBe("returning");
  });

  test("goes on to the recipient, and can be asked for anew", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await byHand(id);
    const correction = { status: "in_transit", reason: "The shop was wrong." };
    const answer = await world.account.sandbox.post(`${platform}/shipments/${id}/correction`, correction);
    expect([answer.status, answer.body.status, answer.body.recall_requested_at]).toEqual([
      200,
      "in_transit",
      null,
    ]);
    expect(await world.stops(rider)).toEqual(["delivery next"]);
    expect((await recall(id)).status).toBe(202);
    await send(assignmentId, delivered);
    expect((await world.shipment(id)).status).toBe("delivered");
  });

  test("is nobody's business but the sender's and the driver's", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    const { tracking_url: url } = await world.shipment(id);
    const track = `/api/v1/track/${url.split("/t/")[1]}`;
    const read = async () => (await world.server.client().get(track)).text;
    const asked = await read();
    expect(asked).not.toContain("wrong order");
    expect(asked).not.toContain("recall");
    expect((await world.server.client().post(`${track}/recall`, { reason })).status).toBe(404);
    await byHand(id);
    const back = await read();
    expect(back).not.toContain("wrong order");
    expect(JSON.parse(back)).toMatchObject({ status: "returning", failure_reason: "recalled_by_sender" });
    const { entries } = await tracking(id);
    expect(entries.map(({ code }: Body) => code)).toContain("recall_requested");
    expect(entries.find(({ code }: Body) => code === "recall_requested").message).toContain(reason);
  });

  test("that nobody answers needs a person after ten minutes, until somebody does", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    const items = async (): Promise<Body[]> => {
      const { body } = await world.account.sandbox.get(`${platform}/attention?kind=recall_unanswered`);
      return body.data.filter(({ shipment_id }: Body) => shipment_id === id);
    };
    await world.pass(599);
    expect(await items()).toEqual([]);
    await world.pass(62);
    const [item] = await items();
    expect(item).toMatchObject({ kind: "recall_unanswered", driver_id: rider.id });
    expect(item.remedies.map(({ action }: Body) => action)).toEqual([
      "read_driver",
      "confirm_recall",
      "withdraw_recall",
      "dismiss",
    ]);
    for (const { method, path } of item.remedies.filter(({ method }: Body) => method === "GET")) {
      expect([method, (await world.account.sandbox.get(path)).status]).toEqual(["GET", 200]);
    }
    await byHand(id);
    await world.pass(5);
    expect(await items()).toEqual([]);
  });

  test("is written down with who did what", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    await withdraw(id);
    await recall(id);
    await byHand(id);
    await world.pass();
    const { body } = await world.account.session.get("/api/v1/audit?limit=100");
    const own = body.data
      .filter(({ target }: Body) => target?.id === id)
      .filter(({ action }: Body) => action.includes("recall"));
    expect(own.map(({ action }: Body) => action).toReversed()).toEqual([
      "shipment.recall_requested",
      "shipment.recall_withdrawn",
      "shipment.recall_requested",
      "shipment.recall_confirmed",
    ]);
  });
});

describe("beside a handover", () => {
  test("one that is tapped before anybody knew of the recall wins", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    expect((await send(assignmentId, delivered)).result).toBe("applied");
    const shipment = await world.shipment(id);
    expect([shipment.status, shipment.failure]).toEqual(["delivered", null]);
    const late = await byHand(id);
    expect([late.status, late.body.code]).toEqual([409, "recall_not_pending"]);
    expect((await withdraw(id)).body.code).toBe("recall_not_pending");
    expect((await world.shipment(id)).status).toBe("delivered");
  });

  test("one that is tapped before and comes later wins, and ends the way back", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await world.pass(20);
    const tapped = now();
    await world.pass(20);
    expect((await byHand(id)).body.status).toBe("returning");
    await world.pass(120);
    expect((await send(assignmentId, delivered, tapped)).result).toBe("applied");
    expect(await world.shipment(id)).toMatchObject({ status: "delivered", delivered_at: tapped });
    expect(await world.stops(rider)).toEqual([]);
    expect((await chargesOf(id)).length).toBe(1);
  });

  test("one that is newer than the way back wins as well", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await byHand(id);
    await world.pass(60);
    expect((await send(assignmentId, delivered)).result).toBe("applied");
    expect((await world.shipment(id)).status).toBe("delivered");
  });

  test("one that comes after the goods are back contradicts, and needs a person", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await world.pass(20);
    const tapped = now();
    await byHand(id);
    await send(assignmentId, { type: "returned" });
    expect((await send(assignmentId, delivered, tapped)).result).toBe("late");
    expect((await world.shipment(id)).status).toBe("returned");
    await world.pass(5);
    const { body } = await world.account.sandbox.get(`${platform}/attention?kind=contradicting_report`);
    expect(body.data.map(({ shipment_id }: Body) => shipment_id)).toContain(id);
  });

  test("a refusal at the door brings the goods back by itself", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await send(assignmentId, refused);
    expect((await world.shipment(id)).failure.reason_code).toBe("recipient_refused");
    expect((await byHand(id)).body.code).toBe("recall_not_pending");
  });
});

describe("bad input", () => {
  const refusedAs = async (answer: Answer, status: number, code: string, id: string, state: string) => {
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await world.shipment(id)).status).toBe(state);
  };

  test("a reason that is none, each with its pointer", async () => {
    const { id } = await job([pickedUp]);
    for (const bad of [undefined, "", "   ", "x".repeat(501), 7]) {
      const answer = await world.account.sandbox.post(path(id), { reason: bad });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, "#/reason"]);
    }
    expect((await world.shipment(id)).recall_requested_at).toBeNull();
    await recall(id);
    for (const at of [
      new Date(world.clock.now() + 301_000).toISOString(),
      new Date(world.clock.now() - 1_000).toISOString(),
      "soon",
    ]) {
      const answer = await byHand(id, { at });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, "#/at"]);
    }
    expect((await world.shipment(id)).status).toBe("in_transit");
  });

  test("goods that are not on their way", async () => {
    const { id, assignmentId } = await job([]);
    const before = await recall(id);
    await refusedAs(before, 409, "shipment_not_recallable", id, "assigned");
    expect(before.body).toMatchObject({ shipment_status: "assigned" });
    expect(before.body.detail).toContain("Cancel");
    for (const report of [pickedUp, delivered]) await send(assignmentId, report);
    const after = await recall(id);
    await refusedAs(after, 409, "shipment_not_recallable", id, "delivered");
    expect(after.body.detail).toContain("return");
    const { body: free } = await world.account.sandbox.post(`${platform}/shipments`, {
      ...(await draftOf(id)),
    });
    const unbooked = await recall(free.id);
    expect([unbooked.status, unbooked.body.code]).toEqual([409, "shipment_not_recallable"]);
    expect((await world.shipment(free.id)).recall_requested_at).toBeNull();
    const other = await job([pickedUp]);
    await refusedAs(await withdraw(other.id), 409, "recall_not_pending", other.id, "in_transit");
    await refusedAs(await byHand(other.id), 409, "recall_not_pending", other.id, "in_transit");
  });

  test("twice, also at once", async () => {
    const { id } = await job([pickedUp]);
    const answers = await Promise.all([recall(id), recall(id)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const { version, recall_requested_at: first } = await world.shipment(id);
    await world.pass(5);
    expect((await recall(id)).body).toMatchObject({ version, recall_requested_at: first });
    const entries = (await tracking(id)).entries.filter(({ code }: Body) => code === "recall_requested");
    expect(entries.length).toBe(1);
  });

  test("of two who ask with the same version, one wins", async () => {
    const { id } = await job([pickedUp]);
    const etag = (await world.account.sandbox.get(`${platform}/shipments/${id}`)).headers.get("etag") ?? "";
    const answers = await Promise.all([
      recall(id, { "if-match": etag }),
      world.account.sandbox.post(
        `${platform}/shipments/${id}/correction`,
        { status: "in_transit", reason },
        { "if-match": etag },
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 412]);
    expect((await withdraw(id, { "if-match": etag })).status).toBe(412);
  });

  test("a redacted shipment", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await send(assignmentId, delivered);
    await world.account.sandbox.post(`${platform}/shipments/${id}/redaction`);
    await refusedAs(await recall(id), 409, "shipment_redacted", id, "delivered");
    await refusedAs(await withdraw(id), 409, "shipment_redacted", id, "delivered");
  });

  test("somebody else's, and carriers that are no own fleets", async () => {
    const { id } = await job([pickedUp]);
    const other = await world.server.account();
    expect((await recall(id, {}, other.sandbox)).status).toBe(404);
    expect((await recall(id, {}, world.account.live)).status).toBe(404);
    expect((await recall("shp_01m7x5rdwme1ct34p92xd7wpnk")).status).toBe(404);
    const viewer = await addPerson(world.server, world.account.accountId, "viewer");
    const answer = await recall(id, { "x-environment": "sandbox" }, viewer.session);
    await refusedAs(answer, 403, "scope_missing", id, "in_transit");
    const { shipment } = await createAssigned(world.account.sandbox);
    await advance(world.account.sandbox, shipment.id, "picked_up");
    await refusedAs(await recall(shipment.id), 409, "not_own_fleet", shipment.id, "in_transit");
    const theirs = await world.book(await addOpenFleet(world.server, null));
    await refusedAs(await recall(theirs.id), 409, "shipment_not_recallable", theirs.id, "assigned");
  });
});

/** Enough of a shipment to create another one. */
async function draftOf(id: string): Promise<Body> {
  const { pickup, delivery, parcels } = await world.shipment(id);
  const stop = ({ contact, address: { line1, city, postal_code, country } }: Body) => ({
    contact: { name: contact.name, phone: contact.phone },
    address: { line1, city, postal_code, country },
  });
  return {
    pickup: stop(pickup),
    delivery: stop(delivery),
    parcels: parcels.map(({ weight_grams }: Body) => ({ weight_grams })),
  };
}

describe("the operator, for the installation's fleets", () => {
  let operator: TestOperator;
  let installed: string;
  const at = (path: string) => `/api/v1/operator/shipments/${path}?environment=sandbox`;
  beforeAll(async () => {
    operator = await createOperator(world.server);
    installed = await addOpenFleet(world.server, null, { dispatch: "manual" });
  });

  test("has goods brought back, without names and addresses", async () => {
    const driver = await world.addRider(installed, 1, { accountId: null });
    const { id, assignmentId } = await world.book(installed);
    const assigning = `/api/v1/operator/assignments/${assignmentId}/driver?environment=sandbox`;
    await operator.session.post(assigning, { driver_id: driver.id });
    rider = driver;
    await send(assignmentId, pickedUp);
    expect((await recall(id)).body.code).toBe("not_own_fleet");
    const asked = await operator.session.post(at(`${id}/recall`), { reason });
    expect([asked.status, asked.body.recall_requested_at]).toEqual([202, now()]);
    const { delivery, pickup } = await world.shipment(id);
    for (const text of [delivery.contact.name, delivery.address.line1, pickup.address.line1]) {
      expect(asked.text).not.toContain(text);
    }
    const told = await operator.session.get(
      `/api/v1/operator/driver-notices?environment=sandbox&shipment_id=${id}`,
    );
    expect(told.body.data).toMatchObject([{ kind: "recall", reason }, { kind: "job" }]);
    for (const text of [
      delivery.contact.name,
      delivery.address.line1,
      pickup.contact.name,
      pickup.address.line1,
    ])
      expect(told.text).not.toContain(text);
    expect((await operator.session.delete(at(`${id}/recall`))).body.recall_requested_at).toBeNull();
    await operator.session.post(at(`${id}/recall`), { reason });
    const seen = await operator.session.post(at(`${id}/recall/seen`), {});
    expect([seen.status, seen.body.status]).toEqual([200, "returning"]);
    expect((await world.shipment(id)).failure).toMatchObject({
      reason_code: "recalled_by_sender",
      by: "operator",
    });
  });

  test("finds no shipment of accounts' fleets", async () => {
    const { id } = await job([pickedUp]);
    expect((await operator.session.post(at(`${id}/recall`), { reason })).status).toBe(404);
  });
});

describe("the driver's phone", () => {
  const notices = async (driver = rider): Promise<Body[]> =>
    (await driver.client.get("/api/v1/driver/stops")).body.notices.filter(
      ({ kind }: Body) => kind === "recall" || kind === "resumption",
    );
  const tell = async (body: object, driver = rider): Promise<Answer> =>
    driver.client.post("/api/v1/driver/notices", { sent_at: now(), ...body });
  const see = (ids: string[], at = now(), driver = rider) =>
    tell({ seen: ids.map((id) => ({ id, at })) }, driver);

  test("tells them to bring the goods back, once, and they begin their way when it is seen", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    await recall(id);
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: "recall", assignment_id: assignmentId, reason });
    await world.pass(30);
    const tapped = now();
    await world.pass(45);
    expect((await see([notice.id], tapped)).status).toBe(200);
    expect(await world.shipment(id)).toMatchObject({
      status: "returning",
      failure: { reason_code: "recalled_by_sender", by: "client", at: tapped },
    });
    expect((await tracking(id)).entries.at(-1)).toMatchObject({ source: "driver", status: "returning" });
    expect(await notices()).toEqual([]);
    await see([notice.id]);
    expect((await events(id)).filter(({ type }) => type === "shipment.returning").length).toBe(1);
  });

  test("that sends a handover from before later wins, in either order of arrival", async () => {
    for (const isFirst of [true, false]) {
      const { id, assignmentId } = await job([pickedUp]);
      await recall(id);
      const [notice] = await notices();
      await world.pass(10);
      const handedOver = now();
      await world.pass(10);
      const seenAt = now();
      await world.pass(300);
      if (isFirst) await send(assignmentId, delivered, handedOver);
      await see([notice.id], seenAt);
      if (!isFirst) {
        expect((await world.shipment(id)).status).toBe("returning");
        await send(assignmentId, delivered, handedOver);
      }
      expect(await world.shipment(id)).toMatchObject({ status: "delivered", delivered_at: handedOver });
      expect([await world.stops(rider), await notices()]).toEqual([[], []]);
      expect((await chargesOf(id)).length).toBe(1);
    }
  });

  test("hears nothing of a recall that was taken back before it reached the phone", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    await withdraw(id);
    expect(await notices()).toEqual([]);
  });

  test("that showed a recall without a network hears that the goods go on, once, unless they were asked back again", async () => {
    for (const said of ["reached", "seen"]) {
      const { id } = await job([pickedUp]);
      await recall(id);
      const [shown] = await notices();
      await withdraw(id);
      expect(await notices()).toEqual([]);
      const late = () => (said === "seen" ? see([shown.id]) : tell({ reached: [shown.id] }));
      const other = await world.addRider(fleet);
      await see([shown.id], now(), other);
      expect(await notices()).toEqual([]);
      const { body } = await late();
      expect(body.data.map(({ kind }: Body) => kind)).toEqual(["resumption"]);
      expect((await world.shipment(id)).status).toBe("in_transit");
      await see([body.data[0].id]);
      await late();
      expect(await notices()).toEqual([]);
    }
    const { id } = await job([pickedUp]);
    await recall(id);
    const [first] = await notices();
    await withdraw(id);
    await recall(id);
    await see([first.id]);
    expect(await notices()).toMatchObject([{ kind: "recall" }]);
    expect((await world.shipment(id)).status).toBe("in_transit");
  });

  test("hears that the goods go on where it knew of the recall, in either order", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    const [first] = await notices();
    await tell({ reached: [first.id] });
    await withdraw(id);
    expect(await notices()).toMatchObject([{ kind: "resumption" }]);
    // The tap comes too late: nobody wants them back any more.
    await see([first.id]);
    expect((await world.shipment(id)).status).toBe("in_transit");
    expect(await notices()).toMatchObject([{ kind: "resumption" }]);
    await recall(id);
    expect(await notices()).toMatchObject([{ kind: "recall" }]);
    const [second] = await notices();
    await see([second.id]);
    expect((await withdraw(id)).body.code).toBe("recall_not_pending");
    const correction = { status: "in_transit", reason: "The shop was wrong." };
    await world.account.sandbox.post(`${platform}/shipments/${id}/correction`, correction);
    expect(await notices()).toMatchObject([{ kind: "resumption" }]);
    expect(await world.stops(rider)).toEqual(["delivery next"]);
  });

  test("of a rider who takes the goods over hears of it, and the former one's no more", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    await recall(id);
    const [old] = await notices();
    const other = await world.addRider(fleet);
    expect((await world.assign(assignmentId, other.id)).status).toBe(200);
    expect(await notices()).toEqual([]);
    expect(await notices(other)).toMatchObject([{ kind: "recall", reason }]);
    await see([old.id]);
    expect((await world.shipment(id)).status).toBe("in_transit");
    const [mine] = await notices(other);
    await see([mine.id], now(), other);
    expect((await world.shipment(id)).status).toBe("returning");
  });

  test("needs no tap where a dispatcher has called", async () => {
    const { id } = await job([pickedUp]);
    await recall(id);
    const [notice] = await notices();
    await byHand(id);
    expect(await notices()).toEqual([]);
    await see([notice.id]);
    expect((await events(id)).filter(({ type }) => type === "shipment.returning").length).toBe(1);
  });

  test("forgets the recall of goods that were handed over or refused", async () => {
    for (const end of [delivered, refused]) {
      const { id, assignmentId } = await job([pickedUp]);
      await recall(id);
      await send(assignmentId, end);
      expect(await notices()).toEqual([]);
    }
  });
});
