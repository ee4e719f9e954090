import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { CarrierUpdate } from "../../../src/delivery/carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../../src/delivery/carriers/deps.ts";
import { acceptIn } from "../../../src/delivery/lifecycle/accepting.ts";
import { beginCancellation } from "../../../src/delivery/lifecycle/cancelling.ts";
import { correct } from "../../../src/delivery/lifecycle/correcting.ts";
import { expire } from "../../../src/delivery/lifecycle/expiring.ts";
import { storeAnswers } from "../../../src/delivery/lifecycle/quotes/answers.ts";
import { recordQuotes, startNewRound } from "../../../src/delivery/lifecycle/quoting.ts";
import { releaseNow } from "../../../src/delivery/lifecycle/releasing.ts";
import { applyReport } from "../../../src/delivery/lifecycle/reporting.ts";
import { isActive } from "../../../src/delivery/lifecycle/state/assignment.ts";
import type { CorrectedStatus } from "../../../src/delivery/lifecycle/state/correction.ts";
import { findAssignmentRow, findShipment } from "../../../src/delivery/lifecycle/state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../../../src/delivery/lifecycle/state/rows.ts";
import { isFinal } from "../../../src/delivery/lifecycle/state/status.ts";
import {
  afterEnd,
  corrections,
  type Effect,
  states,
  type Transition,
  transitions,
} from "../../../src/delivery/lifecycle/state/transitions.ts";
import type { Status } from "../../../src/delivery/model/model.ts";
import { write } from "../../../src/infra/deps.ts";
import type { Caller } from "../../../src/infra/http/principal.ts";
import { type BookingWorld, startBookingWorld } from "../../support/bookings.ts";
import { never, offers, type PlayedCarrier, playCarrier } from "../../support/carriers.ts";
import { jobsAtRest } from "../../support/clock.ts";
import { callerOf, createQuoted, createShipment, platform, withPin } from "../../support/fixtures.ts";
import { readSources } from "../../support/imports.ts";

/** The table of transitions says what they do, and that is all they do: each is made, and its rows are compared. */

const dayMs = 86_400_000;

let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());

/** A carrier with an offer of each price. A cancellation costs 300 until the driver comes; a return 200 more, a failure 400. */
function market(...prices: number[]): PlayedCarrier {
  return playCarrier("market", {
    quote: async () => {
      const answer = offers(...prices.map((amount) => ({ amount })));
      if (answer.kind !== "offers") return answer;
      const cancellation = [{ until: "en_route_to_pickup" as const, amount: 300 }];
      const endTerms = { returnFee: 200, failedPrice: 400 };
      return { ...answer, offers: answer.offers.map((offer) => ({ ...offer, cancellation, endTerms })) };
    },
  });
}
const silent = playCarrier("market", { quote: () => never() });

const rowOf = (writing: DeliveryWriting, id: string): ShipmentRow => {
  const row = findShipment(writing.tx, id);
  if (!row) throw new Error("no shipment");
  return row;
};
const assignmentOf = (writing: DeliveryWriting, { assignmentId }: ShipmentRow): AssignmentRow => {
  const row = findAssignmentRow(writing.tx, assignmentId ?? "");
  if (!row) throw new Error("no assignment");
  return row;
};
const callerFor = ({ accountId }: ShipmentRow): Caller => callerOf(accountId, "sandbox");

const proof = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};
const pickedUp: CarrierUpdate = { kind: "progress", substatus: "picked_up" };
const delivered: CarrierUpdate = { kind: "delivered", proof };
const returned: CarrierUpdate = { kind: "returned" };
const undeliverable = (reason: "lost" | "recipient_refused"): CarrierUpdate => ({
  kind: "undeliverable",
  reason,
  message: "No.",
});
const withdrawn: CarrierUpdate = {
  kind: "withdrawn",
  reason: "carrier_cancelled",
  message: "No.",
  rejected: false,
};

type Make = (writing: DeliveryWriting, id: string) => unknown;

const reports =
  (update: CarrierUpdate): Make =>
  (writing, id) =>
    applyReport(writing, id, {
      assignmentId: rowOf(writing, id).assignmentId ?? "",
      by: "carrier",
      at: writing.now,
      update,
    });
