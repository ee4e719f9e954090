import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import { healthOf } from "../../../../src/delivery/carriers/health.ts";
import type { Tracked } from "../../../../src/delivery/carriers/tracked.ts";
import { findBooking } from "../../../../src/delivery/connections/polling/finding.ts";
import { askSoon } from "../../../../src/delivery/connections/polling/service.ts";
import { write } from "../../../../src/infra/deps.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/infra/units.ts";
import { assignmentsOf, called } from "../../../support/bookings.ts";
import { gate, never } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { eventually, startServer } from "../../../support/harness.ts";
import { type StatementWatch, scansOf, watchStatements } from "../../../support/statements.ts";
import {
  delivered,
  nothingNew,
  pickedUp,
  playPolled,
  seen,
  startTrackerWorld,
  type TrackerWorld,
  toldFrom,
  trackerIn,
} from "../../../support/trackers.ts";

/** Bookings about which Waybill asks their carrier. */
let world: TrackerWorld;
let watch: StatementWatch;
beforeAll(async () => {
  // A statement that has run before is not seen.
  watch = watchStatements();
  world = await startTrackerWorld();
});
afterAll(async () => {
  await world.server.stop();
  watch.stop();
});
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await world.sandbox.delete(`${platform}/sandbox/data`);
});

const database = () => world.server.deps.stores.platform("sandbox").db;
const hint = (assignment: { id: string }) =>
  write(world.server.deps, "sandbox", (writing) => askSoon(writing, assignment));

async function timelineOf(shipmentId: string) {
  const { body } = await world.sandbox.get(`${platform}/tracking/${shipmentId}`);
  return body.entries.map(({ status, substatus, code }: Record<string, unknown>) =>
    [status, substatus, code].filter(Boolean).join(" "),
  );
}

test("a booking is asked about 15 to 60 minutes apart until its assignment ends, and each answer adds what is new", async () => {
  const history = toldFrom(world.clock.now(), pickedUp, seen, delivered);
  let known = 0;
  const carrier = world.playPolled({
    track: async ({ bookingReference }) => {
      expect(bookingReference).toStartWith("ref-");
      const told = history.slice(0, known).reverse();
      known += 1;
      return { updates: told, trackingNumbers: { p1: "T-1" }, trackingUrl: "https://c.example/T-1" };
    },
  });
  const { id, assignment } = await world.confirmed();
  for (let ask = 0; ask < 4; ask += 1) {
    const waitMs = (world.trackerOf(assignment.id)?.due_at ?? 0) - world.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(15 * minuteMs);
    expect(waitMs).toBeLessThanOrEqual(60 * minuteMs);
    await world.nextAsk(assignment.id);
  }
  expect(called(carrier, assignment.id)).toEqual(["book", "track", "track", "track", "track"]);
  expect(world.trackerOf(assignment.id)).toBeUndefined();
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
});

