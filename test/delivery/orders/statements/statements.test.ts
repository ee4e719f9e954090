import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import { marginOf } from "../../../../src/delivery/carriers/service.ts";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { chargeCancellation } from "../../../../src/delivery/lifecycle/charges/service.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { type Statement, scansOf, watchStatements } from "../../../support/statements.ts";

/** What accounts owe for a month, and what is left of it for the operator: exact, whatever happened. */

const runs = 25;
const stepsMax = 14;
const months = ["2026-01", "2026-02", "2026-03"];
const clock = createClock(Date.UTC(2026, 0, 30, 12));
const latest = Date.UTC(2026, 2, 10);

let carriers: Carrier[] = [];
let server: TestServer;
let operator: TestOperator;
let accounts: TestAccount[];
beforeAll(async () => {
  server = await startServer({
    replacements: {
      clock,
      carriers: (_, accountId) =>
        carriers.filter(({ owner }) => owner.accountId === null || owner.accountId === accountId),
      carrier: (_, id) => carriers.find(({ identity }) => identity.id === id),
    },
  });
  accounts = [await server.account(), await server.account()];
  const owner = accounts[0]?.accountId ?? "";
  const own = playCarrier("own_riders", { quote: async () => offers({ amount: 700 }) });
  carriers = [
    playCarrier("cheap", { quote: async () => offers({ amount: 333 }, { amount: 777 }) }),
    playCarrier("yen", { quote: async () => inYen(90_001) }),
    { ...own, owner: { accountId: owner } },
  ];
  for (const { identity, owner } of carriers) {
    await addCarrier(server, "live", owner.accountId, { ...identity });
  }
});
afterAll(() => server.stop());

function inYen(amount: number) {
  const answer = offers({ amount });
  if (answer.kind !== "offers") throw new Error("no offers were played");
  return { ...answer, offers: answer.offers.map((offer) => ({ ...offer, currency: "JPY" })) };
}

