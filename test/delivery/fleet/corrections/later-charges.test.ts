import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import type { Answer, Client } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { addPerson } from "../../../support/people.ts";

/** What a fleet charges beside the price: who may, how much, how long, and where it shows. */

let world: DispatchWorld;
let operator: TestOperator;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  operator = await createOperator(world.server);
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const reason = "Meyer let the driver wait for 20 minutes.";
let keys = 0;

function add(
  id: string,
  change: object = {},
  headers: Record<string, string> = {},
  client: Client = world.account.sandbox,
): Promise<Answer> {
  keys += 1;
  const body = { kind: "waiting", amount: { amount: 250, currency: "EUR" }, reason, ...change };
  return client.post(`${platform}/shipments/${id}/charges`, body, {
    "idempotency-key": `k-${keys}`,
    ...headers,
  });
}

const money = (amount: number, currency = "EUR") => ({ amount: { amount, currency } });
const chargesOf = async (id: string, client = world.account.sandbox): Promise<Body[]> =>
  (await client.get(`${platform}/charges?shipment_id=${id}`)).body.data;
const sumOf = (charges: Body[]) => charges.reduce((sum, { amount }) => sum + amount.amount, 0);
const priceOf = async (id: string): Promise<number> => (await world.shipment(id)).price.amount;

