import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { BookAnswer, BookRequest } from "../../../../src/delivery/carriers/carrier.ts";
import { assignmentsOf, type BookingWorld, called, startBookingWorld } from "../../../support/bookings.ts";
import { booked, gate, never, offers, playCarrier } from "../../../support/carriers.ts";
import type { TestClock } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";

let server: TestServer;
let sandbox: Client;
let clock: TestClock;
let accept: BookingWorld["accept"];
let assignmentOf: BookingWorld["assignmentOf"];
let shipmentOf: BookingWorld["shipmentOf"];
let calledTimes: BookingWorld["calledTimes"];
let putOff: BookingWorld["putOff"];
let settle: BookingWorld["settle"];
let play: BookingWorld["play"];
beforeAll(async () => {
  ({ server, sandbox, clock, accept, assignmentOf, shipmentOf, calledTimes, putOff, settle, play } =
    await startBookingWorld());
});
afterAll(() => server.stop());
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await sandbox.delete(`${platform}/sandbox/data`);
});

async function eventTypes(shipmentId: string): Promise<string[]> {
  const events = await sandbox.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return events.body.data.map((event: { type: string }) => event.type);
}

test("accepting answers before the carrier is asked; the booking bears the assignment's id", async () => {
  const asked = gate<BookRequest>();
  const answer = gate<BookAnswer>();
  const carrier = playCarrier("a", {
    book: (request) => {
      asked.resolve(request);
      return answer.promise;
    },
  });
  play(carrier);
  const { id, assignment } = await accept();
  expect(assignment.status).toBe("pending");
  const request = await asked.promise;
  expect(request.idempotencyKey).toBe(assignment.id);
  expect(request).toMatchObject({ shipmentId: id, pickup: { contact: { name: "Book shop" } } });
  expect(await shipmentOf(id)).toMatchObject({ status: "assigned", substatus: "awaiting_carrier" });
  const driver = { name: "Kim L.", phone: null, vehicle: { type: "van" as const, plate: "B-X 1" } };
  answer.resolve({ ...booked(request), driver });
  const confirmed = await eventually("confirmed", async () => {
    const read = await assignmentOf(id, assignment.id);
    return read.status === "confirmed" ? read : undefined;
  });
  expect(confirmed.driver).toEqual(driver);
  expect((await shipmentOf(id)).substatus).toBe("confirmed");
  await settle();
  expect(called(carrier, assignment.id)).toEqual(["book"]);
  expect(await eventTypes(id)).toEqual([
    "shipment.created",
    "shipment.quoted",
    "shipment.assigned",
    "tracking.substatus_changed",
  ]);
});

test("the carrier gets back its own name for the offer it made", async () => {
  const seen: (string | null)[] = [];
  const quoted = offers({ amount: 5 });
  if (quoted.kind !== "offers") throw new Error("no offers");
  const named = { ...quoted, offers: quoted.offers.map((offer) => ({ ...offer, reference: "offer-77" })) };
  play(
    playCarrier("a", {
      quote: () => Promise.resolve(named),
      book: (request) => {
        seen.push(request.offerReference);
        return Promise.resolve(booked(request));
      },
    }),
  );
  await accept();
  await eventually("booked", () => (seen.length > 0 ? true : undefined));
  expect(seen).toEqual(["offer-77"]);
});

test("a booking that fails is repeated with the same key, later each time, and taken at last", async () => {
  let failures = 3;
  const carrier = playCarrier("a", {
    book: (request) => {
      failures -= 1;
      if (failures >= 0) throw new Error("503");
      return Promise.resolve(booked(request));
    },
  });
  play(carrier);
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  const waits = [1, 5, 15];
  for (const [index, seconds] of waits.entries()) {
    await settle();
    clock.advance(seconds - 0.001);
    await settle();
    expect(called(carrier, assignment.id)).toHaveLength(index + 1);
    clock.advance(0.001);
    await calledTimes(carrier, assignment.id, index + 2);
  }
  await eventually("confirmed", async () =>
    (await assignmentOf(id, assignment.id)).status === "confirmed" ? true : undefined,
  );
  expect(called(carrier, assignment.id)).toEqual(["book", "book", "book", "book"]);
});