const step = fc.record({
  account: fc.nat(1),
  which: fc.nat(3),
  end: fc.constantFrom("stays", "stays", "release", "cancel", "fee"),
  fee: fc.integer({ min: 1, max: 333 }),
  /** What the operator sets before; undefined leaves it. */
  margin: fc.option(
    fc.record({ percent: fc.constantFrom(null, 0, 7.5, 33.33), amount: fc.constantFrom(null, 49) }),
    { nil: undefined },
  ),
  hours: fc.constantFrom(0, 1, 60),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function perform({ account, which, end, fee, margin, hours }: Step): Promise<void> {
  const client = (accounts[account] as TestAccount).live;
  if (clock.now() < latest) clock.advance(hours * 3600);
  const installed = carriers.filter(({ owner }) => owner.accountId === null);
  if (margin) {
    const { percent, amount } = margin;
    const set = { percent, amount: amount === null ? null : { amount, currency: "EUR" } };
    await write(server.deps, "live", ({ tx }) => {
      for (const { identity } of installed) {
        const row = carrierStore(tx).find(identity.id);
        if (row) carrierStore(tx).update({ ...row, margin: set });
      }
    });
  }
  const { shipment, quotes } = await createQuoted(client);
  const assignments = `${platform}/shipments/${shipment.id}/assignments`;
  const made = await client.post(assignments, { quote_id: quotes[which % quotes.length].id });
  expect(made.status).toBe(201);
  await jobsAtRest(server.deps);
  if (end === "release") await client.delete(`${assignments}/${made.body.id}`);
  if (end === "cancel") await client.post(`${platform}/shipments/${shipment.id}/cancellation`);
  if (end === "fee") {
    const { currency } = made.body.price;
    await client.delete(`${assignments}/${made.body.id}`);
    await write(server.deps, "live", (writing) =>
      chargeCancellation(writing, made.body, { amount: fee, currency }),
    );
  }
}

interface Sums {
  currency: string;
  charges: number;
  deliveries: number;
  cancellations: number;
  adjustments: number;
  later: number;
  total: number;
  cost?: number;
  margin?: number;
}

interface Line extends Sums {
  shipment_id: string;
  account: { id: string };
  carrier: { id: string; code: string };
}

async function read(client: Client, path: string, limit = 100): Promise<{ totals: Sums[]; lines: Line[] }> {
  const lines: Line[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await client.get(`${path}?limit=${limit}${cursor}`);
    expect(status).toBe(200);
    lines.push(...body.data);
    if (!body.has_more) return { totals: body.totals, lines };
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

const ofAccount = (month: string) => `${platform}/statements/${month}`;
const ofOperator = (month: string) => `/api/v1/operator/statements/${month}`;
const members = [
  "charges",
  "deliveries",
  "cancellations",
  "adjustments",
  "later",
  "total",
  "cost",
  "margin",
] as const;

/** By currency, as a statement has its totals. */
function sumUp(list: readonly Sums[]): Sums[] {
  const byCurrency = Object.groupBy(list, ({ currency }) => currency);
  return Object.entries(byCurrency)
    .map(([currency, found = []]) => {
      const sums = members.filter((name) => found[0]?.[name] !== undefined);
      const added = sums.map((name) => [name, found.reduce((sum, each) => sum + (each[name] ?? 0), 0)]);
      return { currency, ...Object.fromEntries(added) } as Sums;
    })
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

const withoutEarned = ({ cost: _cost, margin: _margin, ...sums }: Sums): Sums => sums;

/** As rows say, which no statement reads this way. */
function chargeRows() {
  return server.deps.stores.platform("live").db.all<{
    id: string;
    account_id: string;
    carrier_id: string;
    shipment_id: string;
    kind: string;
    amount: number;
    cost: number;
    currency: string;
    billed_by: string;
    reverses: string | null;
    created_at: number;
  }>(sql`SELECT * FROM charges`);
}

test("statements of months partition all charges, and every sum is exact for the account and the operator", async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: stepsMax, size: "max" });
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      for (const one of made) await perform(one);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  clock.moveTo(Math.max(clock.now(), latest));
  // Signed in before, the session would have ended.
  operator = await createOperator(server);
  const watch = watchStatements();
  const rows = chargeRows();
  const billed = rows.filter(({ billed_by }) => billed_by === "installation");
  expect(new Set(billed.map(({ kind }) => kind))).toEqual(
    new Set(["delivery", "cancellation", "adjustment"]),
  );
  expect(rows.length).toBeGreaterThan(billed.length);
  expect(billed.some(({ amount, cost }) => amount !== cost)).toBe(true);

  const told: (Line & { month: string })[] = [];
  let counted = 0;
  for (const month of months) {
    const all = await read(operator.session, ofOperator(month));
    expect(await read(operator.session, ofOperator(month), 2)).toEqual(all);
    expect(all.totals).toEqual(sumUp(all.lines));
    for (const { deliveries, cancellations, adjustments, later, total, cost, margin } of [
      ...all.totals,
      ...all.lines,
    ]) {
      expect(deliveries + cancellations + adjustments + later).toBe(total);
      expect((cost ?? Number.NaN) + (margin ?? Number.NaN)).toBe(total);
    }
    for (const { accountId, live } of accounts) {
      const own = await read(live, ofAccount(month));
      expect(await read(live, ofAccount(month), 3)).toEqual(own);
      expect(own.totals).toEqual(sumUp(own.lines));
      const earned = all.lines.filter(({ account }) => account.id === accountId);
      expect(sumUp(earned.map(withoutEarned))).toEqual(own.totals);
      told.push(...own.lines.map((line) => ({ ...line, month, account: { id: accountId } })));
    }
    const between = billed.filter(({ created_at }) => new Date(created_at).toISOString().startsWith(month));
    counted += between.length;
    expect(all.totals.reduce((sum, { charges }) => sum + charges, 0)).toBe(between.length);
    expect(all.totals.reduce((sum, { cost = 0 }) => sum + cost, 0)).toBe(
      between.reduce((sum, { cost }) => sum + cost, 0),
    );
  }
  expectPlans(watch.take());
  watch.stop();
  expect(counted).toBe(billed.length);
  expect(new Set(told.map(({ month }) => month)).size).toBeGreaterThan(1);

  // Each line is what the charges of its shipment, carrier and month add up to.
  const keyOf = (month: string, shipment: string, carrier: string) => `${month} ${shipment} ${carrier}`;
  const byLine = Object.groupBy(billed, ({ created_at, shipment_id, carrier_id }) =>
    keyOf(new Date(created_at).toISOString().slice(0, 7), shipment_id, carrier_id),
  );
  for (const { month, shipment_id, carrier, charges, total } of told) {
    const found = byLine[keyOf(month, shipment_id, carrier.id)] ?? [];
    expect([found.length, found.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([charges, total]);
  }
  expect(told).toHaveLength(Object.keys(byLine).length);

  // What is taken back is taken back of the account and of the operator's margin alike.
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { reverses, amount, cost } of rows) {
    if (reverses === null) continue;
    const reversed = byId.get(reverses);
    expect([amount, cost]).toEqual([0 - (reversed?.amount ?? 0), 0 - (reversed?.cost ?? 0)]);
  }
});

/** Each reads the month's rows by an index, and a page of lines only its own: they come in the order of the index. */
function expectPlans(run: readonly Statement[]): void {
  const bySource = new Map(run.map((one) => [one.source, one]));
  const read = [...bySource.values()].filter(({ source }) => /month"? = \+\?/.test(source));
  expect(read).toHaveLength(4);
  for (const one of read) {
    const plan = one.database.prepare(`EXPLAIN QUERY PLAN ${one.source}`).all(...one.args);
    const details = plan.map((line) => (line as { detail: string }).detail);
    expect(scansOf(one)).toEqual([]);
    expect(details[0]).toMatch(/^SEARCH .* (INDEX \w+|PRIMARY KEY) \((account_id=\? AND )?month=\?/);
    if (/limit/i.test(one.source)) expect(details).toHaveLength(1);
  }
}

test("quotes keep the margin that they were stored with", async () => {
  const { live } = await server.account();
  const [cheap] = carriers;
  const id = cheap?.identity.id ?? "";
  const setMargin = (percent: number) =>
    operator.session.patch(`/api/v1/operator/carriers/${id}?environment=live`, {
      margin: { percent, amount: null },
    });
  await setMargin(10);
  expect(marginOf(server.deps.stores.platform("live").db, id)).toEqual({ percent: 10, amount: null });
  const { shipment, quotes } = await createQuoted(live);
  await setMargin(50);
  const quote = quotes.find(({ carrier }: { carrier: { id: string } }) => carrier.id === id);
  expect(quote.price).toEqual({ amount: quote.price.amount === 366 ? 366 : 855, currency: "EUR" });
  const made = await live.post(`${platform}/shipments/${shipment.id}/assignments`, { quote_id: quote.id });
  expect(made.body.price).toEqual(quote.price);
});

test("the cheapest offer and max_price are of what the account pays", async () => {
  const { live } = await server.account();
  const before = carriers;
  const playing = (amount: number) => playCarrier(`of_${amount}`, { quote: async () => offers({ amount }) });
  const [plain, marked] = [playing(1000), playing(900)];
  carriers = [plain, marked];
  const margin = { percent: 12, amount: null };
  for (const { identity } of carriers)
    await addCarrier(server, "live", null, { ...identity, ...(identity === marked.identity && { margin }) });
  const { shipment, quotes } = await createQuoted(live);
  const assignments = `${platform}/shipments/${shipment.id}/assignments`;
  const found = quotes.map(({ carrier, price, labels }: Answer["body"]) => [
    carrier.code,
    price.amount,
    labels.includes("cheapest"),
  ]);
  expect(found.toSorted()).toEqual([
    ["of_1000", 1000, true],
    ["of_900", 1008, false],
  ]);
  const wish = { auto_reassign: { max_price: { amount: 1007, currency: "EUR" } } };
  const made = await live.post(assignments, { strategy: "cheapest", ...wish });
  expect(made.body.carrier.code).toBe("of_1000");
  await jobsAtRest(server.deps);
  await write(server.deps, "live", (writing) =>
    applyReport(writing, shipment.id, {
      assignmentId: made.body.id,
      by: "carrier",
      at: clock.now(),
      update: { kind: "withdrawn", reason: "carrier_cancelled", message: "No.", rejected: false },
    }),
  );
  // The other carrier would take 900, but the account would pay 1008.
  expect((await live.get(`${platform}/shipments/${shipment.id}`)).body.status).toBe("quoted");
  await live.post(assignments, { strategy: "cheapest" });
  await jobsAtRest(server.deps);
  const { data } = (await live.get(assignments)).body;
  expect(data.at(-1).price.amount).toBe(1008);
  carriers = before;
});

test("a month says whether it is over; what is no month, has not begun, or is of the sandbox is not found", async () => {
  const { live, sandbox, session } = await server.account();
  const now = new Date(clock.now()).toISOString().slice(0, 7);
  expect(now).toBe("2026-03");
  const running = await live.get(ofAccount(now));
  expect(running.body).toMatchObject({
    month: "2026-03",
    from: "2026-03-01T00:00:00.000Z",
    to: "2026-04-01T00:00:00.000Z",
    until: "2026-04-01T00:00:00.000Z",
    complete: false,
    totals: [],
    data: [],
  });
  expect((await live.get(ofAccount("2026-02"))).body.complete).toBe(true);
  expect((await operator.session.get(ofOperator(now))).body.complete).toBe(false);
  for (const name of ["2026-13", "2026-00", "2026-1", "26-01", "2026-01-01", "last", "2026-04"]) {
    const answers = [await live.get(ofAccount(name)), await operator.session.get(ofOperator(name))];
    expect(answers.map(({ status, body }) => [name, status, body.code])).toEqual([
      [name, 404, "not_found"],
      [name, 404, "not_found"],
    ]);
  }
  const inSandbox = await sandbox.get(ofAccount("2026-02"));
  expect([inSandbox.status, inSandbox.body.detail]).toEqual([404, expect.stringContaining("sandbox")]);
  const { data: audited } = (await operator.session.get("/api/v1/audit?action=accounts.listed")).body;
  expect(audited).toHaveLength(1);
  const foreign = await session.get(ofOperator("2026-02"));
  expect([foreign.status, foreign.body.code]).toEqual([403, "operator_required"]);
});

test("the same as CSV: every line, for the account and for the operator", async () => {
  const { live } = accounts[0] as TestAccount;
  const csv = { accept: "text/csv" };
  for (const [client, path, name, columns] of [
    [live, ofAccount("2026-02"), "statement-2026-02.csv", 14],
    [operator.session, ofOperator("2026-03"), "accounts-statement-2026-03-incomplete.csv", 15],
  ] as const) {
    const { lines, totals } = await read(client, path);
    const { headers, text } = await client.get(path, csv);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    const [header = "", ...rows] = text
      .trimEnd()
      .split("\r\n")
      .map((row) => row.split(","));
    expect([header.length, rows.length]).toEqual([columns, lines.length]);
    const total = header.indexOf("total");
    expect(rows.map((row) => row[header.indexOf("carrier_code")])).toEqual(
      lines.map(({ carrier }) => carrier.code),
    );
    const inEuros = rows.filter((row) => row[header.indexOf("currency")] === "EUR");
    expect(inEuros.reduce((sum, row) => sum + Number(row[total]), 0)).toBe(
      totals.find(({ currency }) => currency === "EUR")?.total ?? Number.NaN,
    );
  }
});

test("a charge from before margins costs what it amounts to, and is taken back so", async () => {
  const { accountId, live } = await server.account();
  const { shipment, quotes } = await createQuoted(live);
  const quote = quotes.find(({ price }: { price: { currency: string } }) => price.currency === "JPY");
  await write(server.deps, "live", ({ tx }) =>
    tx.run(sql`UPDATE quotes SET amount = 4711, cost = NULL WHERE id = ${quote.id}`),
  );
  const assignments = `${platform}/shipments/${shipment.id}/assignments`;
  const made = await live.post(assignments, { quote_id: quote.id });
  const lineOf = async () => {
    const { lines } = await read(operator.session, ofOperator("2026-03"));
    return lines.find(({ account }) => account.id === accountId);
  };
  expect(await lineOf()).toMatchObject({ total: 4711, cost: 4711, margin: 0 });
  await live.delete(`${assignments}/${made.body.id}`);
  expect(await lineOf()).toMatchObject({ charges: 2, total: 0, cost: 0, margin: 0 });
  // What triggers add up is what the migration wrote for charges that were there before.
  const { db } = server.deps.stores.platform("live");
  const kept = db.all(sql`SELECT * FROM statement_totals`);
  const counted = db.all(sql`SELECT month, account_id, carrier_id, currency, kind, count(*) AS charges,
    sum(amount) AS amount, sum(ifnull(cost, amount)) AS cost FROM charges WHERE billed_by = 'installation'
    GROUP BY month, account_id, carrier_id, currency, kind ORDER BY month, account_id, carrier_id, currency, kind`);
  expect(kept).toEqual(counted);
});
