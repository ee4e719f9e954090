import { afterAll, beforeAll, expect, test } from "bun:test";
import { customerPrice } from "../../../../src/delivery/lifecycle/state/shipment.ts";
import { createClock } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Client, TestAccount, TestServer } from "../../../support/harness.ts";
import { createForm, customer, type Form, place, requests, startShop } from "../../../support/order-forms.ts";

/** What a customer orders is charged to nobody but the account, which reads it by form. */

const clock = createClock(Date.parse("2026-11-23T10:00:00.000Z"));
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startShop({ replacements: { clock } });
  account = await server.account();
  await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

async function delivered(client: Client, form: Form): Promise<string> {
  const { body } = await place(customer(server, form.token));
  const approved = await client.post(`${requests}/${body.id}/approval`, { accept: { strategy: "cheapest" } });
  expect(approved.body.status).toBe("assigned");
  return approved.body.id;
}

test("a customer's price is the price with the markup, rounded half up", () => {
  const cases: [number, number | null, number | null][] = [
    [890, 20, 1068],
    [333, 50, 500],
    [333, -50, 167],
    [1, -50, 1],
    [1, 49, 1],
    [1, 50, 2],
    [0, 300, 0],
    [999, 0, 999],
    [999, 300, 3996],
    [890, null, null],
    [9_007_199_254_740_991, -50, 4_503_599_627_370_496],
  ];
  for (const [amount, markup, wanted] of cases) {
    const price = customerPrice({ amount, currency: "EUR" }, markup);
    expect(price).toEqual(wanted === null ? null : { amount: wanted, currency: "EUR" });
  }
});

test("charges and the statement of a customer hold what the form's shipments cost", async () => {
  const { sandbox } = account;
  const [form, other, quiet] = [
    await createForm(sandbox, { price: { markup_percent: 33 } }),
    await createForm(sandbox),
    await createForm(sandbox, { price: null }),
  ];
  const first = await delivered(sandbox, form);
  const second = await delivered(sandbox, form);
  await delivered(sandbox, other);
  const unpriced = await delivered(sandbox, quiet);
  const waiting = { kind: "waiting", amount: { amount: 101, currency: "EUR" }, reason: "Waited" };
  const later = await sandbox.post(`${platform}/shipments/${first}/charges`, waiting, {
    "idempotency-key": "w",
  });
  expect(later.status).toBe(201);
  await sandbox.post(`${platform}/shipments/${second}/cancellation`);

  const charges = (await sandbox.get(`${platform}/charges?order_form_id=${form.id}&sort=oldest`)).body.data;
  expect(
    charges.map(({ shipment_id, kind, amount }: Record<string, { amount: number }>) => [
      shipment_id,
      kind,
      amount?.amount,
    ]),
  ).toEqual([
    [first, "delivery", 500],
    [second, "delivery", 500],
    [first, "waiting", 101],
    [second, "adjustment", -500],
  ]);

  const path = `${platform}/statements/2026-11?order_form_id=${form.id}`;
  const statement = await sandbox.get(path);
  expect(statement.status).toBe(200);
  const sums = { currency: "EUR", cancellations: 0 };
  expect(statement.body.totals).toEqual([
    { ...sums, charges: 4, deliveries: 1000, adjustments: -500, later: 101, total: 601, customer_total: 799 },
  ]);
  expect(
    statement.body.data.map(({ shipment_id, total, customer_total }: Record<string, unknown>) => [
      shipment_id,
      total,
      customer_total,
    ]),
  ).toEqual(
    [
      [first, 601, 799],
      [second, 0, 0],
    ].toSorted(([one = ""], [two = ""]) => (one < two ? -1 : 1)),
  );
  const csv = await sandbox.get(path, { accept: "text/csv" });
  const [heads = "", ...lines] = csv.text.trim().split("\r\n");
  expect(heads.split(",").slice(-2)).toEqual(["customer_total", "customer_total_decimal"]);
  expect(lines.map((line) => line.split(",").slice(-2))).toEqual(
    statement.body.data.map(({ customer_total }: { customer_total: number }) => [
      String(customer_total),
      String(customer_total / 100),
    ]),
  );
  expect(csv.headers.get("content-disposition")).toContain("customer-statement-2026-11-incomplete.csv");

  const hidden = await sandbox.get(`${platform}/statements/2026-11?order_form_id=${quiet.id}`);
  expect(hidden.body.totals[0]).toMatchObject({ total: 500, customer_total: null });
  expect((await sandbox.get(`${platform}/shipments/${unpriced}`)).body).toMatchObject({
    price: { amount: 500 },
    customer_price: null,
    order_form_id: quiet.id,
  });

  // What the account owes the installation is another statement, of live only.
  const own = await sandbox.get(`${platform}/statements/2026-11`);
  expect([own.status, own.body.code]).toEqual([404, "not_found"]);
  expect((await account.live.get(`${platform}/statements/2026-11`)).body.data).toEqual([]);
  const foreign = await server.account();
  const none = await foreign.sandbox.get(path);
  expect([none.body.data, none.body.totals]).toEqual([[], []]);
  expect((await foreign.sandbox.get(`${platform}/charges?order_form_id=${form.id}`)).body.data).toEqual([]);
  expect((await foreign.sandbox.get(`${platform}/shipments?order_form_id=${form.id}`)).body.data).toEqual([]);
});

