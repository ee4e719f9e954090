import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import type { CarrierUpdate } from "../../../../src/delivery/carriers/carrier-update.ts";
import { healthOf } from "../../../../src/delivery/carriers/health.ts";
import { chargeCancellation } from "../../../../src/delivery/lifecycle/charges/service.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { createQuoted, createShipment, platform } from "../../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** What accounts owe: whatever becomes of a shipment, the charges add up to it. */

const runs = 60;
const stepsMax = 12;
const charges = `${platform}/charges`;

const clock = createClock();
let carriers: Carrier[] = [];
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({
    replacements: {
      clock,
      carriers: (_, accountId) =>
        carriers.filter(({ owner }) => owner.accountId === null || owner.accountId === accountId),
      carrier: (_, id) => carriers.find(({ identity }) => identity.id === id),
    },
  });
  account = await server.account();
  const own = playCarrier("own_riders", { quote: async () => offers({ amount: 700 }) });
  carriers = [
    playCarrier("cheap", { quote: async () => offers({ amount: 500 }, { amount: 650 }) }),
    playCarrier("yen", { quote: async () => inYen(90_000) }),
    { ...own, owner: { accountId: account.accountId } },
  ];
  await addCarrier(server, "live", account.accountId, { id: own.identity.id });
});
afterAll(() => server.stop());

function inYen(amount: number) {
  const answer = offers({ amount });
  if (answer.kind !== "offers") throw new Error("no offers were played");
  return { ...answer, offers: answer.offers.map((offer) => ({ ...offer, currency: "JPY" })) };
}

async function accepted(client: Client) {
  const { shipment } = await createQuoted(client);
  const body = { strategy: "cheapest" };
  const answer = await client.post(`${platform}/shipments/${shipment.id}/assignments`, body);
  expect(answer.status).toBe(201);
  return { shipment, assignment: answer.body };
}

interface Money {
  amount: number;
  currency: string;
}

interface Charge {
  id: string;
  kind: string;
  assignment_id: string;
  carrier_id: string;
  amount: Money;
  reverses: string | null;
  billed_by: string;
  shipment: { reference: string | null; tracking_number: string };
}