test("a redacted shipment has none of the carrier's own names, and learns no new ones", async () => {
  const names = { trackingNumbers: { p1: "T-1" }, trackingUrl: "https://c.example/T-1" };
  const { identity } = world.playPolled();
  const { id, assignment } = await world.confirmed();
  await world.apply(assignment, { ...names, updates: toldFrom(world.clock.now(), pickedUp, delivered) });
  expect(await world.shipmentOf(id)).toMatchObject({
    status: "delivered",
    assignment: { tracking_numbers: { p1: "T-1" } },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a shipment as the API gives it
  const namesOf = ({ assignment: shown }: any) => [shown.tracking_numbers, shown.carrier_tracking_url];
  const { body, status } = await world.sandbox.post(`${platform}/shipments/${id}/redaction`);
  expect([status, ...namesOf(body)]).toEqual([200, {}, null]);
  await world.apply(assignment, { ...names, updates: [] });
  await world.apply(assignment, { trackingNumbers: { p2: "T-2" }, updates: [] });
  expect(namesOf(await world.shipmentOf(id))).toEqual([{}, null]);
  expect(findBooking(database(), identity.id, { trackingNumber: "T-1" })).toBeUndefined();
  const { body: events } = await world.sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
  expect(JSON.stringify(events)).not.toContain("T-1");
});

test("a booking is found by the carrier's names for it, never another carrier's, and no name scans a table", async () => {
  const { identity } = world.playPolled();
  const { assignment } = await world.confirmed();
  await world.apply(assignment, { updates: [], trackingNumbers: { a: "T-1", b: "T-2", c: "T-1" } });
  watch.take();
  for (const name of [
    { idempotencyKey: assignment.id },
    { bookingReference: `ref-${assignment.id}` },
    { trackingNumber: "T-2" },
    { idempotencyKey: "asg_other", bookingReference: `ref-${assignment.id}` },
  ]) {
    expect(findBooking(database(), identity.id, name)?.id).toBe(assignment.id);
    expect(findBooking(database(), "car_other", name)).toBeUndefined();
  }
  expect(findBooking(database(), identity.id, {})).toBeUndefined();
  // Carriers use numbers again: of another booking, the number says nothing.
  for (const other of [{ bookingReference: "other" }, { idempotencyKey: "asg_other" }])
    expect(findBooking(database(), identity.id, { ...other, trackingNumber: "T-1" })).toBeUndefined();
  const [job] = world.server.deps.loops.flatMap(({ jobs }) =>
    jobs.filter(({ name }) => name === "trackers.ask.sandbox"),
  );
  job?.rebuild();
  await job?.run(world.clock.now());
  expect([job?.backlog(world.clock.now()), job?.findMissed(world.clock.now())]).toEqual([0, undefined]);
  expect(job?.oldestDueAt(world.clock.now())).toBe(world.trackerOf(assignment.id)?.due_at);
  await hint(assignment);
  const ran = watch.take();
  for (const table of ["carrier_tracking_numbers", "carrier_reference", "trackers AS due", "RECURSIVE"]) {
    expect([table, ran.some(({ source }) => source.includes(table))]).toEqual([table, true]);
  }
  expect([...new Set(ran.flatMap((one) => scansOf(one).map((line) => `${line}: ${one.source}`)))]).toEqual(
    [],
  );
});

test("a carrier that fails is asked later each time, its owner reads why, and a hint makes the next ask due now", async () => {
  let isDown = true;
  const carrier = world.playPolled({
    track: async () => {
      if (isDown) throw new Error("503");
      return nothingNew;
    },
  });
  const { assignment } = await world.confirmed();
  const waits: number[] = [];
  for (let ask = 1; ask <= 7; ask += 1) {
    const row = await world.nextAsk(assignment.id);
    expect(row?.failures).toBe(ask);
    waits.push((row?.due_at ?? 0) - world.clock.now());
  }
  expect(waits.slice(0, 2).map((ms) => ms >= 30 * minuteMs && ms <= 4 * hourMs)).toEqual([true, true]);
  expect(waits.slice(5).map((ms) => ms >= 6 * hourMs && ms <= dayMs)).toEqual([true, true]);
  const health = healthOf(world.server.deps, "sandbox", carrier.identity.id);
  expect(health.last_error?.message).toBe("Tracking: The request failed.");
  isDown = false;
  await hint(assignment);
  await world.calledTimes(carrier, assignment.id, 9);
  await eventually("an answer", () => world.trackerOf(assignment.id)?.failures === 0 || undefined);
});

test("an answer that does not fit the port changes nothing, and the carrier's owner reads so", async () => {
  const update = { kind: "progress", substatus: "beamed_up" };
  const carrier = world.playPolled({
    track: async () =>
      ({ updates: [{ key: "1", at: 1, update }], refund: "confirmed" }) as unknown as Tracked,
  });
  const { id, assignment } = await world.confirmed();
  expect(await world.nextAsk(assignment.id)).toMatchObject({ failures: 1 });
  const health = healthOf(world.server.deps, "sandbox", carrier.identity.id);
  expect(health.last_error?.message).toBe("Tracking: The answer does not fit the port.");
  expect(await world.shipmentOf(id)).toMatchObject({ status: "assigned", substatus: "confirmed" });
});

test("a hint that comes while the carrier is asked is not lost: that answer may be older", async () => {
  const asked = gate();
  const answer = gate<Tracked>();
  const carrier = world.playPolled({
    track: async () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const { assignment } = await world.confirmed();
  world.clock.advance(3_600);
  await world.settle();
  await asked.promise;
  await hint(assignment);
  await world.settle();
  // Never two asks of one booking at once.
  expect(called(carrier, assignment.id)).toEqual(["book", "track"]);
  answer.resolve(nothingNew);
  await world.calledTimes(carrier, assignment.id, 3);
});

test("a carrier that never answers delays no other's asks", async () => {
  const silent = playPolled({ track: never }, "silent");
  const other = playPolled({}, "other");
  world.play(silent);
  for (let count = 0; count < 6; count += 1) await world.confirmed();
  world.play(other);
  const { assignment } = await world.confirmed();
  world.play(silent, other);
  world.clock.advance(3_600);
  await world.calledTimes(other, assignment.id, 2);
  const asks = () => silent.calls.filter(({ verb }) => verb === "track").length;
  await eventually("the silent one's asks", () => asks() > 0 || undefined);
  await world.settle();
  // It is asked about four of its bookings at a time.
  expect(asks()).toBe(4);
});

test("news that come before the booking's answer wait for it; of a booking that is decided later they confirm it", async () => {
  const answer = gate<Awaited<ReturnType<Carrier["book"]>>>();
  const asked = gate();
  const carrier = world.playPolled({
    book: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const { id, assignment } = await world.accept();
  await asked.promise;
  const tracked = { updates: toldFrom(world.clock.now(), seen) };
  expect(await world.apply(assignment, tracked)).toMatchObject({ waits: true, applied: 0 });
  answer.resolve({ kind: "pending", reference: "B-9" });
  await eventually("the carrier's reference", () =>
    findBooking(database(), carrier.identity.id, { bookingReference: "B-9" }),
  );
  expect(await world.apply(assignment, tracked)).toMatchObject({ waits: false, applied: 1 });
  expect(await world.apply(assignment, tracked)).toMatchObject({ applied: 0, duplicate: 1 });
  expect((await world.assignmentOf(id, assignment.id)).status).toBe("confirmed");
  expect(await timelineOf(id)).toEqual([
    "created",
    "quoted",
    "assigned awaiting_carrier",
    "assigned confirmed",
    "assigned confirmed scanned",
  ]);
});

test("goods that never arrive are asked about for 180 days; then attention says so, and late news still count", async () => {
  world.playPolled();
  const { id, assignment } = await world.confirmed();
  await world.apply(assignment, { updates: toldFrom(world.clock.now(), pickedUp) });
  world.clock.advance(179 * 86_400);
  await world.settle();
  expect(world.trackerOf(assignment.id)?.awaits).toBe("booking");
  while (world.trackerOf(assignment.id)) await world.nextAsk(assignment.id);
  const itemsOf = async () => {
    await world.settle();
    return (await world.sandbox.get(`${platform}/attention?kind=tracking_ended`)).body.data;
  };
  const [item] = await eventually("the rules to be looked at", async () => {
    const items = await itemsOf();
    return items.length === 1 ? items : undefined;
  });
  expect(item).toMatchObject({
    shipment_id: id,
    detail: "polled has not said for 180 days that the goods arrived. Waybill asks no more.",
  });
  const updates = [{ key: "late", at: world.clock.now(), update: delivered }];
  await world.apply(assignment, { updates });
  expect((await world.shipmentOf(id)).status).toBe("delivered");
  await eventually("the item to end", async () => (await itemsOf()).length === 0 || undefined);
});

test("times that cannot be right count as the nearest that can: a delivery is not lost for a carrier's clock", async () => {
  world.playPolled();
  const { id, assignment } = await world.confirmed();
  const now = world.clock.now();
  world.clock.advance(60);
  const updates = [
    { key: "1", at: 0, update: pickedUp },
    { key: "2", at: now + dayMs, update: delivered },
  ];
  expect(await world.apply(assignment, { updates })).toMatchObject({ applied: 2, refused: [] });
  const shipment = await world.shipmentOf(id);
  expect(Date.parse(shipment.picked_up_at)).toBe(Date.parse(assignment.assigned_at));
  expect(Date.parse(shipment.delivered_at)).toBe(now + 60_000);
});

test("one update that is refused refuses no other, and the carrier's owner reads why", async () => {
  const cancelled = { kind: "cancelled", fee: null } as const;
  const history = toldFrom(world.clock.now(), pickedUp, cancelled, seen);
  const carrier = world.playPolled({ track: async () => ({ updates: history }) });
  const { id, assignment } = await world.confirmed();
  await world.nextAsk(assignment.id);
  expect(await world.shipmentOf(id)).toMatchObject({ status: "in_transit" });
  expect((await timelineOf(id)).at(-1)).toBe("in_transit picked_up scanned");
  const { refused } = await world.apply(assignment, { updates: history });
  expect(refused.map(({ key, problem }) => [key, problem.code])).toEqual([
    ["e-1", "cancellation_not_pending"],
  ]);
  const health = healthOf(world.server.deps, "sandbox", carrier.identity.id);
  expect(health.last_error?.message).toStartWith("Tracking: The sender is not asking to cancel");
});

test("an ask that a restart interrupts is made again, and what it tells is applied once", async () => {
  const dataDir = await makeDataFolder();
  const clock = createClock();
  const start = (carrier: Carrier) =>
    startServer({ dataDir, replacements: { carriers: () => [carrier], clock } });
  const asked = gate();
  const silent = playPolled({
    track: () => {
      asked.resolve();
      return never();
    },
  });
  const before = await start(silent);
  const { sandbox, sandboxKey } = await before.account();
  const { id, assignment } = await world.accept(sandbox);
  await eventually("a tracker", () => trackerIn(before, assignment.id));
  clock.advance(3_600);
  await asked.promise;
  await before.stop();

  const history = toldFrom(clock.now(), pickedUp, seen);
  const awake = playPolled({ track: async () => ({ updates: history }) });
  const after = await start(awake);
  const client = after.client({ "x-api-key": sandboxKey });
  await eventually("the news", async () => {
    const { body } = await client.get(`${platform}/shipments/${id}`);
    return body.status === "in_transit" || undefined;
  });
  clock.advance(3_600);
  await jobsAtRest(after.deps);
  expect(awake.calls.map(({ verb }) => verb)).toEqual(["track", "track"]);
  const { body } = await client.get(`${platform}/tracking/${id}`);
  expect(body.entries.filter(({ code }: { code: string }) => code === "scanned")).toHaveLength(1);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

test("a sandbox with a clock of its own asks by it: an advance brings the news", async () => {
  const carrier = playPolled({ track: async () => ({ updates: toldFrom(0, pickedUp, delivered) }) });
  const server = await startServer({
    config: { testClock: true },
    replacements: { carriers: () => [carrier] },
  });
  const { sandbox } = await server.account();
  const clock = `${platform}/sandbox/clock`;
  await sandbox.patch(clock, { freeze: true });
  const { shipment } = await createQuoted(sandbox);
  const accepted = await sandbox.post(assignmentsOf(shipment.id), { strategy: "cheapest" });
  await eventually("a tracker", () => trackerIn(server, accepted.body.id));
  const statusAfter = async (seconds: number) => {
    expect((await sandbox.patch(clock, { advance_seconds: seconds })).status).toBe(200);
    return (await sandbox.get(`${platform}/shipments/${shipment.id}`)).body.status;
  };
  expect(await statusAfter(14 * 60)).toBe("assigned");
  expect(called(carrier, accepted.body.id)).toEqual(["book"]);
  expect(await statusAfter(46 * 60)).toBe("delivered");
  expect(called(carrier, accepted.body.id)).toEqual(["book", "track"]);
  await server.stop();
});
