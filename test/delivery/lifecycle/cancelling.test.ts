import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { BookAnswer, CancelAnswer, Carrier } from "../../../src/delivery/carriers/carrier.ts";
import type { CarrierUpdate } from "../../../src/delivery/carriers/carrier-update.ts";
import { applyBookAnswer } from "../../../src/delivery/lifecycle/assignments/applying.ts";
import { applyCancelAnswer } from "../../../src/delivery/lifecycle/cancelling.ts";
import { applyReport } from "../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../src/infra/deps.ts";
import { assignmentsOf, type BookingWorld, called, startBookingWorld } from "../../support/bookings.ts";
import { booked, gate, never, offers, playCarrier } from "../../support/carriers.ts";
import { platform } from "../../support/fixtures.ts";
import { eventually } from "../../support/harness.ts";

/** Bookings that a carrier decides later, and cancellations that it must agree to. */
let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await world.sandbox.delete(`${platform}/sandbox/data`);
});

const refusal = { kind: "refused", reason: "other", message: "The driver is at the pickup." } as const;
const agreed: CancelAnswer = { kind: "cancelled", fee: null };
const asked = { cancelsAtOnce: false };

function play(change: Partial<Pick<Carrier, "book" | "cancel" | "status">>) {
  const carrier = playCarrier("asked", { terms: asked, ...change });
  world.play(carrier);
  return carrier;
}

async function confirmed() {
  const accepted = await world.accept();
  await world.becomes(accepted, "confirmed");
  return accepted;
}

const cancel = (id: string, headers = {}) =>
  world.sandbox.post(`${platform}/shipments/${id}/cancellation`, { message: "No longer needed" }, headers);
const release = ({ id, assignment }: { id: string; assignment: { id: string } }) =>
  world.sandbox.delete(`${assignmentsOf(id)}/${assignment.id}`);

async function eventsOf(shipmentId: string) {
  const { body } = await world.sandbox.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return body.data as { type: string; data: Record<string, unknown> }[];
}

const report = (shipmentId: string, assignmentId: string, update: CarrierUpdate) =>
  write(world.server.deps, "sandbox", (writing) =>
    applyReport(writing, shipmentId, { assignmentId, by: "carrier", at: writing.now, update }),
  );

test("a carrier that agrees: cancelled, once, and the carrier is asked with the reason", async () => {
  const reasons: string[] = [];
  const carrier = play({
    cancel: async ({ reason }) => {
      reasons.push(reason);
      return agreed;
    },
  });
  const { id, assignment } = await confirmed();
  const key = { "idempotency-key": "cancel-once" };
  const { status, body } = await cancel(id, key);
  expect([status, body.status, body.cancellation_requested_at]).toEqual([200, "cancelled", null]);
  expect(body.cancellation).toMatchObject({ message: "No longer needed", by: "client" });
  expect(body.assignment.status).toBe("cancelled");
  expect((await cancel(id, key)).body).toEqual(body);
  expect((await cancel(id)).status).toBe(200);
  expect(called(carrier, assignment.id)).toEqual(["book", "cancel"]);
  expect(reasons).toEqual(["cancelled_by_client"]);
  expect((await eventsOf(id)).map(({ type }) => type).slice(-2)).toEqual([
    "shipment.updated",
    "shipment.cancelled",
  ]);
});

test("a carrier that refuses: 409 with its reason, an event, and the shipment goes on", async () => {
  const carrier = play({ cancel: async () => refusal });
  const { id, assignment } = await confirmed();
  const key = { "idempotency-key": "refused" };
  for (const headers of [key, key, {}]) {
    const { status, body } = await cancel(id, headers);
    expect([status, body.code, body.detail]).toEqual([
      409,
      "carrier_refused_cancellation",
      "The driver is at the pickup.",
    ]);
  }
  // The second request was a repetition; the third asked again.
  expect(called(carrier, assignment.id)).toEqual(["book", "cancel", "cancel"]);
  expect(await world.shipmentOf(id)).toMatchObject({
    status: "assigned",
    substatus: "confirmed",
    cancellation_requested_at: null,
  });
  const refused = (await eventsOf(id)).filter(({ type }) => type === "shipment.cancellation_refused");
  expect(refused).toHaveLength(2);
  expect(refused[0]?.data).toMatchObject({ reason_code: "other", message: "The driver is at the pickup." });
  const released = await release({ id, assignment });
  expect([released.status, released.body.code]).toEqual([409, "carrier_refused_cancellation"]);
});

