import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { CarrierUpdate } from "../../src/delivery/carriers/carrier-update.ts";
import { listAssignments } from "../../src/delivery/lifecycle/assignments/service.ts";
import { applyReport } from "../../src/delivery/lifecycle/reporting.ts";
import { type Actor, isFinal, mayMove } from "../../src/delivery/lifecycle/state/status.ts";
import { getTracking } from "../../src/delivery/lifecycle/tracking/service.ts";
import { outcomes, type Status, statuses, undeliverableActions } from "../../src/delivery/model/model.ts";
import { proofFileOf } from "../../src/delivery/orders/proof-file/service.ts";
import { verifyProofFile } from "../../src/delivery/orders/proof-file/verifying.ts";
import { getShipment } from "../../src/delivery/orders/shipments/service.ts";
import { write } from "../../src/infra/deps.ts";
import { AppError } from "../../src/infra/errors.ts";
import type { Caller } from "../../src/infra/http/principal.ts";
import { itemJson } from "../../src/infra/http/raw-json.ts";
import { listShipmentEvents } from "../../src/messaging/events/service.ts";
import { createClock, wakeJobs } from "../support/clock.ts";
import { callerOf, createShipment, kreuzberg, platform } from "../support/fixtures.ts";
import { type Client, startServer, type TestServer } from "../support/harness.ts";

/** Whatever clients, carriers and the clock do to a shipment, in whatever order: what always holds. */

const runs = 100;
const commandsMin = 3;
const commandsMax = 9;

const clock = createClock();
let server: TestServer;
let sandbox: Client;
let caller: Caller;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  const account = await server.account();
  ({ sandbox } = account);
  caller = callerOf(account.accountId, "sandbox");
});
afterAll(() => server.stop());

const photo = { contentType: "image/png" as const, content: new Uint8Array([1, 2, 3]) };
const proof = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [photo],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};
const undeliverable = (reason: "lost" | "recipient_refused"): CarrierUpdate => ({
  kind: "undeliverable",
  reason,
  message: "No.",
  photos: [photo],
});
const update = fc.constantFrom<CarrierUpdate>(
  { kind: "progress", substatus: "confirmed" },
  { kind: "progress", substatus: "at_pickup" },
  { kind: "progress", substatus: "picked_up" },
  { kind: "progress", substatus: "at_delivery" },
  {
    kind: "position",
    latitude: 52.52,
    longitude: 13.41,
    accuracyMeters: 5,
    headingDegrees: 1,
    speedMps: 2,
    fraction: null,
  },
  { kind: "signal_lost" },
  { kind: "estimate", pickupAt: null, deliveryAt: Date.now(), delayed: true },
  { kind: "withdrawn", reason: "carrier_cancelled", message: "No.", rejected: false },
  { kind: "withdrawn", reason: "carrier_rejected", message: "No.", rejected: true },
  { kind: "delivered", proof },
  undeliverable("lost"),
  undeliverable("recipient_refused"),
  { kind: "returned" },
);