const answers =
  (number: number): Make =>
  (writing, shipmentId) =>
    storeAnswers(writing, { shipmentId, number }, [
      { carrier: silent.identity, answer: offers({ amount: 900 }) },
    ]);
const expires: Make = (writing, id) => expire({ ...writing, now: writing.now + 40 * dayMs }, id);
const accepts: Make = (writing, id) =>
  acceptIn(writing, callerFor(rowOf(writing, id)), id, { strategy: "cheapest" });
const cancels: Make = (writing, id) =>
  beginCancellation(writing, callerFor(rowOf(writing, id)), id, {
    reason_code: "cancelled_by_client",
    message: null,
  });
const releases: Make = (writing, id) => {
  const row = rowOf(writing, id);
  releaseNow(writing, row, assignmentOf(writing, row));
};

/** Goods that were to be discarded can be handed over after all, and lost ones cannot. */
const fails: Make = (writing, id) => {
  const isDiscarded = rowOf(writing, id).ifUndeliverable === "discard";
  return reports(undeliverable(isDiscarded ? "recipient_refused" : "lost"))(writing, id);
};

/** Brings a new shipment to a state, with the offers that its carrier makes. */
async function reach(
  status: Status,
  prices: number[],
  change: Record<string, unknown> = {},
): Promise<string> {
  world.play(status === "created" ? silent : market(...prices));
  if (status === "created") return (await createShipment(world.sandbox, change)).id;
  const { shipment } = await createQuoted(world.sandbox, change);
  for (const step of wayTo[status]) {
    await write(world.server.deps, "sandbox", (writing: DeliveryWriting) => void step(writing, shipment.id));
    // Asks of a carrier that never answers are not waited for.
    await jobsAtRest(world.server.deps, "quotes.ask");
    world.clock.advance(1);
  }
  return shipment.id;
}

const wayTo: Record<Exclude<Status, "created">, Make[]> = {
  quoted: [],
  expired: [expires],
  cancelled: [cancels],
  assigned: [accepts],
  in_transit: [accepts, reports(pickedUp)],
  returning: [accepts, reports(pickedUp), reports(undeliverable("recipient_refused"))],
  delivered: [accepts, reports(pickedUp), reports(delivered)],
  returned: [accepts, reports(pickedUp), reports(undeliverable("recipient_refused")), reports(returned)],
  failed: [accepts, reports(pickedUp), fails],
};

interface Scenario {
  make: Make;
  prices?: number[];
  change?: Record<string, unknown>;
  /** What happens between the state and the transition. */
  between?: (id: string) => Promise<unknown>;
}

type Way<Row> = Row extends readonly [infer From extends Status, infer To extends Status, ...unknown[]]
  ? `${From}>${To}`
  : never;

/** Who makes each transition: between them they have all its effects. The compiler asks for those of a new one. */
const scenarios: Record<Way<(typeof transitions)[number] | (typeof afterEnd)[number]>, Scenario[]> = {
  "created>quoted": [{ make: answers(1) }],
  "created>expired": [{ make: expires }],
  "created>cancelled": [{ make: cancels }],
  "quoted>quoted": [
    {
      make: answers(2),
      between: (id) => {
        world.play(silent);
        return world.sandbox.post(`${platform}/shipments/${id}/quotes?wait_seconds=0`);
      },
    },
  ],
  "quoted>assigned": [{ make: accepts }, { make: accepts, change: withPin }],
  "quoted>expired": [{ make: expires }],
  "quoted>cancelled": [{ make: cancels }],
  "expired>created": [
    { make: (writing, id) => startNewRound(writing, callerFor(rowOf(writing, id)), id, {}) },
  ],
  "expired>quoted": [
    { make: (writing, id) => recordQuotes(writing, rowOf(writing, id), { total: 1, lastExpiresAt: null }) },
  ],
  "expired>cancelled": [{ make: cancels }],
  "assigned>created": [
    { make: releases, prices: [500] },
    { make: reports(withdrawn), prices: [500] },
  ],
  "assigned>quoted": [{ make: releases }, { make: reports(withdrawn) }],
  "assigned>in_transit": [{ make: reports(pickedUp) }],
  "assigned>cancelled": [{ make: cancels }],
  "in_transit>delivered": [{ make: reports(delivered) }],
  "in_transit>returning": [{ make: reports(undeliverable("recipient_refused")) }],
  "in_transit>failed": [
    { make: reports(undeliverable("lost")) },
    { make: reports(undeliverable("recipient_refused")), change: { if_undeliverable: "discard" } },
  ],
  "returning>delivered": [{ make: reports(delivered) }],
  "returning>returned": [{ make: reports(returned) }],
  "returning>failed": [{ make: reports(undeliverable("lost")) }],
  "failed>delivered": [
    {
      make: reports(delivered),
      change: { if_undeliverable: "discard" },
    },
  ],
};

