import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { jobOf } from "../../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { mayCorrect } from "../../../../src/delivery/lifecycle/state/correction.ts";
import { type Actor, isFinal, mayMove } from "../../../../src/delivery/lifecycle/state/status.ts";
import { undeliverableActions } from "../../../../src/delivery/model/model.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { addDriver, driverToken } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** Days with recalls, their withdrawals, handovers, late phones, other riders and restarts: what always holds. */

const runs = 35;

type Body = Answer["body"];
type Name = "kim" | "sam";
const names: readonly Name[] = ["kim", "sam"];

/** A phone that keeps taps while it has no network. */
interface Phone {
  token: string;
  driverId: string;
  isOnline: boolean;
  queue: { at: number; report?: object; seen?: string[] }[];
  /** What it showed when it last had a network. */
  notices: Body[];
  hasStop: boolean;
}

const clock = createClock();
let dataDir: string;
let server: TestServer;
let account: TestAccount;
let client: Client;
let carrierId: string;
const tokens = {} as Record<Name, { token: string; driverId: string }>;

async function open(): Promise<void> {
  server = await startServer({ dataDir, replacements: { clock } });
}

beforeAll(async () => {
  dataDir = await makeDataFolder();
  await open();
  account = await server.account();
  client = account.sandbox;
  carrierId = await addOpenFleet(server, account.accountId, { dispatch: "manual" });
  const endless = { capacityAssignments: null, capacityWeightGrams: null };
  for (const name of names) {
    const change = { carrierId, onDuty: true, ...endless };
    const driver = await addDriver(server, "sandbox", account.accountId, change);
    tokens[name] = { driverId: driver.id, token: await driverToken(server, driver, account.accountId) };
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const command = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: "recall" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "withdraw" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "say" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "go on" as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("tap" as const),
      by: fc.constantFrom(...names),
      what: fc.constantFrom("seen", "seen", "delivered", "refused", "returned", "later"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("network" as const),
      of: fc.constantFrom(...names),
      isOnline: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("give" as const), to: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.constant({ do: "race" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "wait" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "kill" as const }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({
  wish: fc.constantFrom(...undeliverableActions.filter((action) => action !== "leave_at_door")),
  commands: fc.array(command, { minLength: 4, maxLength: 14, size: "max" }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

interface Known {
  id: string;
  assignmentId: string;
  price: number;
  phones: Record<Name, Phone>;
  /** How often each rider had to be told of a recall, and which notices their phones ever showed of them. */
  tellings: Record<Name, number>;
  shown: Record<Name, Set<string>>;
}

let count = 0;
const seenStates = new Set<string>();
const answers = new Set<string>();

const path = (id: string) => `${platform}/shipments/${id}`;
const shipmentOf = async ({ id }: Known): Promise<Body> => (await client.get(path(id))).body;
const phoneClient = ({ token }: Phone) => server.client({ authorization: `Bearer ${token}` });
const iso = (at: number) => new Date(at).toISOString();

function holderOf({ assignmentId }: Known): string | null {
  return jobOf(server.deps.stores.platform("sandbox").db, assignmentId)?.driverId ?? null;
}

function nameOfHolder(known: Known): Name | undefined {
  const holder = holderOf(known);
  return names.find((name) => known.phones[name].driverId === holder);
}

/** What a phone with a network does every few seconds: it sends its taps in their order, then reads. */
async function sync(known: Known, name: Name): Promise<void> {
  const phone = known.phones[name];
  if (!phone.isOnline) return;
  for (const tap of phone.queue.splice(0)) await send(known, phone, tap);
  const { body } = await phoneClient(phone).get("/api/v1/driver/stops");
  phone.notices = body.notices.filter(({ shipment_id }: Body) => shipment_id === known.id);
  phone.hasStop = body.data.some(({ shipment_id }: Body) => shipment_id === known.id);
  for (const { id, kind } of phone.notices) if (kind === "recall") known.shown[name].add(id);
  const reached = phone.notices.filter(({ reached_at }) => reached_at === null).map(({ id }) => id);
  if (reached.length > 0) {
    await phoneClient(phone).post("/api/v1/driver/notices", { sent_at: iso(clock.now()), reached });
  }
}

async function send(known: Known, phone: Phone, { at, report, seen }: Phone["queue"][number]): Promise<void> {
  const sent_at = iso(clock.now());
  if (seen) {
    const taps = seen.map((id) => ({ id, at: iso(at) }));
    const { status } = await phoneClient(phone).post("/api/v1/driver/notices", { sent_at, seen: taps });
    expect(status).toBe(200);
    return;
  }
  const before = await shipmentOf(known);
  const isHolder = holderOf(known) === phone.driverId;
  count += 1;
  const sent = { id: `r-${count}`, at: iso(at), assignment_id: known.assignmentId, ...report };
  const { body } = await phoneClient(phone).post("/api/v1/driver/reports", { sent_at, reports: [sent] });
  const after = await shipmentOf(known);
  const { type } = report as { type: string };
  expect(["applied", "late", "refused"]).toContain(body.results[0].result);
  // A handover of whoever has the goods wins over a recall, whenever it comes.
  const isRecalled = before.failure?.reason_code === "recalled_by_sender";
  const isNewer = before.failure !== null && at > Date.parse(before.failure.at);
  const wins = before.status === "in_transit" || (before.status === "returning" && (isRecalled || isNewer));
  if (type === "delivered" && isHolder && wins) {
    expect([before.status, after.status, after.delivered_at]).toEqual([before.status, "delivered", iso(at)]);
  }
}

const taps = {
  delivered: { type: "delivered", proof: { recipient_name: "Ada" } },
  refused: { type: "undeliverable", reason_code: "recipient_refused" },
  returned: { type: "returned" },
  later: { type: "attempt_failed", reason_code: "recipient_unavailable" },
} as const;

async function perform(known: Known, made: Command): Promise<void> {
  const { id } = known;
  const before = await shipmentOf(known);
  const isOpen = before.status === "in_transit" && before.recall_requested_at !== null;
  switch (made.do) {
    case "recall": {
      const { status, body } = await client.post(`${path(id)}/recall`, { reason: `Reason ${count}` });
      answers.add(`recall ${body.code ?? status}`);
      expect(status).toBe(before.status === "in_transit" ? 202 : 409);
      const holder = nameOfHolder(known);
      if (status === 202 && !isOpen && holder) known.tellings[holder] += 1;
      return;
    }
    case "withdraw": {
      const { status, body } = await client.delete(`${path(id)}/recall`);
      answers.add(`withdraw ${body.code ?? status}`);
      expect(status).toBe(isOpen ? 200 : 409);
      return;
    }
    case "say": {
      const { status } = await client.post(`${path(id)}/recall/seen`, {});
      expect(status).toBe(isOpen ? 200 : 409);
      if (isOpen) expect((await shipmentOf(known)).status).toBe("returning");
      return;
    }
    case "go on": {
      const correction = { status: "in_transit", reason: `Reason ${count}` };
      const { status, body } = await client.post(`${path(id)}/correction`, correction);
      answers.add(`go on ${body.code ?? status}`);
      return;
    }
    case "tap": {
      const phone = known.phones[made.by];
      if (made.what === "seen") {
        const seen = phone.notices.map(({ id }) => id);
        if (seen.length > 0) phone.queue.push({ at: clock.now(), seen });
        phone.notices = [];
      } else if (phone.hasStop) {
        const { [made.what as keyof typeof taps]: report } = taps;
        const next_attempt_at = iso(clock.now() + 3_600_000);
        const isLater = made.what === "later";
        phone.queue.push({ at: clock.now(), report: { ...report, ...(isLater && { next_attempt_at }) } });
        phone.hasStop = isLater;
      }
      return;
    }
    case "network":
      known.phones[made.of].isOnline = made.isOnline;
      return;
    case "give": {
      const { driverId: driver_id } = known.phones[made.to];
      const isOther = nameOfHolder(known) !== made.to;
      const answer = await client.post(`${platform}/assignments/${known.assignmentId}/driver`, { driver_id });
      if (answer.status === 200 && isOpen && isOther) known.tellings[made.to] += 1;
      expect([200, 409]).toContain(answer.status);
      return;
    }
    case "race": {
      const name = nameOfHolder(known);
      if (name === undefined || before.status !== "in_transit") return;
      const tap = { at: clock.now(), report: taps.delivered };
      const asking = () => client.post(`${path(id)}/recall`, { reason: "Both at once." });
      const handing = () => send(known, known.phones[name], tap);
      const isFirst = count % 2 === 0;
      const [asked] = isFirst
        ? await Promise.all([asking(), handing()])
        : (await Promise.all([handing(), asking()])).toReversed();
      answers.add(`race ${(asked as Answer).status}`);
      expect((await shipmentOf(known)).status).toBe("delivered");
      return;
    }
    case "wait":
      clock.advance(660);
      await jobsAtRest(server.deps);
      return;
    case "kill":
      await server.stop();
      await open();
      client = server.client({ "x-api-key": account.sandboxKey });
  }
}

/** The goods are in one place, each charge is the price, and each rider is told what holds, once. */
async function check(known: Known): Promise<void> {
  const shipment = await shipmentOf(known);
  const { status, recall_requested_at: recalledAt, failure } = shipment;
  seenStates.add(failure?.reason_code === "recalled_by_sender" ? `${status} by recall` : status);
  const { body: tracking } = await client.get(`${platform}/tracking/${known.id}`);
  for (const [index, { status: to, source, code }] of tracking.entries.entries()) {
    const from = tracking.entries[index - 1]?.status;
    if (from === undefined || from === to) continue;
    const may = code === "corrected" ? mayCorrect(from, to) : mayMove(from, to, source as Actor);
    expect([from, to, source, code, may]).toEqual([from, to, source, code, true]);
  }
  const last = tracking.entries.at(-1);
  expect([last.status, last.substatus]).toEqual([shipment.status, shipment.substatus]);

  const { body: charges } = await client.get(`${platform}/charges?shipment_id=${known.id}`);
  expect(charges.data.map(({ kind, amount }: Body) => [kind, amount.amount])).toEqual([
    ["delivery", known.price],
  ]);

  const holder = holderOf(known);
  const isOpen = status === "in_transit" && recalledAt !== null;
  for (const name of names) {
    const phone = known.phones[name];
    const { body } = await phoneClient(phone).get("/api/v1/driver/stops");
    const stops = body.data.filter(({ shipment_id }: Body) => shipment_id === known.id);
    const kinds = stops.map(({ kind }: Body) => kind);
    const isHolder = holder === phone.driverId && !isFinal(status);
    expect([name, status, kinds]).toEqual([
      name,
      status,
      isHolder ? [status === "returning" ? "return" : "delivery"] : [],
    ]);
    const notices = body.notices.filter(({ shipment_id }: Body) => shipment_id === known.id);
    const told = notices.map(({ kind }: Body) => kind);
    expect([name, told.toSorted()]).toEqual([name, [...new Set(told)].toSorted()]);
    expect([name, status, isOpen, told.includes("recall")]).toEqual([
      name,
      status,
      isOpen,
      isOpen && isHolder,
    ]);
    expect(told.includes("recall") && told.includes("resumption")).toBe(false);
    for (const { id, kind } of notices) if (kind === "recall") known.shown[name].add(id);
    expect([name, known.shown[name].size]).toEqual([name, known.tellings[name]]);
  }
}

const examples: Life[] = [
  // Asked, seen, back, and a late handover of before.
  [
    { do: "recall" },
    { do: "network", of: "kim", isOnline: false },
    { do: "tap", by: "kim", what: "delivered" },
    { do: "say" },
    { do: "network", of: "kim", isOnline: true },
  ],
  [
    { do: "recall" },
    { do: "tap", by: "kim", what: "seen" },
    { do: "tap", by: "kim", what: "returned" },
    { do: "recall" },
  ],
  [
    { do: "recall" },
    { do: "wait" },
    { do: "give", to: "sam" },
    { do: "kill" },
    { do: "tap", by: "sam", what: "seen" },
    { do: "go on" },
    { do: "recall" },
    { do: "withdraw" },
    { do: "race" },
  ],
].map((commands): Life => ({ wish: "discard", commands: commands as Command[] }));
// Nobody called back what the recipient refused. Random days alone do not always refuse what is thrown away.
for (const wish of ["return", "discard"] as const)
  examples.push({ wish, commands: [{ do: "tap", by: "kim", what: "refused" }] });

test("any day with recalls keeps the invariants", async () => {
  const property = fc.asyncProperty(life, async ({ wish, commands }) => {
    const booked = await acceptFleet(client, carrierId, { if_undeliverable: wish });
    const driver_id = tokens.kim.driverId;
    await client.post(`${platform}/assignments/${booked.assignmentId}/driver`, { driver_id });
    const phoneOf = (name: Name): Phone => ({
      ...tokens[name],
      isOnline: true,
      queue: [],
      notices: [],
      hasStop: false,
    });
    const known: Known = {
      ...booked,
      price: (await client.get(path(booked.id))).body.price.amount,
      phones: { kim: phoneOf("kim"), sam: phoneOf("sam") },
      tellings: { kim: 0, sam: 0 },
      shown: { kim: new Set(), sam: new Set() },
    };
    clock.advance(10);
    await send(known, known.phones.kim, {
      at: clock.now(),
      report: { type: "progress", substatus: "picked_up" },
    });
    for (const made of commands) {
      clock.advance(30);
      for (const name of names) await sync(known, name);
      await perform(known, made);
      for (const name of names) await sync(known, name);
      await check(known);
    }
    // The evening: every phone is back, and who has the goods brings them to an end.
    for (const name of names) known.phones[name].isOnline = true;
    for (const name of names) await sync(known, name);
    await check(known);
    const { status } = await shipmentOf(known);
    if (!isFinal(status)) {
      const holder = nameOfHolder(known);
      if (!holder) throw new Error("nobody has the goods");
      clock.advance(30);
      const end = status === "returning" ? taps.returned : taps.delivered;
      await send(known, known.phones[holder], { at: clock.now(), report: end });
      await check(known);
      expect((await shipmentOf(known)).status).toBe(status === "returning" ? "returned" : "delivered");
    }
    for (const name of names) {
      await sync(known, name);
      expect(known.phones[name].notices.map(({ kind }) => kind)).not.toContain("recall");
    }
  });
  await fc.assert(property, { numRuns: runs, examples: examples.map((example) => [example]) });

  for (const state of [
    "in_transit",
    "returning",
    "returning by recall",
    "returned by recall",
    "delivered",
    "failed",
  ]) {
    expect(seenStates).toContain(state);
  }
  for (const answer of [
    "recall 202",
    "recall shipment_not_recallable",
    "withdraw 200",
    "withdraw recall_not_pending",
    "go on 200",
    "race 202",
  ]) {
    expect(answers).toContain(answer);
  }
}, 180_000);
