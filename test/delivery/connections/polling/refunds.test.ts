import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Tracked } from "../../../../src/delivery/carriers/tracked.ts";
import { assignmentsOf } from "../../../support/bookings.ts";
import { platform } from "../../../support/fixtures.ts";
import { eventually } from "../../../support/harness.ts";
import { startTrackerWorld, type TrackerWorld, toldFrom } from "../../../support/trackers.ts";

/** Cancellations whose refund the carrier decides later: the charge stands until then. */
let world: TrackerWorld;
beforeAll(async () => {
  world = await startTrackerWorld();
});
afterAll(() => world.server.stop());
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await world.sandbox.delete(`${platform}/sandbox/data`);
});

const charged: [string, number] = ["delivery", 1000];
const reversed: [string, number] = ["adjustment", -1000];
/** The carriers quote again. */
const askedAgain = ["created", "quoted"];
const cancel = (id: string) => world.sandbox.post(`${platform}/shipments/${id}/cancellation`, {});
const pending = async () => ({ kind: "cancelled", fee: null, refund: "pending" }) as const;

const itemsOf = (count: number) =>
  eventually("the rules to be looked at", async () => {
    await world.settle();
    const { body } = await world.sandbox.get(`${platform}/attention?kind=refund_refused`);
    return body.data.length === count ? body.data : undefined;
  });

test.each(["shipment", "assignment"] as const)(
  "the charge of a cancelled %s is reversed when the refund is confirmed",
  async (ended) => {
    let refund: Tracked["refund"] & string = "pending";
    world.playPolled({ cancel: pending, track: async () => ({ updates: [], refund }) });
    const { id, assignment } = await world.confirmed();
    const ending =
      ended === "shipment"
        ? await cancel(id)
        : await world.sandbox.delete(`${assignmentsOf(id)}/${assignment.id}`);
    expect(ending.status).toBe(200);
    const { status } = await world.shipmentOf(id);
    expect(ended === "shipment" ? ["cancelled"] : askedAgain).toContain(status);
    expect(world.trackerOf(assignment.id)?.awaits).toBe("refund");
    await world.nextAsk(assignment.id);
    expect(await world.chargesOf(id)).toEqual([charged]);
    refund = "confirmed";
    await world.nextAsk(assignment.id);
    expect(world.trackerOf(assignment.id)).toBeUndefined();
    expect(await world.chargesOf(id)).toEqual([reversed, charged]);
    // What was decided counts once.
    for (const later of ["pending", "refused", "confirmed"] as const) {
      await world.apply(assignment, { updates: [], refund: later });
    }
    expect(await world.chargesOf(id)).toEqual([reversed, charged]);
    expect(world.trackerOf(assignment.id)).toBeUndefined();
  },
);

test("a refund that is refused leaves the charge, and attention says so", async () => {
  world.playPolled({ cancel: pending, track: async () => ({ updates: [], refund: "refused" }) });
  const { id, assignment } = await world.confirmed();
  await cancel(id);
  await world.nextAsk(assignment.id);
  expect(await world.chargesOf(id)).toEqual([charged]);
  const [item] = await itemsOf(1);
  expect(item).toMatchObject({
    shipment_id: id,
    detail: "polled cancelled the booking and refused to refund it. The charge stands.",
  });
});

test("a carrier that never decides is asked for 60 days; then attention says that the charge stands", async () => {
  world.playPolled({ cancel: pending, track: async () => ({ updates: [], refund: "pending" }) });
  const { id, assignment } = await world.confirmed();
  await cancel(id);
  world.clock.advance(59 * 86_400);
  await world.settle();
  expect(world.trackerOf(assignment.id)?.awaits).toBe("refund");
  while (world.trackerOf(assignment.id)) await world.nextAsk(assignment.id);
  expect(await world.chargesOf(id)).toEqual([charged]);
  const [item] = await itemsOf(1);
  expect(item.detail).toContain("60 days");
});

test("a cancellation that the carrier settles by a report leaves the charge to the refund that it reports", async () => {
  world.playPolled({ cancel: async () => ({ kind: "pending" }) });
  const { id, assignment } = await world.confirmed();
  expect((await cancel(id)).status).toBe(202);
  const updates = toldFrom(world.clock.now(), { kind: "cancelled", fee: null });
  await world.apply(assignment, { updates, refund: "pending" });
  expect((await world.shipmentOf(id)).status).toBe("cancelled");
  expect(await world.chargesOf(id)).toEqual([charged]);
  await world.apply(assignment, { updates, refund: "confirmed" });
  expect(await world.chargesOf(id)).toEqual([reversed, charged]);
});

test("a booking that somebody cancelled at the carrier is given back, and its charge waits for the refund", async () => {
  world.playPolled();
  const { id, assignment } = await world.confirmed();
  await world.apply(assignment, { updates: [], refund: "pending" });
  expect(await world.assignmentOf(id, assignment.id)).toMatchObject({
    status: "cancelled",
    release_reason: "carrier_cancelled",
  });
  expect(askedAgain).toContain((await world.shipmentOf(id)).status);
  expect(await world.chargesOf(id)).toEqual([charged]);
  await world.apply(assignment, { updates: [], refund: "confirmed" });
  expect(await world.chargesOf(id)).toEqual([reversed, charged]);
});