/** Every charge that the query finds, page by page. */
async function read(client: Client, query = "", limit = 100): Promise<Charge[]> {
  const found: Charge[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await client.get(`${charges}?limit=${limit}${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.data);
    if (!body.has_more) return found;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

function sums(list: readonly Money[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { amount, currency } of list) totals[currency] = (totals[currency] ?? 0) + amount;
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0));
}

const owedStatuses = ["pending", "confirmed", "completed", "failed"];

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("accept" as const), which: fc.nat(3), again: fc.boolean() }),
  },
  fc.constant({ do: "release" as const }),
  fc.constant({ do: "cancel" as const }),
  fc.constant({ do: "requote" as const }),
  fc.record({ do: fc.constant("withdraw" as const), rejected: fc.boolean() }),
  fc.record({
    do: fc.constant("fee" as const),
    amount: fc.constantFrom(0, 1, 333, 1_000_000),
    isForeign: fc.boolean(),
  }),
  fc.record({ do: fc.constant("move" as const), to: fc.constantFrom("pickup", "loss", "delivery") }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Of each offer a delivery, a fee and what is given back: random lives alone had no fee in one run of a thousand. */
const everyKind: Step[][] = [0, 1, 2, 3].map((which) => [
  { do: "accept", which, again: false },
  { do: "fee", amount: 1, isForeign: false },
  { do: "release" },
]);

const moves: Record<string, CarrierUpdate> = {
  pickup: { kind: "progress", substatus: "picked_up" },
  loss: { kind: "undeliverable", reason: "lost", message: "Lost." },
  delivery: {
    kind: "delivered",
    proof: {
      recipientName: "A",
      handedTo: null,
      signature: null,
      photos: [],
      pin: null,
      ageVerified: false,
      note: null,
      location: null,
    },
  },
};

interface Life {
  id: string;
  last: { id: string; price: Money } | undefined;
  fees: Map<string, Money>;
}

/** Reports of a carrier may come at any time; those that do not fit are refused. */
async function report(life: Life, update: CarrierUpdate): Promise<void> {
  const assignmentId = life.last?.id ?? "asg_none";
  const made = { assignmentId, by: "carrier" as const, at: clock.now(), update };
  await write(server.deps, "live", (writing) => applyReport(writing, life.id, made)).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function takeFee({ last, fees }: Life, amount: number, isForeign: boolean): Promise<void> {
  if (!last) return;
  const fee = { amount, currency: isForeign ? "CHF" : last.price.currency };
  await write(server.deps, "live", (writing) => chargeCancellation(writing, last, fee));
  const isOwed = amount > 0 && amount <= last.price.amount && !isForeign;
  if (isOwed && !fees.has(last.id)) fees.set(last.id, fee);
}

async function perform(life: Life, made: Step): Promise<void> {
  const path = `${platform}/shipments/${life.id}`;
  const { assignment } = (await account.live.get(path)).body;
  life.last = assignment ?? life.last;
  switch (made.do) {
    case "accept": {
      const { data } = (await account.live.get(`${path}/quotes`)).body;
      const quote_id = data[made.which]?.id ?? "qte_none";
      const max_price = { amount: 1_000_000, currency: "EUR" };
      const wish = made.again ? { auto_reassign: { max_price } } : {};
      await account.live.post(`${path}/assignments`, { quote_id, ...wish });
      return;
    }
    case "release":
      await account.live.delete(`${path}/assignments/${life.last?.id ?? "asg_none"}`);
      return;
    case "cancel":
      await account.live.post(`${path}/cancellation`);
      return;
    case "requote":
      await account.live.post(`${path}/quotes`);
      return;
    case "withdraw": {
      const reason = made.rejected ? "carrier_rejected" : "carrier_cancelled";
      return report(life, { kind: "withdrawn", reason, message: "No.", rejected: made.rejected });
    }
    case "fee":
      return takeFee(life, made.amount, made.isForeign);
    case "move":
      return report(life, moves[made.to] as CarrierUpdate);
  }
}

/** What an account owes for a shipment, told by its assignments and not by its charges. */
async function owedFor({ id, fees }: Life): Promise<Money[]> {
  const { data } = (await account.live.get(`${platform}/shipments/${id}/assignments?limit=100`)).body;
  const standing = data.filter(({ status }: { status: string }) => owedStatuses.includes(status));
  return [...standing.map(({ price }: { price: Money }) => price), ...fees.values()];
}

test("whatever becomes of shipments, an account's charges sum to what it owes, in every currency", async () => {
  const owed: Money[] = [];
  const steps = fc.array(step, { minLength: 3, maxLength: stepsMax, size: "max" });
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      const { id } = await createShipment(account.live);
      const life: Life = { id, last: undefined, fees: new Map() };
      for (const one of made) {
        await perform(life, one);
        await jobsAtRest(server.deps);
      }
      const now = await owedFor(life);
      const found = await read(account.live, `&shipment_id=${id}`);
      expect(sums(found.map(({ amount }) => amount))).toEqual(sums(now));
      const byId = new Map(found.map((charge) => [charge.id, charge]));
      for (const charge of found.filter(({ kind }) => kind === "adjustment")) {
        const reversed = byId.get(charge.reverses ?? "");
        expect([reversed?.kind, reversed?.assignment_id]).toEqual(["delivery", charge.assignment_id]);
        expect(charge.amount.amount).toBe(0 - (reversed?.amount.amount ?? 0));
      }
      owed.push(...now);
    }),
    { numRuns: runs, endOnFailure: true, examples: everyKind.map((made) => [made]) },
  );
  const all = await read(account.live);
  expect(sums(all.map(({ amount }) => amount))).toEqual(sums(owed));
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["delivery", "cancellation", "adjustment"]));
  expect(new Set(all.map(({ amount }) => amount.currency))).toEqual(new Set(["EUR", "JPY"]));
  // The account's own carrier bills it; the installation bills for the others.
  const own = carriers.find(({ owner }) => owner.accountId !== null)?.identity.id;
  for (const charge of all) {
    expect(charge.billed_by).toBe(charge.carrier_id === own ? "carrier" : "installation");
  }
  const events = await account.live.get(`${platform}/events?type=charge.created&limit=100`);
  const told = events.body.data.map(({ data }: { data: { charge: Charge } }) => data.charge);
  // An event outlives the erasure of a reference.
  expect(told).toEqual(all.slice(0, 100).map(({ shipment: _shipment, ...charge }) => charge));
});

test("accepting charges, cancelling takes it back; in the sandbox the charges say so and stay there", async () => {
  const other = await server.account();
  const { shipment, assignment } = await accepted(other.sandbox);
  await other.sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`);
  const found = await read(other.sandbox);
  const delivery = {
    id: expect.stringMatching(/^chg_/),
    environment: "sandbox",
    shipment_id: shipment.id,
    assignment_id: assignment.id,
    account_id: other.accountId,
    carrier_id: assignment.carrier.id,
    kind: "delivery",
    amount: assignment.price,
    billed_by: "installation",
    reverses: null,
    reason: null,
    shipment: { reference: null, tracking_number: shipment.tracking_number },
    created_at: new Date(clock.now()).toISOString(),
  };
  const takenBack = { ...assignment.price, amount: -assignment.price.amount };
  const adjustment = { ...delivery, kind: "adjustment", amount: takenBack, reverses: found[1]?.id };
  expect(found as unknown[]).toEqual([adjustment, delivery]);
  expect(await read(other.live)).toEqual([]);
  expect((await other.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  expect(await read(other.sandbox)).toEqual([]);
});

test.each([
  ["asked first", false],
  ["told afterwards", true],
])("a carrier that is %s takes its fee for a cancellation and for a release", async (_, cancelsAtOnce) => {
  const fee = { amount: 120, currency: "EUR" };
  const strict = playCarrier("strict", {
    terms: { cancelsAtOnce },
    cancel: async () => ({ kind: "cancelled", fee }),
  });
  const before = carriers;
  carriers = [strict];
  const other = await server.account();
  const first = await accepted(other.live);
  const second = await accepted(other.live);
  await jobsAtRest(server.deps);
  const shipment = `${platform}/shipments/${first.shipment.id}`;
  const assignments = `${platform}/shipments/${second.shipment.id}/assignments`;
  expect((await other.live.post(`${shipment}/cancellation`)).status).toBe(200);
  expect((await other.live.delete(`${assignments}/${second.assignment.id}`)).status).toBe(200);
  await jobsAtRest(server.deps);
  for (const { id } of [first.shipment, second.shipment]) {
    const found = await read(other.live, `&shipment_id=${id}`);
    expect(found.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ["cancellation", 120],
      ["adjustment", -1000],
      ["delivery", 1000],
    ]);
  }
  carriers = before;
});

test.each([
  ["above the price", { amount: 1_001, currency: "EUR" }],
  ["in another currency", { amount: 1, currency: "CHF" }],
])("a fee %s is not charged, and the carrier's owner reads so", async (_, fee) => {
  const greedy = playCarrier("greedy", { cancel: async () => ({ kind: "cancelled", fee }) });
  const before = carriers;
  carriers = [greedy];
  const { shipment } = await accepted(account.live);
  await jobsAtRest(server.deps);
  expect((await account.live.post(`${platform}/shipments/${shipment.id}/cancellation`)).status).toBe(200);
  await jobsAtRest(server.deps);
  const found = await read(account.live, `&shipment_id=${shipment.id}`);
  expect(found.map(({ kind }) => kind)).toEqual(["adjustment", "delivery"]);
  const { last_error } = healthOf(server.deps, "live", greedy.identity.id);
  expect(last_error?.message).toContain("Waybill did not charge it");
  carriers = before;
});

test("a charge never changes, even if somebody tries", async () => {
  await accepted(account.sandbox);
  const { db } = server.deps.stores.platform("sandbox");
  const before = await read(account.sandbox);
  expect(() => db.run(sql`UPDATE charges SET amount = 0`)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: "a charge never changes" }) }),
  );
  expect(await read(account.sandbox)).toEqual(before);
});