test("a booking that never works is rejected in the end, its offer withdrawn, and the carrier told", async () => {
  const broken = playCarrier("broken", { book: () => Promise.reject(new Error("down")) });
  const rival = playCarrier("rival", { quote: () => Promise.resolve(offers({ amount: 2000 })) });
  play(broken, rival);
  const { id, quotes, assignment } = await accept();
  await calledTimes(broken, assignment.id, 1);
  // 1 + 5 + 15 + 30 = 51 seconds are over with the fifth try, 591 with the twenty-third.
  const waits = [1, 5, 15, ...Array(19).fill(30)];
  for (const [index, seconds] of waits.entries()) {
    await settle();
    expect((await assignmentOf(id, assignment.id)).status).toBe("pending");
    clock.advance(seconds);
    await calledTimes(broken, assignment.id, index + 2);
  }
  await settle();
  clock.advance(9);
  const rejected = await eventually("rejected", async () => {
    const read = await assignmentOf(id, assignment.id);
    return read.status === "pending" ? undefined : read;
  });
  expect(rejected).toMatchObject({ status: "rejected", release_reason: "timeout" });
  expect(await calledTimes(broken, assignment.id, 24)).toEqual([...Array(23).fill("book"), "cancel"]);
  expect((await shipmentOf(id)).status).toBe("quoted");
  const again = await sandbox.post(assignmentsOf(id), { quote_id: quotes[0].id });
  expect([again.status, again.body.code]).toEqual([409, "quote_not_open"]);
  expect((await sandbox.post(assignmentsOf(id), { quote_id: quotes[1].id })).status).toBe(201);
});

test("a carrier that says no: rejected with its reason, and the rivals are open again", async () => {
  const unwilling = playCarrier("unwilling", {
    book: () =>
      Promise.resolve({ kind: "rejected", reason: "pickup_closed", message: "The shop is closed." }),
  });
  play(unwilling, playCarrier("rival", { quote: () => Promise.resolve(offers({ amount: 2000 })) }));
  const { id, assignment } = await accept();
  const rejected = await eventually("rejected", async () => {
    const read = await assignmentOf(id, assignment.id);
    return read.status === "rejected" ? read : undefined;
  });
  expect(rejected.release_reason).toBe("pickup_closed");
  await settle();
  expect(called(unwilling, assignment.id)).toEqual(["book"]);
  expect(await shipmentOf(id)).toMatchObject({ status: "quoted", assignment: null });
  const { entries } = (await sandbox.get(`${platform}/tracking/${id}`)).body;
  expect(entries.at(-1)).toMatchObject({
    status: "quoted",
    code: "pickup_closed",
    message: "The shop is closed.",
    source: "carrier",
  });
});

const malformed: [string, unknown][] = [
  ["nothing", undefined],
  ["another kind", { kind: "perhaps" }],
  ["a refusal with an unknown reason", { kind: "rejected", reason: "mood", message: "no" }],
  ["a driver without a vehicle", { kind: "booked", reference: "x", driver: {}, confirmed: true }],
];
test.each(malformed)("an answer to a booking that is %s counts as none", async (_, answer) => {
  const carrier = playCarrier("odd", { book: () => Promise.resolve(answer as BookAnswer) });
  play(carrier);
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  await settle();
  expect(await assignmentOf(id, assignment.id)).toMatchObject({ status: "pending", driver: null });
  clock.advance(1);
  expect(await calledTimes(carrier, assignment.id, 2)).toEqual(["book", "book"]);
});

for (const [verb, end] of [
  ["cancelling", (id: string) => sandbox.post(`${platform}/shipments/${id}/cancellation`)],
  ["releasing", (id: string, assignmentId: string) => sandbox.delete(`${assignmentsOf(id)}/${assignmentId}`)],
] as const) {
  test(`${verb} while the booking hangs: the carrier hears of it once it has answered`, async () => {
    const answer = gate<BookAnswer>();
    const carrier = playCarrier("slow", { book: () => answer.promise });
    play(carrier);
    const { id, assignment } = await accept();
    await calledTimes(carrier, assignment.id, 1);
    expect((await end(id, assignment.id)).status).toBe(200);
    await settle();
    expect(called(carrier, assignment.id)).toEqual(["book"]);
    const before = await assignmentOf(id, assignment.id);
    answer.resolve({ kind: "booked", reference: "late", driver: null, confirmed: true });
    expect(await calledTimes(carrier, assignment.id, 2)).toEqual(["book", "cancel"]);
    await settle();
    expect(called(carrier, assignment.id)).toEqual(["book", "cancel"]);
    expect(await assignmentOf(id, assignment.id)).toEqual(before);
    expect((await shipmentOf(id)).substatus).toBeNull();
  });
}