describe("an own fleet", () => {
  test("charges for waiting and attempts, and gives a discount down to nothing", async () => {
    const { id, assignmentId } = await world.book(fleet);
    const price = await priceOf(id);
    const waiting = await add(id);
    expect([waiting.status, waiting.body]).toMatchObject([
      201,
      {
        kind: "waiting",
        amount: { amount: 250, currency: "EUR" },
        assignment_id: assignmentId,
        reverses: null,
        reason,
      },
    ]);
    expect(waiting.body).toMatchObject({ billed_by: "carrier", carrier_id: fleet });
    expect((await add(id, { kind: "attempt", ...money(100) })).status).toBe(201);
    expect((await add(id, { kind: "other", ...money(1) })).status).toBe(201);
    const tooMuch = await add(id, { kind: "discount", ...money(price + 352) });
    expect([tooMuch.status, tooMuch.body.errors]).toMatchObject([422, [{ pointer: "#/amount/amount" }]]);
    const discount = await add(id, { kind: "discount", ...money(price + 351) });
    expect(discount.body.amount.amount).toBe(-(price + 351));
    const all = await chargesOf(id);
    expect([all.length, sumOf(all)]).toEqual([5, 0]);
    expect((await add(id, { kind: "discount", ...money(1) })).status).toBe(422);
    expect(all.find(({ kind }) => kind === "waiting")).toEqual({
      ...waiting.body,
      shipment: expect.any(Object),
    });
    const csv = await world.account.sandbox.get(`${platform}/charges?shipment_id=${id}&kind=waiting`, {
      accept: "text/csv",
    });
    expect(csv.text).toContain(reason);
  });

  test("tells an event without the words about people, and the audit log", async () => {
    const { id } = await world.book(fleet);
    const { body: charge } = await add(id);
    await world.pass();
    const { body } = await world.account.sandbox.get(`${platform}/events?type=charge.created&limit=100`);
    const told = body.data.map(({ data }: Body) => data.charge).find((each: Body) => each.id === charge.id);
    expect(told).toEqual({ ...charge, reason: null });
    const { body: audit } = await world.account.session.get("/api/v1/audit?action=shipment.charged");
    expect(audit.data.find(({ target }: Body) => target.id === id)).toMatchObject({
      details: { carrier_id: fleet, reported: ["waiting"] },
    });
  });

  test("charges once for a key, and never without one", async () => {
    const { id } = await world.book(fleet);
    const headers = { "idempotency-key": "the-same" };
    const [one, other] = await Promise.all([add(id, {}, headers), add(id, {}, headers)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body).toEqual(other.body);
    expect((await add(id, money(251), headers)).body.code).toBe("idempotency_key_reused");
    const body = { kind: "waiting", ...money(250), reason };
    const without = await world.account.sandbox.post(`${platform}/shipments/${id}/charges`, body);
    expect([without.status, without.body.code]).toEqual([400, "idempotency_key_required"]);
    expect((await chargesOf(id)).map(({ kind }) => kind).sort()).toEqual(["delivery", "waiting"]);
  });

  test("charges at most a hundred times beside the price of a job", async () => {
    const { id } = await world.book(fleet);
    for (let count = 1; count <= 100; count += 1) {
      const kind = count % 2 === 0 ? "discount" : "waiting";
      expect((await add(id, { kind, ...money(1) })).status).toBe(201);
    }
    for (const kind of ["waiting", "discount"]) {
      const { status, body } = await add(id, { kind, ...money(1) });
      expect([status, body.code, body.detail]).toEqual([
        409,
        "limit_reached",
        "The job has 100 charges beside its price, and takes no more.",
      ]);
    }
    for (const kind of ["waiting", "discount"]) {
      const path = `${platform}/charges?shipment_id=${id}&kind=${kind}&limit=100`;
      expect((await world.account.sandbox.get(path)).body.data.length).toBe(50);
    }
    const next = await world.book(fleet);
    expect((await add(next.id)).status).toBe(201);
  });

  test("refuses what is no charge, and changes nothing", async () => {
    const { id } = await world.book(fleet);
    const faults: [change: object, pointer: string][] = [
      [money(0), "#/amount/amount"],
      [money(-1), "#/amount/amount"],
      [money(1e12 + 1), "#/amount/amount"],
      [money(1.5), "#/amount/amount"],
      [money(1e12 + 1), "#/amount/amount"],
      [money(250, "USD"), "#/amount/currency"],
      [money(250, "EURO"), "#/amount/currency"],
      [{ kind: "delivery" }, "#/kind"],
      [{ kind: "adjustment" }, "#/kind"],
      [{ reason: "" }, "#/reason"],
      [{ tip: true }, "#/tip"],
    ];
    for (const [change, pointer] of faults) {
      const { status, body } = await add(id, change);
      expect([pointer, status, body.code, body.errors?.[0]?.pointer]).toEqual([
        pointer,
        422,
        "validation_failed",
        pointer,
      ]);
    }
    const stale = await add(id, {}, { "if-match": '"1"' });
    expect([stale.status, stale.body.code]).toEqual([412, "precondition_failed"]);
    const viewer = await addPerson(world.server, world.account.accountId, "viewer");
    expect((await add(id, {}, { "x-environment": "sandbox" }, viewer.session)).status).toBe(403);
    const foreign = await world.server.account();
    expect((await add(id, {}, {}, foreign.sandbox)).status).toBe(404);
    expect((await add(id, {}, {}, world.account.live)).status).toBe(404);
    expect((await chargesOf(id)).length).toBe(1);
  });

  test("has no shipment before a quote is accepted", async () => {
    const { id } = await createShipment(world.account.sandbox);
    expect((await add(id)).body.code).toBe("not_own_fleet");
    expect(await chargesOf(id)).toEqual([]);
  });

  test("the reason goes with the personal data, and the amount stays", async () => {
    const { id, assignmentId } = await world.book(fleet);
    const key = { "idempotency-key": "erased" };
    await add(id, {}, key);
    const before = sumOf(await chargesOf(id));
    await world.end(fleet, assignmentId);
    expect((await world.account.sandbox.post(`${platform}/shipments/${id}/redaction`)).status).toBe(200);
    await world.pass();
    const erased = await chargesOf(id);
    expect([sumOf(erased), JSON.stringify(erased).includes("Meyer")]).toEqual([before, false]);
    expect((await add(id, {}, key)).text).not.toContain("Meyer");
    expect((await add(id)).body.reason).toBeNull();
    const { db } = world.server.deps.stores.platform("sandbox");
    expect(() => db.run(`UPDATE charges SET amount = 1 WHERE shipment_id = '${id}'`)).toThrow();
  });
});

describe("a fleet of the installation", () => {
  let live: Client;
  let installed: string;
  const path = (id: string) => `/api/v1/operator/shipments/${id}/charges?environment=live`;
  const charge = (id: string, amount: number, kind = "waiting") => {
    keys += 1;
    const body = { kind, ...money(amount), reason };
    return operator.session.post(path(id), body, { "idempotency-key": `o-${keys}` });
  };
  const agree = (percent: unknown) =>
    world.account.session.patch(
      `${platform}/account`,
      { later_charges_percent: percent },
      { "x-environment": "live" },
    );
  beforeAll(async () => {
    ({ live } = world.account);
    installed = await addOpenFleet(world.server, null, {}, "live");
  });

  test("charges what the account agreed to, and no more", async () => {
    const { id } = await acceptFleet(live, installed);
    const own = await add(id, {}, {}, live);
    expect([own.status, own.body.code]).toEqual([409, "not_own_fleet"]);
    const { price } = (await live.get(`${platform}/shipments/${id}`)).body;
    const none = await charge(id, 1);
    expect([none.status, none.body.code, none.body.later_charges_percent]).toEqual([
      409,
      "charge_unagreed",
      0,
    ]);
    for (const percent of [-1, 101, 1.5, null, "10"]) expect((await agree(percent)).status).toBe(422);
    expect((await agree(10)).body.later_charges_percent).toBe(10);
    const max = Math.floor(price.amount / 10);
    expect((await charge(id, max + 1)).body.code).toBe("charge_unagreed");
    expect((await charge(id, max)).status).toBe(201);
    expect((await charge(id, 1, "other")).body.code).toBe("charge_unagreed");
    expect((await charge(id, price.amount, "discount")).status).toBe(201);
    const all = await chargesOf(id, live);
    expect([all.length, sumOf(all)]).toEqual([3, max]);

    const month = new Date(world.clock.now()).toISOString().slice(0, 7);
    const { body: statement } = await live.get(`${platform}/statements/${month}`);
    const [total] = statement.totals;
    expect(total).toEqual({
      currency: "EUR",
      charges: 3,
      deliveries: price.amount,
      cancellations: 0,
      adjustments: 0,
      later: max - price.amount,
      total: max,
    });
    expect(statement.data.map(({ later, total: sum }: Body) => [later, sum])).toEqual([[total.later, max]]);
    const { body: theirs } = await operator.session.get(`/api/v1/operator/statements/${month}`);
    expect(theirs.totals).toEqual([{ ...total, cost: max, margin: 0 }]);
    const csv = await live.get(`${platform}/statements/${month}`, { accept: "text/csv" });
    expect(csv.text.split(/\r?\n/)[0]).toContain("adjustments,later,total");
    await agree(0);
  });

  test("charges no more for a discount that went with the price it lowered", async () => {
    const { id, assignmentId } = await acceptFleet(live, installed);
    const price = (await live.get(`${platform}/shipments/${id}`)).body.price.amount;
    expect((await charge(id, 100, "discount")).status).toBe(201);
    expect((await live.delete(`${platform}/shipments/${id}/assignments/${assignmentId}`)).status).toBe(200);
    await live.post(`${platform}/shipments/${id}/quotes`, {});
    const { body: quotes } = await live.get(`${platform}/shipments/${id}/quotes?wait_seconds=10`);
    const open = quotes.data.find(({ status }: Body) => status === "open");
    const again = await live.post(`${platform}/shipments/${id}/assignments`, { quote_id: open.id });
    expect(again.status).toBe(201);
    expect((await charge(id, 1)).body.code).toBe("charge_unagreed");
    expect(sumOf(await chargesOf(id, live))).toBe(price);
  });
});

/** Last, because sessions end meanwhile. */
test("a charge comes at most 60 days after the end, in the month when it is made", async () => {
  const { id, assignmentId } = await world.book(fleet);
  await world.end(fleet, assignmentId);
  world.clock.advance(60 * 86_400);
  const { body } = await add(id);
  expect(body.created_at.slice(0, 7)).toBe(new Date(world.clock.now()).toISOString().slice(0, 7));
  world.clock.advance(2);
  const late = await add(id);
  expect([late.status, late.body.code]).toEqual([409, "charge_too_late"]);
  expect((await chargesOf(id)).length).toBe(2);
});