interface Seen {
  shipment: ShipmentRow;
  quotes: Map<string, string>;
  rounds: string[];
  assignments: Map<string, AssignmentRow["status"]>;
  calls: Map<number, string>;
  charges: Map<string, string>;
  proofs: number;
  events: string[];
}

function see(writing: DeliveryWriting, id: string): Seen {
  const { tx } = writing;
  const all = <Row>(query: ReturnType<typeof sql>) => tx.all(query) as Row[];
  const named = <Value>(rows: { id: string; value: Value }[]) =>
    new Map(rows.map(({ id, value }) => [id, value]));
  return {
    shipment: rowOf(writing, id),
    quotes: named(all(sql`SELECT id, status AS value FROM quotes WHERE shipment_id = ${id}`)),
    rounds: all<{ state: string }>(
      sql`SELECT state FROM quote_rounds WHERE shipment_id = ${id} ORDER BY number`,
    ).map(({ state }) => state),
    assignments: named(all(sql`SELECT id, status AS value FROM assignments WHERE shipment_id = ${id}`)),
    calls: new Map(
      all<{ id: number; kind: string }>(
        sql`SELECT carrier_calls.id, kind FROM carrier_calls JOIN assignments ON assignments.id = assignment_id WHERE shipment_id = ${id}`,
      ).map((call) => [call.id, call.kind]),
    ),
    charges: named(
      all(
        sql`SELECT id, iif(reverses IS NULL, kind, 'reversal') AS value FROM charges WHERE shipment_id = ${id}`,
      ),
    ),
    proofs: all(sql`SELECT 1 FROM proofs_of_delivery WHERE shipment_id = ${id}`).length,
    events: all<{ type: string }>(
      sql`SELECT type FROM events WHERE shipment_id = ${id} AND type LIKE 'shipment.%' ORDER BY sequence`,
    ).map(({ type }) => type),
  };
}

const ofCharge: Record<string, Effect> = {
  delivery: "charged",
  reversal: "repaid",
  cancellation: "fee",
  return: "repriced",
  adjustment: "repriced",
};
const ofCall: Record<string, Effect> = { book: "books", cancel: "cancels" };

/** What changed, in the words of the table. What they do not know is an error. */
function effectsOf(before: Seen, after: Seen): Set<Effect | `unknown ${string}`> {
  const found = new Set<Effect | `unknown ${string}`>();
  for (const [id, status] of after.quotes) {
    const was = before.quotes.get(id);
    if (was === undefined) found.add("offers");
    else if (was === status) continue;
    else if (status === "accepted" || status === "withdrawn") found.add(status);
    else if (status === "open") found.add("reopened");
    // The others of an accepted one.
    else if (status !== "declined") found.add(`unknown ${status}`);
  }
  if (after.rounds.length > before.rounds.length) found.add("asked");
  if (before.rounds.at(-1) === "running" && after.rounds[before.rounds.length - 1] === "withdrawn") {
    found.add("withdrawn");
  }
  for (const [id, status] of after.assignments) {
    const was = before.assignments.get(id);
    if (was === undefined) found.add("assigned");
    else if (was === status) continue;
    else if (status === "completed" || status === "failed") found.add(status);
    else if (status === "confirmed" && !isActive(was)) found.add("revived");
    else if (after.shipment.assignmentId === null) found.add("released");
    else found.add(status === "cancelled" ? status : `unknown ${status}`);
  }
  for (const [id, kind] of after.calls) {
    if (!before.calls.has(id)) found.add(ofCall[kind] ?? `unknown ${kind}`);
  }
  for (const [id, kind] of after.charges) {
    if (!before.charges.has(id)) found.add(ofCharge[kind] ?? `unknown ${kind}`);
  }
  if (before.shipment.pin === null && after.shipment.pin !== null) found.add("PIN");
  if (after.proofs > before.proofs) found.add("proof");
  const [was, is] = [before.shipment.failure, after.shipment.failure];
  if (!Bun.deepEquals(was, is)) found.add(is === null ? "arrival" : "failure");
  return found;
}

