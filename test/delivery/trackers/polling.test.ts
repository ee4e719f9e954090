import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Carrier } from "../../../src/delivery/carriers/carrier.ts";
import { healthOf } from "../../../src/delivery/carriers/health.ts";
import type { Tracked, TrackedUpdate } from "../../../src/delivery/carriers/tracked.ts";
import { applyTracked } from "../../../src/delivery/trackers/applying.ts";
import { findBooking } from "../../../src/delivery/trackers/finding.ts";
import { askSoon } from "../../../src/delivery/trackers/service.ts";
import { write } from "../../../src/infra/deps.ts";
import { minuteMs } from "../../../src/infra/durations.ts";
import { type BookingWorld, called, startBookingWorld } from "../../support/bookings.ts";
import { gate, type PlayedCarrier, playCarrier } from "../../support/carriers.ts";
import { platform } from "../../support/fixtures.ts";
import { eventually } from "../../support/harness.ts";

/** Bookings about which Waybill asks their carrier. */
let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await world.sandbox.delete(`${platform}/sandbox/data`);
});

const terms = { cancelsAtOnce: false, enforcesProof: false };
const nothing: Tracked = { updates: [] };

function play(change: Partial<Pick<Carrier, "book" | "cancel" | "status" | "track">>): PlayedCarrier {
  const carrier = playCarrier("polled", { terms, track: async () => nothing, ...change });
  world.play(carrier);
  return carrier;
}

interface Row {
  awaits: string;
  due_at: number | null;
  failures: number;
}
const rowOf = (assignmentId: string): Row | undefined =>
  world.server.deps.stores
    .platform("sandbox")
    .db.get<Row>(sql`SELECT awaits, due_at, failures FROM trackers WHERE assignment_id = ${assignmentId}`);

async function confirmed() {
  const accepted = await world.accept();
  await world.becomes(accepted, "confirmed");
  return accepted;
}

/** Moves the clock to the next ask and waits until it is settled. */
async function nextAsk(assignmentId: string): Promise<Row | undefined> {
  const before = rowOf(assignmentId);
  if (!before?.due_at) throw new Error("nothing is due");
  const waitMs = before.due_at - world.clock.now();
  world.clock.advance(waitMs / 1_000);
  await world.settle();
  return eventually("the ask to be settled", () => {
    const row = rowOf(assignmentId);
    return row?.due_at === before.due_at
      ? undefined
      : (row ?? { awaits: "nothing", due_at: null, failures: 0 });
  });
}

const scan = (key: string, at: number): TrackedUpdate => ({
  key,
  at,
  update: { kind: "scan", message: `Seen: ${key}.`, location: null },
});
const step = (key: string, at: number, substatus: "picked_up" | "at_delivery"): TrackedUpdate => ({
  key,
  at,
  update: { kind: "progress", substatus },
});
const delivered = (key: string, at: number): TrackedUpdate => ({
  key,
  at,
  update: {
    kind: "delivered",
    proof: {
      recipientName: "Kim",
      handedTo: "recipient",
      signature: null,
      photos: [],
      pin: null,
      ageVerified: false,
      note: null,
      location: null,
    },
  },
});

async function timelineOf(shipmentId: string) {
  const { body } = await world.sandbox.get(`${platform}/tracking/${shipmentId}`);
  return body.entries.map(({ status, substatus, code }: Record<string, unknown>) =>
    [status, substatus, code].filter(Boolean).join(" "),
  );
}

const chargesOf = async (shipmentId: string) => {
  const { body } = await world.sandbox.get(`${platform}/charges?shipment_id=${shipmentId}`);
  return body.data.map(({ kind, amount }: { kind: string; amount: { amount: number } }) => [
    kind,
    amount.amount,
  ]);
};

test("a booking is asked about 15 to 60 minutes apart until its assignment ends, and each answer adds what is new", async () => {
  const at = world.clock.now();
  const history = [step("1", at + 1, "picked_up"), scan("2", at + 2), delivered("3", at + 3)];
  let known = 0;
  const carrier = play({
    track: async ({ bookingReference }) => {
      expect(bookingReference).toStartWith("ref-");
      const told = history.slice(0, known);
      known += 1;
      return {
        updates: told.reverse(),
        trackingNumbers: { p1: "T-1" },
        trackingUrl: "https://c.example/T-1",
      };
    },
  });
  const { id, assignment } = await confirmed();
  for (let ask = 0; ask < 4; ask += 1) {
    const waitMs = (rowOf(assignment.id)?.due_at ?? 0) - world.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(15 * minuteMs);
    expect(waitMs).toBeLessThanOrEqual(60 * minuteMs);
    await nextAsk(assignment.id);
  }
  expect(called(carrier, assignment.id)).toEqual(["book", "track", "track", "track", "track"]);
  expect(rowOf(assignment.id)).toBeUndefined();
  expect(await world.shipmentOf(id)).toMatchObject({
    status: "delivered",
    assignment: { tracking_numbers: { p1: "T-1" }, carrier_tracking_url: "https://c.example/T-1" },
  });
  expect(await timelineOf(id)).toEqual([
    "created",
    "quoted",
    "assigned awaiting_carrier",
    "assigned confirmed",
    "in_transit picked_up",
    "in_transit picked_up scanned",
    "delivered",
  ]);
  const db = world.server.deps.stores.platform("sandbox").db;
  const carrierId = carrier.identity.id;
  for (const name of [
    { idempotencyKey: assignment.id },
    { bookingReference: `ref-${assignment.id}` },
    { idempotencyKey: "asg_other", bookingReference: "other", trackingNumber: "T-1" },
  ]) {
    expect(findBooking(db, carrierId, name)?.id).toBe(assignment.id);
    expect(findBooking(db, "car_other", name)).toBeUndefined();
  }
});

