import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { CarrierUpdate } from "../../../../src/delivery/carriers/carrier-update.ts";
import type { TrackedUpdate } from "../../../../src/delivery/carriers/tracked.ts";
import { applyTracked } from "../../../../src/delivery/connections/polling/applying.ts";
import { findAssignmentRow, findShipment } from "../../../../src/delivery/lifecycle/state/reading.ts";
import { getTracking } from "../../../../src/delivery/lifecycle/tracking/service.ts";
import type { Substatus } from "../../../../src/delivery/model/model.ts";
import { callerOf, platform } from "../../../support/fixtures.ts";
import { delivered, startTrackerWorld, type TrackerWorld, undone } from "../../../support/trackers.ts";

/**
 * A carrier tells its history again with each answer, and by webhooks out of order: what a shipment comes to does not
 * depend on it.
 */
let world: TrackerWorld;
let booking: ReturnType<typeof bookOnce> | undefined;
beforeAll(async () => {
  world = await startTrackerWorld();
  world.playPolled();
});
afterAll(() => world.server.stop());

const steps: Substatus[] = [
  "confirmed",
  "en_route_to_pickup",
  "at_pickup",
  "picked_up",
  "en_route_to_delivery",
  "at_delivery",
];
const place = { latitude: 52.5, longitude: 13.4 };
const undeliverable = (reason: "lost" | "recipient_refused"): CarrierUpdate => ({
  kind: "undeliverable",
  reason,
  message: "It did not arrive.",
});
const ends: CarrierUpdate[][] = [
  [],
  [delivered],
  [undeliverable("lost")],
  [undeliverable("recipient_refused")],
  [undeliverable("recipient_refused"), { kind: "returned" }],
  [{ kind: "returned" }],
];
interface Event {
  update: CarrierUpdate;
  gap: number;
}

/** What happens beside the steps. */
const asides: CarrierUpdate[] = [
  { kind: "scan", message: "Seen in a depot.", location: place },
  {
    kind: "attempt_failed",
    reason: "recipient_unavailable",
    message: "Nobody was there.",
    nextAttemptAt: null,
  },
  { kind: "estimate", pickupAt: null, deliveryAt: null, delayed: true },
  { kind: "position", ...place, accuracyMeters: 10, headingDegrees: null, speedMps: null, fraction: null },
];

/** A trip in its order, with the seconds between its updates. */
const historyOf = fc
  .record({
    steps: fc.subarray(steps),
    asides: fc.array(fc.tuple(fc.nat({ max: 6 }), fc.constantFrom(...asides)), { maxLength: 5 }),
    end: fc.constantFrom(...ends),
    gaps: fc.array(fc.nat({ max: 2 }), { minLength: 15, maxLength: 15 }),
  })
  .map(({ steps, asides, end, gaps }): Event[] => {
    const trip: CarrierUpdate[] = steps.map((substatus) => ({ kind: "progress", substatus }));
    for (const [at, aside] of asides) trip.splice(at, 0, aside);
    return [...trip, ...end].map((update, index) => ({ update, gap: gaps[index] ?? 1 }));
  });

const answersOf = (history: readonly Event[]) =>
  fc.array(
    fc.oneof(
      // An answer: all that is known by then.
      fc.nat({ max: history.length }).map((known) => history.slice(0, known).map((_, index) => index)),
      // Webhooks: one or some of it.
      fc.subarray(history.map((_, index) => index)),
    ),
    { maxLength: 6 },
  );

const told = historyOf.chain((history) => fc.tuple(fc.constant(history), answersOf(history)));

/** Of a booking that stands since `at`, in ms. */
const updatesOf = (history: readonly Event[], at: number) =>
  history.map(({ update, gap }, index): TrackedUpdate => {
    at += gap * 1_000;
    return { key: `e-${index}`, at, update };
  });

/** What a shipment comes to. An answer names the places of its updates in the history. */
async function cameTo(history: readonly Event[], answers: readonly number[][]) {
  const { id, assignment } = await world.confirmed();
  const updates = updatesOf(history, world.clock.now());
  world.clock.advance(60);
  for (const places of answers) {
    const tracked = { updates: places.flatMap((index) => updates[index] ?? []) };
    const { refused } = await world.apply(assignment, tracked);
    expect(refused).toEqual([]);
  }
  const { body: tracking } = await world.sandbox.get(`${platform}/tracking/${id}`);
  const { status, substatus, assignment: last } = await world.shipmentOf(id);
  return { status, substatus, assignment: last.status, entries: tracking.entries.length };
}

/** What the answers come to for one booking that all stories share. */
async function wouldComeTo(history: readonly Event[], answers: readonly number[][]) {
  booking ??= bookOnce();
  const { id, assignment, at } = await booking;
  const updates = updatesOf(history, at);
  return undone(world.server, (writing) => {
    for (const places of answers) {
      const tracked = { updates: places.flatMap((index) => updates[index] ?? []) };
      expect(applyTracked(writing, assignment, tracked).refused).toEqual([]);
    }
    const caller = callerOf(findShipment(writing.tx, id)?.accountId ?? "", "sandbox");
    const { status, substatus, entries } = getTracking(world.server.deps, caller, id);
    const last = findAssignmentRow(writing.tx, assignment.id)?.status;
    return { status, substatus, assignment: last, entries: entries.length };
  });
}

async function bookOnce() {
  const booked = await world.confirmed();
  const at = world.clock.now();
  world.clock.advance(60);
  await world.settle();
  return { ...booked, at };
}

test("any order and repetition of a carrier's answers ends in the same state with as many entries", async () => {
  await fc.assert(
    fc.asyncProperty(told, async ([history, answers]) => {
      const all = [...history.keys()];
      const backward = answers.map((places) => places.toReversed());
      expect(await wouldComeTo(history, [...backward, all, all])).toEqual(await wouldComeTo(history, [all]));
    }),
    { numRuns: 60 },
  );
});

test("it does so also if each answer has a transaction of its own, and its effects are read over HTTP", async () => {
  await fc.assert(
    fc.asyncProperty(told, async ([history, answers]) => {
      const all = [...history.keys()];
      expect(await cameTo(history, [...answers, all])).toEqual(await wouldComeTo(history, [all]));
    }),
    { numRuns: 6 },
  );
});

/** A trip that ends with a return, which the carrier calls a delivery. */
const broughtBack = historyOf
  .map((history): Event[] => [
    ...history.filter(({ update }) => !["delivered", "undeliverable", "returned"].includes(update.kind)),
    { update: undeliverable("recipient_refused"), gap: 1 },
  ])
  .chain((way) => fc.tuple(fc.constant([...way, { update: delivered, gap: 1 }]), answersOf(way)));

test("goods that a carrier delivers on their way back are returned, in any order and repetition of its answers", async () => {
  await fc.assert(
    fc.asyncProperty(broughtBack, async ([history, answers]) => {
      const all = [...history.keys()];
      const once = await wouldComeTo(history, [all]);
      expect(once).toMatchObject({ status: "returned", assignment: "completed" });
      expect(await wouldComeTo(history, [...answers, all, all.toReversed()])).toEqual(once);
      // The last answer no longer tells that the goods were sent back.
      const forgetful = all.filter((place) => place !== history.length - 2);
      expect(await wouldComeTo(history, [...answers, all.slice(0, -1), forgetful, forgetful])).toEqual(once);
    }),
    { numRuns: 40 },
  );
});
