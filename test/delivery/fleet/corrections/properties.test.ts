import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { changeSettings } from "../../../../src/access/accounts/settings.ts";
import type { Side } from "../../../../src/delivery/carriers/service.ts";
import { reportByHand } from "../../../../src/delivery/connections/carrier-api/by-hand.ts";
import { addCharge } from "../../../../src/delivery/fleet/corrections/charging.ts";
import { correctShipment } from "../../../../src/delivery/fleet/corrections/service.ts";
import { assignDriver } from "../../../../src/delivery/fleet/dispatch/matching/service.ts";
import { listAssignments } from "../../../../src/delivery/lifecycle/assignments/service.ts";
import { laterKinds, laterMax } from "../../../../src/delivery/lifecycle/charges/charge.ts";
import type { ChargeView } from "../../../../src/delivery/lifecycle/charges/schema.ts";
import { jobOf } from "../../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import {
  type CorrectedStatus,
  correctedStatuses,
  mayCorrect,
} from "../../../../src/delivery/lifecycle/state/correction.ts";
import { findShipment } from "../../../../src/delivery/lifecycle/state/reading.ts";
import { type Actor, isFinal, mayMove } from "../../../../src/delivery/lifecycle/state/status.ts";
import { getTracking } from "../../../../src/delivery/lifecycle/tracking/service.ts";
import { type Status, statuses, undeliverableActions } from "../../../../src/delivery/model/model.ts";
import { proofFileOf } from "../../../../src/delivery/orders/proof-file/service.ts";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { getShipment } from "../../../../src/delivery/orders/shipments/service.ts";
import { redactEnded } from "../../../../src/delivery/privacy/redaction/retention.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import type { Caller } from "../../../../src/infra/http/principal.ts";
import { createClock } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { addDriver } from "../../../support/drivers.ts";
import { callerOf, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** Lives of fleets' shipments with corrections, late reports, later charges and restarts: what always holds. */

const runs = 40;
const retentionDays = 10;
const laterPercent = 50;
const dayMs = 86_400_000;

const clock = createClock();
let dataDir: string;
let server: TestServer;
let account: TestAccount;
let client: Client;
let caller: Caller;
/** Of the account and of the installation, each with a driver. */
let fleets: Record<Side, { id: string; driverId: string }>;

async function open(): Promise<void> {
  server = await startServer({ dataDir, replacements: { clock } });
}

beforeAll(async () => {
  dataDir = await makeDataFolder();
  await open();
  account = await server.account();
  caller = callerOf(account.accountId, "live");
  client = account.live;
  await server.deps.stores.accounts.write((tx) => {
    const change = { retentionDays, laterChargesPercent: laterPercent };
    changeSettings(server.deps, tx, account.accountId, change);
  });
  const endless = { capacityAssignments: null, capacityWeightGrams: null };
  const made = async (owner: string | null) => {
    const id = await addOpenFleet(server, owner, { dispatch: "manual" }, "live");
    const driver = await addDriver(server, "live", owner, { carrierId: id, onDuty: true, ...endless });
    return { id, driverId: driver.id };
  };
  fleets = { account: await made(account.accountId), installation: await made(null) };
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const steps = ["picked_up", "at_delivery", "delivered", "refused", "lost", "returned", "withdrawn"] as const;
type Step = (typeof steps)[number];

const reports: Record<Step, object> = {
  picked_up: { type: "progress", substatus: "picked_up" },
  at_delivery: { type: "progress", substatus: "at_delivery" },
  delivered: { type: "delivered", proof: { recipient_name: "Ada" } },
  refused: { type: "undeliverable", reason_code: "recipient_refused" },
  lost: { type: "undeliverable", reason_code: "lost" },
  returned: { type: "returned" },
  withdrawn: { type: "withdrawn" },
};

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      step: fc.constantFrom(...steps),
      late: fc.constantFrom(0, 0, 60),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("correct" as const),
      to: fc.constantFrom(...correctedStatuses),
      proof: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("charge" as const),
      kind: fc.constantFrom(...laterKinds),
      share: fc.constantFrom(1, 20, 60, 150),
    }),
  },
  fc.constant({ do: "cancel" as const }),
  fc.constant({ do: "kill" as const }),
  fc.record({ do: fc.constant("wait" as const), days: fc.constantFrom(0.001, 5, 11) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({
  side: fc.constantFrom<Side>("account", "installation"),
  hasDriver: fc.boolean(),
  wish: fc.constantFrom(...undeliverableActions.filter((action) => action !== "leave_at_door")),
  commands: fc.array(command, { minLength: 3, maxLength: 9, size: "max" }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** What the test knows of a life. */
interface Known {
  id: string;
  assignmentId: string;
  side: Side;
  hasDriver: boolean;
  /** Amounts of charges that were added later. */
  later: number[];
}

let count = 0;
const edges = new Set<string>();
const codes = new Set<string>();

/** @returns the code of a refusal */
async function tried(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    codes.add(error.code);
    return error.code;
  }
}

const statusOf = (id: string): Status => getShipment(server.deps, caller, id).status;

async function perform(known: Known, made: Command): Promise<void> {
  const { id, assignmentId, side } = known;
  const { deps } = server;
  count += 1;
  switch (made.do) {
    case "report": {
      const at = new Date(clock.now() - made.late * 1000).toISOString();
      const report = { id: `r-${count}`, at, assignment_id: assignmentId, ...reports[made.step] };
      const { results } = await reportByHand(deps, caller, side, fleets[side].id, [report]);
      expect(["applied", "late", "refused"]).toContain(results[0]?.result ?? "none");
      return;
    }
    case "correct": {
      const from = statusOf(id);
      const proof = made.proof && made.to === "delivered" ? { recipient_name: "Bo" } : null;
      const input = { status: made.to, reason: `Reason ${count}`, proof };
      const code = await tried(correctShipment(deps, { caller, side, id, accepts: () => true }, input));
      if (code === undefined) {
        expect([from, made.to, mayCorrect(from, made.to)]).toEqual([from, made.to, true]);
        edges.add(`${from} → ${made.to}`);
        expect(statusOf(id)).toBe(made.to);
      } else {
        expect(statusOf(id)).toBe(from);
      }
      return;
    }
    case "charge": {
      const { price } = getShipment(deps, caller, id);
      const amount = Math.ceil(((price?.amount ?? 100) * made.share) / 100);
      const key = { key: `c-${count}`, path: "/test", fingerprint: `c-${count}`, replayed: false };
      const once = { ...caller, once: key };
      const input = { kind: made.kind, amount: { amount, currency: "EUR" }, reason: "Waited." };
      const charge = () => addCharge(deps, { caller: once, side, id, accepts: () => true }, input);
      if ((await tried(charge())) !== undefined) return;
      // Once for the key.
      await charge();
      known.later.push(made.kind === "discount" ? 0 - amount : amount);
      return;
    }
    case "cancel":
      expect([200, 409]).toContain((await client.post(`${platform}/shipments/${id}/cancellation`)).status);
      return;
    case "kill":
      await server.stop();
      await open();
      client = server.client({ "x-api-key": account.liveKey });
      return;
    case "wait":
      clock.advance(made.days * 86_400);
      await redactEnded(deps, clock.now());
  }
}

async function chargesOf(id: string): Promise<ChargeView[]> {
  return (await client.get(`${platform}/charges?shipment_id=${id}&limit=100`)).body.data;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

async function check(known: Known): Promise<void> {
  const { id, assignmentId, side, hasDriver } = known;
  const { deps } = server;
  const { db } = deps.stores.platform("live");
  const shipment = getShipment(deps, caller, id);
  const row = findShipment(db, id);
  const { entries, proof_of_delivery: proof } = getTracking(deps, caller, id);

  // Each step of the timeline is one of the table of states or of that of corrections.
  for (const [index, { status: to, source, code }] of entries.entries()) {
    const from = entries[index - 1]?.status;
    if (from === undefined || from === to) continue;
    const may = code === "corrected" ? mayCorrect(from, to) : mayMove(from, to, source as Actor);
    expect([from, to, source, code, may]).toEqual([from, to, source, code, true]);
  }
  const last = entries.at(-1);
  expect([last?.status, last?.substatus]).toEqual([shipment.status, shipment.substatus]);

  // The chain has every entry and every proof, whatever was erased.
  const file = proofFileOf(deps.stores.platform(caller.environment).db, id);
  expect(verifyProofFile(file, file.head ?? "").problems).toEqual([]);
  const sequences = file.links.flatMap(({ record }) => JSON.parse(record).sequence ?? []);
  expect(sequences).toEqual(entries.map(({ sequence }) => sequence));

  // The end, the proof and the assignment are those of the state.
  const { status } = shipment;
  expect([status, row?.endedAt !== null]).toEqual([status, isFinal(status)]);
  expect(proof !== null).toBe(status === "delivered");
  expect([shipment.delivered_at !== null, shipment.returned_at !== null]).toEqual([
    status === "delivered",
    status === "returned",
  ]);
  expect(shipment.failure !== null).toBe(["failed", "returning", "returned"].includes(status));
  const [assignment] = listAssignments(deps, caller, id, { limit: 100 }).data;
  const isActive = assignment?.status === "confirmed" || assignment?.status === "pending";
  expect([status, isActive]).toEqual([status, ["assigned", "in_transit", "returning"].includes(status)]);
  const job = jobOf(db, assignmentId);
  expect([status, job?.status]).toEqual([
    status,
    isActive ? (hasDriver ? "accepted" : "unassigned") : "ended",
  ]);
  expect(job?.driverId).toBe(hasDriver ? fleets[side].driverId : null);

  // Retention erases what ended long ago and nothing else.
  if (!isFinal(status)) expect([status, row?.redactedAt]).toEqual([status, null]);
  if (row?.redactedAt) expect(row.redactedAt - (row.endedAt ?? 0)).toBeGreaterThan(retentionDays * dayMs);

  await checkCharges(known, assignment);
}

/** Each charge is explained: the price by the acceptance, what was taken back by the release, the rest by who added it. */
async function checkCharges(
  { id, side, later }: Known,
  assignment: { status: string; price: { amount: number } } | undefined,
): Promise<void> {
  const charges = await chargesOf(id);
  const amounts = (kinds: readonly string[]) =>
    charges.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount.amount);
  const price = assignment?.price.amount ?? 0;
  const isReleased = ["rejected", "released", "cancelled"].includes(assignment?.status ?? "");
  expect(amounts(["delivery"])).toEqual([price]);
  // A discount goes with the price that it lowered.
  const back = charges.filter(({ kind }) => kind === "adjustment").map(({ reverses }) => reverses);
  const releasedAt = charges.find(({ kind }) => kind === "adjustment")?.created_at ?? "";
  const taken = charges.filter(
    ({ kind, created_at: at }) => kind === "delivery" || (kind === "discount" && at <= releasedAt),
  );
  expect(back.toSorted()).toEqual(isReleased ? taken.map(({ id }) => id).toSorted() : []);
  expect(sumOf(charges.map(({ amount }) => amount.amount))).toBeGreaterThanOrEqual(0);
  expect(amounts(["cancellation"])).toEqual([]);
  expect(amounts(laterKinds).toSorted()).toEqual(later.toSorted());
  if (side === "installation") expect(sumOf(later)).toBeLessThanOrEqual(laterMax(price, laterPercent));
}

/** The correction of every state to every other one, so that no choice of random lives misses one. */
const reached: Partial<Record<Status, readonly Step[]>> = {
  delivered: ["picked_up", "delivered"],
  returning: ["picked_up", "refused"],
  returned: ["picked_up", "refused", "returned"],
  failed: ["picked_up", "lost"],
};
const examples: Life[] = Object.entries(reached).flatMap(([from, way]) =>
  correctedStatuses
    .filter((to) => mayCorrect(from as Status, to))
    .map((to, index) => ({
      side: index % 2 === 0 ? ("account" as const) : ("installation" as const),
      hasDriver: index % 3 !== 0,
      wish: "return" as const,
      commands: [
        ...way.map((step): Command => ({ do: "report", step, late: 0 })),
        correction(to),
        { do: "charge", kind: "waiting", share: 20 },
        { do: "report", step: "delivered", late: 60 },
        correction("failed"),
        { do: "wait", days: 11 },
        // Whatever is under way ends, and what has ended was erased.
        correction("returned"),
        correction("delivered"),
      ],
    })),
);
const cancelled: Life = {
  side: "account",
  hasDriver: true,
  wish: "return",
  commands: [
    { do: "charge", kind: "waiting", share: 60 },
    { do: "charge", kind: "discount", share: 150 },
    { do: "charge", kind: "discount", share: 20 },
    { do: "kill" },
    { do: "cancel" },
    correction("failed"),
  ],
};

/** More than the account agreed to. */
const greedy: Life = {
  side: "installation",
  hasDriver: true,
  wish: "return",
  commands: [{ do: "charge", kind: "other", share: 60 }],
};

function correction(to: CorrectedStatus): Command {
  return { do: "correct", to, proof: true };
}

test("any life with corrections keeps the invariants", async () => {
  const seen = new Set<Status>();
  const sums: Record<Side, number[]> = { account: [], installation: [] };
  const begun = clock.now();
  const property = fc.asyncProperty(life, async ({ side, hasDriver, wish, commands }) => {
    const fleet = fleets[side];
    const booked = await acceptFleet(client, fleet.id, { if_undeliverable: wish });
    if (hasDriver) {
      await assignDriver(server.deps, caller, side, booked.assignmentId, { driver_id: fleet.driverId });
    }
    const known: Known = { ...booked, side, hasDriver, later: [] };
    await check(known);
    for (const made of commands) {
      clock.advance(61);
      await perform(known, made);
      await check(known);
      seen.add(statusOf(known.id));
      // A shipment that was given back has no fleet any more.
      if (getShipment(server.deps, caller, known.id).assignment === null) break;
    }
    sums[side].push(...(await chargesOf(known.id)).map(({ amount }) => amount.amount));
  });
  await fc.assert(property, {
    numRuns: runs,
    examples: [...examples, cancelled, greedy].map((example) => [example]),
  });

  const table = statuses.flatMap((from) =>
    statuses.flatMap((to) => (mayCorrect(from, to) ? `${from} → ${to}` : [])),
  );
  expect([...edges].toSorted()).toEqual(table.toSorted());
  for (const code of ["shipment_redacted", "transition_not_allowed", "charge_unagreed", "validation_failed"])
    expect(codes).toContain(code);
  for (const status of [
    "assigned",
    "in_transit",
    "delivered",
    "returning",
    "returned",
    "failed",
    "cancelled",
  ])
    expect(seen).toContain(status as Status);

  // Statements have what the installation bills, all of it and nothing else.
  let stated = 0;
  const month = Temporal.Instant.fromEpochMilliseconds(begun)
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .with({ day: 1 });
  for (
    let at = month;
    at.toZonedDateTime("UTC").epochMilliseconds <= clock.now();
    at = at.add({ months: 1 })
  ) {
    const { body } = await client.get(`${platform}/statements/${at.toString().slice(0, 7)}`);
    stated += sumOf(body.totals.map(({ total }: { total: number }) => total));
  }
  expect(stated).toBe(sumOf(sums.installation));
}, 180_000);