test("a carrier that answers later: 202, and its report settles it", async () => {
  play({ cancel: async () => ({ kind: "pending" }) });
  for (const answer of [agreed, refusal] as const) {
    const accepted = await confirmed();
    const { id, assignment } = accepted;
    const pending = await cancel(id);
    expect([pending.status, pending.body.status]).toEqual([202, "assigned"]);
    expect(pending.body.cancellation_requested_at).toBeString();
    expect(pending.body.assignment.cancellation_requested_at).toBe(pending.body.cancellation_requested_at);
    // A release in between changes nothing of it.
    const release202 = await release(accepted);
    expect([release202.status, release202.body.status]).toEqual([202, "confirmed"]);
    for (const expected of [true, false]) {
      const settled = await write(world.server.deps, "sandbox", (writing) =>
        Boolean(applyCancelAnswer(writing, assignment.id, answer)),
      );
      expect(settled).toBe(expected);
    }
    const after = await world.shipmentOf(id);
    expect([after.status, after.cancellation_requested_at]).toEqual([
      answer === agreed ? "cancelled" : "assigned",
      null,
    ]);
  }
});

test("a release that the carrier agrees to reopens the other offers; one that waits may become a cancellation", async () => {
  const rival = playCarrier("rival", { quote: async () => offers({ amount: 2000 }) });
  world.play(playCarrier("asked", { terms: asked, cancel: async () => agreed }), rival);
  const released = await confirmed();
  const { status, body } = await release(released);
  expect([status, body.status, body.release_reason]).toEqual([200, "released", "released_by_client"]);
  expect((await world.shipmentOf(released.id)).status).toBe("quoted");

  play({ cancel: async () => ({ kind: "pending" }) });
  const grown = await confirmed();
  expect((await release(grown)).status).toBe(202);
  expect((await world.shipmentOf(grown.id)).cancellation_requested_at).toBeNull();
  expect((await cancel(grown.id)).status).toBe(202);
  await write(
    world.server.deps,
    "sandbox",
    (writing) => void applyCancelAnswer(writing, grown.assignment.id, agreed),
  );
  expect((await world.shipmentOf(grown.id)).status).toBe("cancelled");
});

test("a request that comes before the booking's answer waits for both answers, and the carrier is told in order", async () => {
  const requested = (id: string) =>
    eventually(
      "the request",
      async () => (await world.shipmentOf(id)).cancellation_requested_at ?? undefined,
    );
  const answer = gate<BookAnswer>();
  const carrier = play({ book: () => answer.promise, cancel: async () => agreed });
  const first = await world.accept();
  await world.calledTimes(carrier, first.assignment.id, 1);
  const cancelled = cancel(first.id);
  await requested(first.id);
  answer.resolve(booked({ idempotencyKey: first.assignment.id } as never));
  expect([(await cancelled).status, (await cancelled).body.status]).toEqual([200, "cancelled"]);
  expect(called(carrier, first.assignment.id)).toEqual(["book", "cancel"]);

  const late = gate<BookAnswer>();
  play({ book: () => late.promise, cancel: async () => refusal });
  const second = await world.accept();
  const released = release(second);
  await eventually("the request", async () => {
    const { cancellation_requested_at: at } = await world.assignmentOf(second.id, second.assignment.id);
    return at ?? undefined;
  });
  late.resolve(booked({ idempotencyKey: second.assignment.id } as never));
  expect([(await released).status, (await released).body.code]).toEqual([
    409,
    "carrier_refused_cancellation",
  ]);

  const rejection = gate<BookAnswer>();
  const rejecting = play({ book: () => rejection.promise, cancel: never });
  const third = await world.accept();
  await world.calledTimes(rejecting, third.assignment.id, 1);
  const ended = cancel(third.id);
  await requested(third.id);
  rejection.resolve({ kind: "rejected", reason: "no_supply", message: "No." });
  expect([(await ended).status, (await ended).body.status]).toEqual([200, "cancelled"]);
  expect(called(rejecting, third.assignment.id)).toEqual(["book"]);
});