test("the list: newest first, in pages, by shipment, carrier, kind and time, of this account only", async () => {
  const other = await server.account();
  const shipments: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { shipment, quotes } = await createQuoted(other.live);
    const assignments = `${platform}/shipments/${shipment.id}/assignments`;
    const made = await other.live.post(assignments, { quote_id: quotes[count % quotes.length].id });
    if (count % 2 === 0) await other.live.delete(`${assignments}/${made.body.id}`);
    shipments.push(shipment.id);
    clock.advance(10);
  }
  const all = await read(other.live);
  expect(all).toHaveLength(8);
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(await read(other.live, "", 3)).toEqual(all);
  expect(await read(other.live, `&shipment_id=${shipments[0]}`)).toEqual(all.slice(-2));
  expect(await read(account.live, `&shipment_id=${shipments[0]}`)).toEqual([]);
  const carrierId = all[0]?.carrier_id;
  for (const kind of ["delivery", "adjustment"]) {
    const expected = all.filter((charge) => charge.carrier_id === carrierId && charge.kind === kind);
    expect(await read(other.live, `&carrier_id=${carrierId}&kind=${kind}`)).toEqual(expected);
  }
  const after = new Date(clock.now() - 25_000).toISOString();
  expect(await read(other.live, `&created_after=${after}`)).toEqual(all.slice(0, 3));
  const wrong = await other.live.get(`${charges}?kind=tax`);
  expect([wrong.status, wrong.body.code]).toEqual([400, "query_invalid"]);
});