test("what was ordered before stays at its price, and the new markup is of new orders", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox, { price: { markup_percent: 10 } });
  const before = await delivered(sandbox, form);
  await sandbox.patch(`${platform}/order-forms/${form.id}`, { price: { markup_percent: 100 } });
  const after = await delivered(sandbox, form);
  const priceOf = async (id: string) =>
    (await sandbox.get(`${platform}/shipments/${id}`)).body.customer_price.amount;
  expect([await priceOf(before), await priceOf(after)]).toEqual([550, 1000]);
  const statement = await sandbox.get(`${platform}/statements/2026-11?order_form_id=${form.id}`);
  expect(statement.body.totals[0]).toMatchObject({ total: 1000, customer_total: 1550 });
  const csv = await sandbox.get(`${platform}/shipments?order_form_id=${form.id}`, { accept: "text/csv" });
  const [heads = "", ...lines] = csv.text.trim().split("\r\n");
  expect(heads.split(",").slice(-4, -1)).toEqual(["customer_price_amount", "order_form_id", "return_of"]);
  expect(lines.map((line) => line.split(",").slice(-4, -1))).toEqual([
    ["1000", form.id, ""],
    ["550", form.id, ""],
  ]);
});

test("what months take back of a customer's price adds up to the price, also by half a unit", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox, { price: { markup_percent: 50 } });
  const [kept, cancelled] = [await delivered(sandbox, form), await delivered(sandbox, form)];
  const charge = async (id: string, kind: string) => {
    const body = { kind, amount: { amount: 1, currency: "EUR" }, reason: "A cent" };
    const key = { "idempotency-key": `${kind} ${id}` };
    const { status } = await sandbox.post(`${platform}/shipments/${id}/charges`, body, key);
    expect(status).toBe(201);
  };
  const totalsOf = async (month: string) => {
    const { body } = await sandbox.get(`${platform}/statements/${month}?order_form_id=${form.id}`);
    const lines = body.data.map(({ shipment_id, customer_total }: Record<string, unknown>) => [
      shipment_id,
      customer_total,
    ]);
    const [{ customer_total } = { customer_total: 0 }] = body.totals;
    return { ...Object.fromEntries(lines), customer_total };
  };
  // Half as much again: 501 are 751.5, and 1 less is 1.5 less.
  await charge(kept, "waiting");
  await charge(cancelled, "waiting");
  const november = { [kept]: 752, [cancelled]: 752, customer_total: 1504 };
  expect(await totalsOf("2026-11")).toEqual(november);
  clock.advance(10 * 86_400);
  await charge(kept, "discount");
  await charge(cancelled, "discount");
  await sandbox.post(`${platform}/shipments/${cancelled}/cancellation`);
  expect(await totalsOf("2026-11")).toEqual(november);
  expect(await totalsOf("2026-12")).toEqual({ [kept]: -2, [cancelled]: -750, customer_total: -752 });
});