const command = fc.oneof(
  fc.constant({ do: "requote" as const }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("accept" as const),
      which: fc.constantFrom("cheapest", "fastest", 0, 1, 2),
    }),
  },
  fc.record({ do: fc.constant("release" as const), which: fc.nat(2) }),
  fc.constant({ do: "cancel" as const }),
  fc.record({
    do: fc.constant("patch" as const),
    part: fc.constantFrom("metadata", "contact", "window", "address"),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      to: fc.constantFrom(undefined, "in_transit", "at_delivery", "delivered", "quoted"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      which: fc.nat(2),
      update,
      late: fc.constantFrom(0, 30),
    }),
  },
  fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 12, 60, 901, 90_000) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({
  speed: fc.constantFrom("manual", "manual", "instant", 1),
  outcome: fc.constantFrom(...outcomes),
  ifUndeliverable: fc.constantFrom(...undeliverableActions),
  photo: fc.boolean(),
  commands: fc.array(command, { minLength: commandsMin, maxLength: commandsMax, size: "max" }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

async function perform(id: string, made: Command): Promise<number> {
  const path = `${platform}/shipments/${id}`;
  const attempts = listAssignments(server.deps, caller, id, { limit: 100 }).data;
  switch (made.do) {
    case "requote":
      return (await sandbox.post(`${path}/quotes?wait_seconds=0`)).status;
    case "accept": {
      const { data } = (await sandbox.get(`${path}/quotes`)).body;
      const body =
        typeof made.which === "string"
          ? { strategy: made.which }
          : { quote_id: data[made.which]?.id ?? "qte_none" };
      return (await sandbox.post(`${path}/assignments`, body)).status;
    }
    case "release":
      return (await sandbox.delete(`${path}/assignments/${attempts[made.which]?.id ?? "asg_none"}`)).status;
    case "cancel":
      return (await sandbox.post(`${path}/cancellation`)).status;
    case "patch":
      return (await sandbox.patch(path, patches[made.part as keyof typeof patches]())).status;
    case "advance":
      return (
        await sandbox.post(`${platform}/sandbox/shipments/${id}/advance`, made.to ? { to: made.to } : {})
      ).status;
    case "report": {
      const assignmentId = attempts[made.which]?.id ?? attempts[0]?.id ?? "asg_none";
      const at = clock.now() - made.late * 1000;
      const report = { assignmentId, by: "carrier" as const, at, update: made.update };
      return write(server.deps, "sandbox", (writing) => applyReport(writing, id, report)).then(
        () => 200,
        (error) => {
          if (error instanceof AppError) return error.status;
          throw error;
        },
      );
    }
    case "wait":
      clock.advance(made.seconds);
      await wakeJobs(server.deps);
      return 200;
  }
}

const patches = {
  metadata: () => ({ metadata: { at: String(clock.now()), n: String(Math.random()) } }),
  contact: () => ({ delivery: { contact: { company: `Company ${clock.now()}` } } }),
  address: () => ({ delivery: { address: { line1: `Street ${clock.now()}` } } }),
  window: () => ({
    pickup: {
      window: {
        start: new Date(clock.now() + 60_000).toISOString(),
        end: new Date(clock.now() + 3_600_000).toISOString(),
      },
    },
  }),
};

/** Who can have changed something since a command began: whoever it is, and who works by itself meanwhile. */
const background: readonly Actor[] = ["system", "simulator"];
const makers: Record<Command["do"], readonly Actor[]> = {
  requote: ["client"],
  accept: ["client"],
  release: ["client"],
  cancel: ["client"],
  patch: ["client"],
  advance: ["simulator"],
  report: ["carrier"],
  wait: [],
};

interface Seen {
  status: Status;
  version: number;
  events: number;
  entries: number;
}

function readEvents(id: string) {
  const events: { type: string; data: Record<string, unknown> }[] = [];
  let cursor: string | undefined;
  do {
    const page = listShipmentEvents(server.deps, caller, id, { limit: 100, ...(cursor ? { cursor } : {}) });
    events.push(...page.data.map((event) => JSON.parse(itemJson(event))));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return events;
}

/** Reads everything in one turn of the event loop, so that no job changes it in between. */
function check(id: string, before: Seen | undefined, made: readonly Actor[]): Seen {
  const shipment = getShipment(server.deps, caller, id);
  const tracking = getTracking(server.deps, caller, id);
  const events = readEvents(id).filter((event) => event.type !== "tracking.position_updated");
  const assignments = listAssignments(server.deps, caller, id, { limit: 100 }).data;

  // Numbered without a gap, in the order of their commits.
  expect(events.map((event) => event.data.sequence)).toEqual(events.map((_, index) => index + 1));
  // Each shipment.* event has a higher version than the one before, and follows from its state.
  let version = 0;
  let status: Status | null = null;
  for (const event of events) {
    if (!event.type.startsWith("shipment.")) {
      expect(event.data.status).toBe(status);
      continue;
    }
    const snapshot = event.data.shipment as { status: Status; version: number };
    expect(snapshot.version).toBeGreaterThan(version);
    expect(event.data.previous_status).toBe(status);
    ({ version, status } = snapshot);
  }
  expect(status).toBe(shipment.status);
  expect(shipment.version).toBeGreaterThanOrEqual(version);

  const last = tracking.entries.at(-1);
  expect([last?.status, last?.substatus]).toEqual([shipment.status, shipment.substatus]);
  expect([tracking.status, tracking.substatus]).toEqual([shipment.status, shipment.substatus]);
  expect(tracking.entries.map((entry) => entry.sequence)).toEqual(
    tracking.entries.map((_, index) => index + 1),
  );

  // Whoever the timeline names may make the change, and was there to make it.
  for (const [index, { status: to, source }] of tracking.entries.entries()) {
    const from = tracking.entries[index - 1]?.status;
    if (from !== undefined && from !== to) {
      expect([from, to, source, mayMove(from, to, source as Actor)]).toEqual([from, to, source, true]);
    }
    if (index >= (before?.entries ?? 0)) expect([...background, ...made]).toContain(source as Actor);
  }

  const active = assignments.filter((entry) => entry.status === "pending" || entry.status === "confirmed");
  const needsOne = ["assigned", "in_transit", "returning"].includes(shipment.status);
  expect([shipment.status, active.length]).toEqual([shipment.status, needsOne ? 1 : 0]);
  if (needsOne) expect(shipment.assignment?.id).toBe(active[0]?.id ?? "");
  expect(assignments.map((entry) => entry.attempt)).toEqual(assignments.map((_, index) => index + 1));
  expect(shipment.price).toEqual(shipment.assignment?.price ?? null);
  expect(shipment.cancellation !== null).toBe(shipment.status === "cancelled");
  expect(shipment.failure !== null).toBe(["failed", "returning", "returned"].includes(shipment.status));
  const inHand = ["in_transit", "delivered", "failed", "returning", "returned"].includes(shipment.status);
  expect([shipment.status, shipment.picked_up_at !== null]).toEqual([shipment.status, inHand]);
  expect(shipment.delivered_at !== null).toBe(shipment.status === "delivered");
  expect(shipment.returned_at !== null).toBe(shipment.status === "returned");
  const { pickup, delivery } = tracking.eta ?? {};
  if (pickup && delivery) expect(Date.parse(pickup)).toBeLessThanOrEqual(Date.parse(delivery));
  for (const entry of tracking.entries) {
    expect(Date.parse(entry.occurred_at)).toBeLessThanOrEqual(Date.parse(entry.recorded_at));
  }
  expect(tracking.proof_of_delivery !== null).toBe(shipment.status === "delivered");

  // The chain has every entry, and the event of the delivery its head.
  const file = proofFileOf(server.deps.stores.platform(caller.environment).db, id);
  const delivered = events.find(({ type }) => type === "shipment.delivered");
  const proven = verifyProofFile(file, (delivered?.data.proof_head as string | undefined) ?? file.head ?? "");
  expect([proven.problems, file.begins_at]).toEqual([[], 1]);
  const proofs = tracking.proof_of_delivery ? 1 : 0;
  expect(file.links.length).toBe(tracking.entries.length + proofs);

  if (before) {
    expect(shipment.version).toBeGreaterThanOrEqual(before.version);
    expect(events.length).toBeGreaterThanOrEqual(before.events);
    // Goods that were to be discarded can be handed over after all.
    const mayArrive = before.status === "failed" && shipment.if_undeliverable === "discard";
    const ends = [before.status, ...(mayArrive ? ["delivered"] : [])];
    if (isFinal(before.status)) expect(ends).toContain(shipment.status);
  }
  return {
    status: shipment.status,
    version: shipment.version,
    events: events.length,
    entries: tracking.entries.length,
  };
}

async function checkQuotes(id: string): Promise<void> {
  const answer = await sandbox.get(`${platform}/shipments/${id}/quotes`);
  expect(answer.status).toBe(200);
  for (const quote of answer.body.data) {
    const sum = quote.price_breakdown.reduce(
      (total: number, line: { amount: number }) => total + line.amount,
      0,
    );
    expect(sum).toBe(quote.price.amount);
  }
  const accepted = answer.body.data.filter((quote: { status: string }) => quote.status === "accepted");
  expect(accepted.length).toBeLessThanOrEqual(1);
}

const accept: Command = { do: "accept", which: "cheapest" };
const late = (update: CarrierUpdate): Command => ({ do: "report", which: 0, late: 30, update });
const manual = {
  speed: "manual" as const,
  outcome: "delivered" as const,
  ifUndeliverable: "return" as const,
  photo: false,
};

/** Lives that between them reach every state, so that no choice of random ones misses one. */
const examples: Life[] = [
  { ...manual, commands: [accept, { do: "advance", to: "in_transit" }, late(undeliverable("lost"))] },
  {
    ...manual,
    commands: [
      accept,
      late(undeliverable("recipient_refused")),
      late({ kind: "returned" }),
      { do: "cancel" },
    ],
  },
  { ...manual, commands: [accept, late({ kind: "delivered", proof }), late(undeliverable("lost"))] },
  // Delivered, as the carrier's clock has it, before the pickup.
  {
    ...manual,
    commands: [
      accept,
      { do: "advance", to: "in_transit" },
      { do: "report", which: 0, update: { kind: "delivered", proof }, late: 30 },
    ],
  },
  { ...manual, commands: [{ do: "wait", seconds: 90_000 }, { do: "requote" }, { do: "cancel" }] },
  { ...manual, commands: [{ do: "wait", seconds: 90_000 }, { do: "patch", part: "address" }, accept] },
  // What is left of an instant trip comes after the steps that were made by hand.
  { ...manual, speed: "instant", commands: [accept, { do: "advance", to: "in_transit" }, accept, accept] },
  { ...manual, outcome: "no_carriers", commands: [{ do: "patch", part: "metadata" }] },
];

test("any sequence of commands keeps the invariants", async () => {
  const reached = new Set<Status>();
  const property = fc.asyncProperty(life, async ({ speed, outcome, ifUndeliverable, commands, ...rest }) => {
    const { id } = await createShipment(sandbox, {
      simulation: { speed, outcome },
      if_undeliverable: ifUndeliverable,
      delivery: { contact: { name: "B" }, address: kreuzberg, requirements: { photo: rest.photo } },
    });
    await sandbox.get(`${platform}/shipments/${id}/quotes`);
    let seen = check(id, undefined, ["client"]);
    for (const made of commands) {
      const status = await perform(id, made);
      expect([200, 201, 404, 409, 422]).toContain(status);
      seen = check(id, seen, makers[made.do]);
      reached.add(seen.status);
    }
    await wakeJobs(server.deps);
    await checkQuotes(id);
    check(id, seen, []);
  });
  await fc.assert(property, { numRuns: runs, examples: examples.map((example) => [example]) });
  // The commands are worth something only if they lead everywhere: that is what the examples are for.
  expect([...reached].sort()).toEqual(statuses.toSorted());
});