test("a carrier that fails is asked later each time, its owner reads why, and a hint makes the next ask due now", async () => {
  let isDown = true;
  const carrier = play({
    track: async () => {
      if (isDown) throw new Error("503");
      return nothing;
    },
  });
  const { assignment } = await confirmed();
  const first = await nextAsk(assignment.id);
  expect(first?.failures).toBe(1);
  expect((first?.due_at ?? 0) - world.clock.now()).toBeGreaterThanOrEqual(30 * minuteMs);
  const health = healthOf(world.server.deps, "sandbox", carrier.identity.id);
  expect(health.last_error?.message).toBe("Tracking: The request failed.");
  const second = await nextAsk(assignment.id);
  expect(second?.failures).toBe(2);
  expect((second?.due_at ?? 0) - world.clock.now()).toBeGreaterThanOrEqual(60 * minuteMs);
  isDown = false;
  await write(world.server.deps, "sandbox", (writing) => askSoon(writing, assignment));
  await world.calledTimes(carrier, assignment.id, 4);
  await eventually("an answer", () => (rowOf(assignment.id)?.failures === 0 ? true : undefined));
});

test("a hint that comes while the carrier is asked is not lost: that answer may be older", async () => {
  const asked = gate();
  const answer = gate<Tracked>();
  const carrier = play({
    track: async () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const { assignment } = await confirmed();
  world.clock.advance(3_600);
  await world.settle();
  await asked.promise;
  await write(world.server.deps, "sandbox", (writing) => askSoon(writing, assignment));
  await world.settle();
  // Never two asks of one booking at once.
  expect(called(carrier, assignment.id)).toEqual(["book", "track"]);
  answer.resolve(nothing);
  await world.calledTimes(carrier, assignment.id, 3);
});

test("news that come before the booking's answer wait for it; of a booking that is decided later they confirm it", async () => {
  const answer = gate<Awaited<ReturnType<Carrier["book"]>>>();
  const asked = gate();
  const carrier = play({
    book: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const { id, assignment } = await world.accept();
  await asked.promise;
  const tracked = { updates: [scan("1", world.clock.now())] };
  const apply = () =>
    write(world.server.deps, "sandbox", (writing) => applyTracked(writing, assignment, tracked));
  expect(await apply()).toMatchObject({ waits: true, applied: 0 });
  answer.resolve({ kind: "pending", reference: "B-9" });
  await eventually("the carrier's reference", () =>
    findBooking(world.server.deps.stores.platform("sandbox").db, carrier.identity.id, {
      bookingReference: "B-9",
    }),
  );
  expect(await apply()).toMatchObject({ waits: false, applied: 1 });
  expect(await apply()).toMatchObject({ applied: 0, duplicate: 1 });
  expect((await world.assignmentOf(id, assignment.id)).status).toBe("confirmed");
  expect(await timelineOf(id)).toEqual([
    "created",
    "quoted",
    "assigned awaiting_carrier",
    "assigned confirmed",
    "assigned confirmed scanned",
  ]);
});

test.each(["confirmed", "refused"] as const)(
  "a refund that is pending leaves the charge until it is %s",
  async (refund) => {
    let told: Tracked["refund"] = "pending";
    play({
      cancel: async () => ({ kind: "cancelled", fee: null, refund: "pending" }),
      track: async () => ({ updates: [], ...(told && { refund: told }) }),
    });
    const { id, assignment } = await confirmed();
    const cancelled = await world.sandbox.post(`${platform}/shipments/${id}/cancellation`, {});
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    expect(await chargesOf(id)).toEqual([["delivery", 1000]]);
    expect(rowOf(assignment.id)?.awaits).toBe("refund");
    await nextAsk(assignment.id);
    expect(await chargesOf(id)).toEqual([["delivery", 1000]]);
    told = refund;
    await nextAsk(assignment.id);
    expect(rowOf(assignment.id)).toBeUndefined();
    const reversed = [["adjustment", -1000]];
    expect(await chargesOf(id)).toEqual([...(refund === "confirmed" ? reversed : []), ["delivery", 1000]]);
    const items = await eventually("the rules to be looked at", async () => {
      await world.settle();
      const { body } = await world.sandbox.get(`${platform}/attention?kind=refund_refused`);
      return body.data.length === (refund === "refused" ? 1 : 0) ? body.data : undefined;
    });
    if (refund === "refused") expect(items[0]).toMatchObject({ shipment_id: id });
  },
);