test("a request while a booking is put off: nothing is booked again, and the carrier answers", async () => {
  const failing = play({ book: () => Promise.reject(new Error("500")), cancel: async () => agreed });
  const { id, assignment } = await world.accept();
  await world.putOff(assignment.id, 1);
  const { status, body } = await cancel(id);
  expect([status, body.status]).toEqual([200, "cancelled"]);
  expect(called(failing, assignment.id)).toEqual(["book", "cancel"]);
});

test("a pick-up refuses a pending cancellation, a carrier that gives the job back agrees to it", async () => {
  play({ cancel: async () => ({ kind: "pending" }) });
  const taken = await confirmed();
  await cancel(taken.id);
  await report(taken.id, taken.assignment.id, { kind: "progress", substatus: "picked_up" });
  expect(await world.shipmentOf(taken.id)).toMatchObject({
    status: "in_transit",
    cancellation_requested_at: null,
  });
  expect((await eventsOf(taken.id)).map(({ type }) => type).slice(-2)).toEqual([
    "shipment.cancellation_refused",
    "shipment.in_transit",
  ]);
  const given = await confirmed();
  await cancel(given.id);
  const back = {
    kind: "withdrawn",
    reason: "vehicle_breakdown",
    message: "Broken.",
    rejected: false,
  } as const;
  await report(given.id, given.assignment.id, back);
  expect((await world.shipmentOf(given.id)).status).toBe("cancelled");
});

test("a booking that the carrier decides later waits for its report, once, and is not sent again", async () => {
  const carrier = play({ book: async () => ({ kind: "pending", reference: "B-1" }) });
  const accepted = await world.accept();
  const settle = (answer: Parameters<typeof applyBookAnswer>[2]) =>
    write(world.server.deps, "sandbox", (writing) =>
      applyBookAnswer(writing, accepted.assignment.id, answer),
    );
  await world.putOff(accepted.assignment.id, 1);
  world.clock.advance(300);
  await world.settle();
  expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
  const driver = { name: "Kim", phone: null, vehicle: { type: "cargo_bike" as const, plate: null } };
  expect(await settle({ kind: "accepted", driver })).toBe("settled");
  expect(await settle({ kind: "accepted", driver })).toBe("unchanged");
  expect(await world.shipmentOf(accepted.id)).toMatchObject({
    substatus: "confirmed",
    assignment: { driver },
  });
  expect(await settle({ kind: "rejected", reason: "no_supply", message: "No driver." })).toBe("settled");
  expect(await settle({ kind: "rejected", reason: "no_supply", message: "No driver." })).toBe("ended");
  expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
  // A yes after the end is answered with a cancellation.
  expect(await settle({ kind: "accepted", driver: null })).toBe("ended");
  await world.calledTimes(carrier, accepted.assignment.id, 2);
  expect(called(carrier, accepted.assignment.id)).toEqual(["book", "cancel"]);
});

test("a booking that stays undecided until its deadline is withdrawn as timeout and cancelled", async () => {
  const carrier = play({ book: async () => ({ kind: "pending", reference: null }) });
  const { id, assignment } = await world.accept();
  await world.putOff(assignment.id, 1);
  world.clock.advance(600);
  await world.calledTimes(carrier, assignment.id, 2);
  expect(called(carrier, assignment.id)).toEqual(["book", "cancel"]);
  expect(await world.assignmentOf(id, assignment.id)).toMatchObject({
    status: "rejected",
    release_reason: "timeout",
  });
});

test("a carrier that can be asked is polled while it has not decided", async () => {
  const found = [
    { kind: "pending", reference: null },
    { kind: "booked", reference: "B-7", driver: null, confirmed: true, trackingUrl: "https://c.example/7" },
  ] as const;
  let polls = 0;
  const carrier = play({
    book: async () => ({ kind: "pending", reference: "B-7" }),
    status: async () => found[Math.min(polls++, 1)] as never,
  });
  const accepted = await world.accept();
  for (const calls of [1, 2, 3]) {
    await world.calledTimes(carrier, accepted.assignment.id, calls);
    await world.settle();
    world.clock.advance(30);
  }
  const read = await world.becomes(accepted, "confirmed");
  expect(read.carrier_tracking_url).toBe("https://c.example/7");
  expect(called(carrier, accepted.assignment.id)).toEqual(["book", "status", "status"]);
});