test("the same as CSV, which a spreadsheet opens", async () => {
  const other = await server.account();
  await accepted(other.sandbox);
  const [charge] = await read(other.sandbox);
  const answer = await other.sandbox.get(charges, { accept: "text/csv" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="charges.csv"');
  expect(answer.headers.get("link")).toBeNull();
  const [header, row, end] = answer.text.split("\r\n");
  expect(header).toBe(
    "id,created_at,environment,account_id,shipment_id,assignment_id,carrier_id,kind,amount,currency,billed_by,reverses,reason,reference,tracking_number,amount_decimal",
  );
  const { amount, currency } = charge?.amount ?? {};
  expect(row).toStartWith(`${charge?.id},`);
  const { reference, tracking_number } = charge?.shipment ?? {};
  expect(row).toEndWith(
    `,${charge?.carrier_id},delivery,${amount},${currency},installation,,,${reference ?? ""},${tracking_number},${Number(amount) / 100}`,
  );
  expect(end).toBe("");
});

test("a charge says what its shipment is called now, until that is erased", async () => {
  const other = await server.account();
  const { shipment } = await accepted(other.live);
  const path = `${platform}/shipments/${shipment.id}`;
  expect((await other.live.patch(path, { reference: "ORD-7" })).status).toBe(200);
  const named = async () => (await read(other.live)).map(({ shipment: { reference } }) => reference);
  expect(await named()).toEqual(["ORD-7"]);
  const csv = await other.live.get(charges, { accept: "text/csv" });
  expect(csv.text).toContain(`,ORD-7,${shipment.tracking_number}`);
  await other.live.post(`${path}/cancellation`);
  await jobsAtRest(server.deps);
  expect((await other.live.post(`${path}/redaction`)).status).toBeLessThan(300);
  await eventually(
    "the erased reference",
    async () => (await named()).every((name) => name === null) || undefined,
  );
});

test("a key needs the scope", async () => {
  const key = { name: "no money", environment: "sandbox", scopes: ["shipments:read"] };
  const made = await account.session.post("/api/v1/keys", key);
  const refused = await server.client({ "x-api-key": made.body.secret }).get(charges);
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
});