/** Makes a transition, and asserts what every way into its state does. @returns its effects */
async function go(id: string, [from, to]: Transition, make: Make, event: string) {
  const [before, after] = await write(world.server.deps, "sandbox", (writing: DeliveryWriting) => {
    const seen = see(writing, id);
    make(writing, id);
    return [seen, see(writing, id)] as const;
  });
  expect([before.shipment.status, after.shipment.status]).toEqual([from, to]);
  expect(after.events.slice(before.events.length)).toEqual([event]);
  const { substatus, moment, due } = states[to];
  const { shipment } = after;
  expect([shipment.substatus, shipment.dueAt === null, shipment.expiresAt === null]).toEqual([
    substatus,
    due === null,
    due !== "carrier",
  ]);
  const isCorrection = event === "shipment.corrected";
  if (moment !== null && !(isCorrection && moment === "pickedUpAt")) {
    expect(shipment[moment]).toBe(shipment.updatedAt);
  }
  expect([shipment.endedAt !== null, shipment.cancellation !== null]).toEqual([
    isFinal(to),
    to === "cancelled",
  ]);
  return effectsOf(before, after);
}

const sorted = (effects: Iterable<string>) => [...effects].toSorted();

describe("a transition has the effects that the table names, and no other:", () => {
  const rows: readonly Transition[] = [...transitions, ...afterEnd];
  for (const row of rows) {
    const [from, to, , , effects] = row;
    test(`${from} to ${to}`, async () => {
      const found = new Set<string>();
      for (const { make, prices = [500, 700], change, between } of scenarios[
        `${from}>${to}` as keyof typeof scenarios
      ]) {
        const id = await reach(from, prices, change);
        await between?.(id);
        const event = to === "created" ? "shipment.updated" : `shipment.${to}`;
        for (const effect of await go(id, row, make, event)) found.add(effect);
      }
      expect(sorted(found)).toEqual(sorted(effects));
    });
  }
});

describe("a correction has the effects that the table names, and no other:", () => {
  for (const row of corrections as readonly Transition[]) {
    const [from, to, , , effects] = row;
    test(`${from} to ${to}`, async () => {
      const id = await reach(from, [500, 700]);
      const corrects: Make = (writing) => {
        const shipment = rowOf(writing, id);
        const assignment = assignmentOf(writing, shipment);
        const said = { by: "client", at: writing.now, reason: "Wrong.", proof: null } as const;
        correct(writing, { shipment, assignment }, { ...said, status: to as CorrectedStatus });
      };
      expect(sorted(await go(id, row, corrects, "shipment.corrected"))).toEqual(sorted(effects));
    });
  }
});

describe("what happens to a shipment", () => {
  test("stands in the file that the table names", async () => {
    const named = [...transitions, ...afterEnd, ...corrections].map(([, , , file]) => file);
    const missing = [];
    for (const file of new Set(named)) {
      if (!(await Bun.file(`src/delivery/lifecycle/${file}.ts`).exists())) missing.push(file);
    }
    expect(missing).toEqual([]);
  });

  test("changes its state in a file at the door of the room, and nowhere else", async () => {
    const changing = (await readSources())
      .filter(({ code }) => changesOf(code).some((change) => /\bstatus\b/.test(change)))
      .map(({ path }) => path.replace("delivery/lifecycle/", "").replace(".ts", ""));
    const named = [...transitions, ...afterEnd, ...corrections].map(([, , , file]) => file);
    // One more makes a transition that another file has too: other addresses revive an expired shipment.
    expect(changing.toSorted()).toEqual([...new Set([...named, "changing"])].toSorted());
  });
});

/** The arguments of each call of `changeShipment`. */
function changesOf(code: string): string[] {
  return [...code.matchAll(/(?<!function )\bchangeShipment\(/g)].map(({ index }) => {
    let depth = 0;
    const from = code.indexOf("(", index);
    for (let at = from; at < code.length; at += 1) {
      if (code[at] === "(") depth += 1;
      if (code[at] === ")") depth -= 1;
      if (depth === 0) return code.slice(from, at);
    }
    return code.slice(from);
  });
}