test("cancelling before the booking began: it is never made, and the carrier is told for safety", async () => {
  let failed = false;
  const carrier = playCarrier("a", {
    book: () => {
      failed = true;
      return Promise.reject(new Error("down"));
    },
  });
  play(carrier);
  const { id, assignment } = await accept();
  await eventually("the first try", () => failed || undefined);
  await settle();
  await sandbox.post(`${platform}/shipments/${id}/cancellation`);
  clock.advance(100);
  await calledTimes(carrier, assignment.id, 2);
  await settle();
  expect(called(carrier, assignment.id)).toEqual(["book", "cancel"]);
});

test("a changed contact is passed on to the carrier that has the shipment, and to no other", async () => {
  const updates: unknown[] = [];
  const carrier = playCarrier("a", {
    update: async (request) => void updates.push([request.idempotencyKey, request.delivery.contact.phone]),
  });
  const rival = playCarrier("rival", { quote: () => Promise.resolve(offers({ amount: 2000 })) });
  play(carrier, rival);
  const { shipment } = await createQuoted(sandbox);
  const path = `${platform}/shipments/${shipment.id}`;
  await sandbox.patch(path, { delivery: { contact: { phone: "+4930111111" } } });
  const accepted = await sandbox.post(assignmentsOf(shipment.id), { strategy: "cheapest" });
  await calledTimes(carrier, accepted.body.id, 1);
  await settle();
  expect(updates).toEqual([]);
  const patched = await sandbox.patch(path, { delivery: { contact: { phone: "+4930222222" } } });
  expect(patched.status).toBe(200);
  await sandbox.patch(path, { metadata: { order: "7" } });
  expect(await calledTimes(carrier, accepted.body.id, 2)).toEqual(["book", "update"]);
  await settle();
  expect(updates).toEqual([[accepted.body.id, "+4930222222"]]);
  expect(rival.calls.map((call) => call.verb)).toEqual(["quote"]);
});

test("calls about one assignment keep their order while the first hangs", async () => {
  const answer = gate<BookAnswer>();
  const carrier = playCarrier("slow", { book: () => answer.promise });
  play(carrier);
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  const path = `${platform}/shipments/${id}`;
  await sandbox.patch(path, { delivery: { instructions: "Ring twice" } });
  await settle();
  expect(called(carrier, assignment.id)).toEqual(["book"]);
  answer.resolve({ kind: "booked", reference: "r", driver: null, confirmed: true });
  expect(await calledTimes(carrier, assignment.id, 2)).toEqual(["book", "update"]);
});

test("a carrier without an answer never blocks another's bookings, however many wait for it", async () => {
  const silent = playCarrier("silent", { book: never });
  play(silent);
  await Promise.all(Array.from({ length: 220 }, () => accept()));
  await eventually("the silent carrier to be busy", () =>
    silent.calls.some((call) => call.verb === "book") ? true : undefined,
  );
  const healthy = playCarrier("healthy", { quote: () => Promise.resolve(offers({ amount: 500 })) });
  play(healthy, silent);
  const { id, assignment } = await accept(sandbox, { strategy: "cheapest" });
  const chosen = assignment.carrier.code;
  if (chosen !== "healthy") throw new Error("the healthy carrier was not the one chosen");
  await eventually("confirmed", async () =>
    (await assignmentOf(id, assignment.id)).status === "confirmed" ? true : undefined,
  );
});

test("a carrier that minds no signal is asked again when its time is over", async () => {
  const carrier = playCarrier("deaf", { book: never, terms: { answerWithinMs: 5 } });
  play(carrier);
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  await putOff(assignment.id, 1);
  expect((await assignmentOf(id, assignment.id)).status).toBe("pending");
  clock.advance(1);
  expect(await calledTimes(carrier, assignment.id, 2)).toEqual(["book", "book"]);
});

test("a restart repeats a booking that had no answer, with the same key", async () => {
  const dataDir = await makeDataFolder();
  const silent = playCarrier("a", { book: never });
  const before = await startServer({ dataDir, replacements: { carriers: () => [silent] } });
  const { sandbox: client, sandboxKey } = await before.account();
  const { id, assignment } = await accept(client);
  await eventually("the booking", () => (called(silent, assignment.id).length > 0 ? true : undefined));
  await before.stop();

  const awake = playCarrier("a");
  const after = await startServer({ dataDir, replacements: { carriers: () => [awake] } });
  const again = after.client({ "x-api-key": sandboxKey });
  await eventually("confirmed", async () => {
    const read = await again.get(`${assignmentsOf(id)}/${assignment.id}`);
    return read.body.status === "confirmed" ? true : undefined;
  });
  expect(awake.calls).toEqual([{ verb: "book", key: assignment.id }]);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});