test("a pending cancellation while the booking is open drops it", async () => {
  const carrier = play({
    book: async () => ({ kind: "pending", reference: null }),
    cancel: async () => agreed,
  });
  const { id, assignment } = await world.accept();
  await world.putOff(assignment.id, 1);
  const { status, body } = await cancel(id);
  expect([status, body.status]).toEqual([200, "cancelled"]);
  expect(called(carrier, assignment.id)).toEqual(["book", "cancel"]);
});

test("a carrier that never reports what it decided is asked again by the next cancellation", async () => {
  const answers: CancelAnswer[] = [{ kind: "pending" }, { kind: "pending" }, agreed];
  const carrier = play({ cancel: async () => answers.shift() ?? agreed });
  const accepted = await confirmed();
  expect((await release(accepted)).status).toBe(202);
  // The request that waits grows to the shipment.
  expect((await cancel(accepted.id)).status).toBe(202);
  const { status, body } = await cancel(accepted.id);
  expect([status, body.status]).toEqual([200, "cancelled"]);
  expect(called(carrier, accepted.assignment.id)).toEqual(["book", "cancel", "cancel", "cancel"]);
});

test("a request that is repeated while it waits asks the carrier again, and is recorded once", async () => {
  const carrier = play({ cancel: async () => ({ kind: "pending" }) });
  const accepted = await confirmed();
  const { id, assignment } = accepted;
  const told = async () => {
    const { body } = await world.sandbox.get(`${platform}/tracking/${id}`);
    const messages: string[] = body.entries.map(({ message }: { message: string }) => message);
    const requests = messages.filter((message) => / was requested\.$/.test(message));
    return { requests, events: (await eventsOf(id)).length };
  };
  const [toRelease, toCancel] = [
    "The release of the assignment was requested.",
    "A cancellation was requested.",
  ];
  const before = await told();
  for (let count = 0; count < 2; count += 1) {
    expect((await release(accepted)).status).toBe(202);
    expect(await told()).toEqual({ requests: [toRelease], events: before.events + 1 });
  }
  // It grows to the shipment, which a release that comes later does not take back.
  for (const request of [() => cancel(id), () => cancel(id), () => release(accepted)]) {
    expect((await request()).status).toBe(202);
    expect(await told()).toEqual({ requests: [toRelease, toCancel], events: before.events + 2 });
  }
  expect(called(carrier, assignment.id)).toEqual(["book", ...Array(5).fill("cancel")]);
});

test("the log names a cancellation whose retries are used up, and the next request asks again", async () => {
  let isDown = true;
  const carrier = play({
    cancel: () => (isDown ? Promise.reject(new Error("503")) : Promise.resolve(agreed)),
  });
  const accepted = await confirmed();
  const { id, assignment } = accepted;
  const error = spyOn(world.server.deps.log, "error").mockImplementation(() => {});
  const waiting = release(accepted);
  await world.putOff(assignment.id, 1);
  // A day has passed. Without its carrier a cancellation is retried too.
  world.play();
  await write(world.server.deps, "sandbox", ({ tx, now }) =>
    tx.run(
      sql`UPDATE carrier_calls SET attempts = 300, due_at = ${now} WHERE assignment_id = ${assignment.id}`,
    ),
  );
  await eventually("the end of the retries", () => error.mock.calls.length > 0 || undefined);
  expect((await waiting).status).toBe(202);
  expect(error.mock.calls).toEqual([
    [
      { carrier: carrier.identity.id, assignment: assignment.id, call: "cancel" },
      "Waybill gave up a call to a carrier",
    ],
  ]);
  error.mockRestore();
  isDown = false;
  world.play(carrier);
  const { status, body } = await cancel(id);
  expect([status, body.status]).toEqual([200, "cancelled"]);
});
