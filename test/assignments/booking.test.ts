import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BookAnswer, BookRequest, Carrier } from "../../src/carriers/carrier.ts";
import { booked, gate, never, offers, type PlayedCarrier, playCarrier } from "../support/carriers.ts";
import { createClock, wakeJobs } from "../support/clock.ts";
import { createQuoted, platform } from "../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../support/harness.ts";

const clock = createClock();
let carriers: Carrier[] = [];
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({ replacements: { carriers: () => carriers, clock } });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());
// What a test left hanging must not wait for the next one's clock.
afterEach(async () => {
  await sandbox.delete(`${platform}/sandbox/data`);
});

const assignmentsOf = (shipmentId: string) => `${platform}/shipments/${shipmentId}/assignments`;

async function accept(client: Client = sandbox, body: unknown = { strategy: "cheapest" }) {
  const { shipment, quotes } = await createQuoted(client);
  const accepted = await client.post(assignmentsOf(shipment.id), body);
  expect(accepted.status).toBe(201);
  return { id: shipment.id as string, quotes, assignment: accepted.body };
}

async function assignmentOf(shipmentId: string, assignmentId: string) {
  return (await sandbox.get(`${assignmentsOf(shipmentId)}/${assignmentId}`)).body;
}

async function shipmentOf(id: string) {
  return (await sandbox.get(`${platform}/shipments/${id}`)).body;
}

async function eventTypes(shipmentId: string): Promise<string[]> {
  const events = await sandbox.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return events.body.data.map((event: { type: string }) => event.type);
}

function called(carrier: PlayedCarrier, key: string): string[] {
  return carrier.calls.filter((call) => call.key === key).map((call) => call.verb);
}

/** The carrier's calls about an assignment, once there are as many. */
function calledTimes(carrier: PlayedCarrier, key: string, times: number): Promise<string[]> {
  return eventually(`${times} calls`, async () => {
    await wakeJobs(server.deps);
    const verbs = called(carrier, key);
    return verbs.length >= times ? verbs : undefined;
  });
}

/** Lets the jobs come to rest: what they had to do by now, they have begun. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await wakeJobs(server.deps);
    await Bun.sleep(10);
  }
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
  carriers = [carrier];
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
  carriers = [
    playCarrier("a", {
      quote: () => Promise.resolve(named),
      book: (request) => {
        seen.push(request.offerReference);
        return Promise.resolve(booked(request));
      },
    }),
  ];
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
  carriers = [carrier];
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  const waits = [1, 5, 30];
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
  carriers = [broken, rival];
  const { id, quotes, assignment } = await accept();
  await calledTimes(broken, assignment.id, 1);
  for (const [index, seconds] of [1, 5, 30, 60].entries()) {
    await settle();
    expect((await assignmentOf(id, assignment.id)).status).toBe("pending");
    clock.advance(seconds);
    await calledTimes(broken, assignment.id, index + 2);
  }
  const rejected = await eventually("rejected", async () => {
    const read = await assignmentOf(id, assignment.id);
    return read.status === "pending" ? undefined : read;
  });
  expect(rejected).toMatchObject({ status: "rejected", release_reason: "timeout" });
  expect(await calledTimes(broken, assignment.id, 6)).toEqual([...Array(5).fill("book"), "cancel"]);
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
  carriers = [unwilling, playCarrier("rival", { quote: () => Promise.resolve(offers({ amount: 2000 })) })];
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
  carriers = [carrier];
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
    carriers = [carrier];
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
  carriers = [carrier];
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
  carriers = [carrier, rival];
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
  carriers = [carrier];
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
  carriers = [silent];
  await Promise.all(Array.from({ length: 220 }, () => accept()));
  await eventually("the silent carrier to be busy", () =>
    silent.calls.some((call) => call.verb === "book") ? true : undefined,
  );
  const healthy = playCarrier("healthy", { quote: () => Promise.resolve(offers({ amount: 500 })) });
  carriers = [healthy, silent];
  const { id, assignment } = await accept(sandbox, { strategy: "cheapest" });
  const chosen = assignment.carrier.code;
  if (chosen !== "healthy") throw new Error("the healthy carrier was not the one chosen");
  await eventually("confirmed", async () =>
    (await assignmentOf(id, assignment.id)).status === "confirmed" ? true : undefined,
  );
});

test("a carrier that minds no signal is given up on when its time is over, and asked again", async () => {
  const over = new AbortController();
  const timeouts = spyOn(AbortSignal, "timeout").mockImplementation(() => over.signal);
  const carrier = playCarrier("deaf", { book: never });
  carriers = [carrier];
  const { id, assignment } = await accept();
  await calledTimes(carrier, assignment.id, 1);
  timeouts.mockRestore();
  over.abort();
  await settle();
  expect((await assignmentOf(id, assignment.id)).status).toBe("pending");
  clock.advance(1);
  expect(await calledTimes(carrier, assignment.id, 2)).toEqual(["book", "book"]);
});

test("a restart repeats a booking that had no answer, with the same key", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "waybill-booking-"));
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
