import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CancelAnswer } from "../../../../src/delivery/carriers/carrier.ts";
import { cancelBatch } from "../../../../src/delivery/orders/batches/cancelling.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import { playCarrier } from "../../../support/carriers.ts";
import { settledRows } from "../../../support/database.ts";
import { callerOf, createQuoted, createShipment, lateCaller, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { revokedAfter } from "../../../support/revoked-key.ts";

/** Accepting and cancelling many at once. */

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
/** It answers a cancellation as the test says. */
let decision: CancelAnswer = { kind: "cancelled", fee: null };
const asking = playCarrier("asking", {
  cancel: async () => decision,
  terms: { cancelsAtOnce: false },
});
const quick = playCarrier("quick");

beforeAll(async () => {
  server = await startServer({ replacements: { carriers: () => [quick, asking] } });
  account = await server.account();
  other = await server.account();
});
afterAll(() => server.stop());

const accept = (items: unknown[], headers = {}, of = account) =>
  of.sandbox.post(`${platform}/assignments/batch`, { items }, headers);
const cancel = (items: unknown[], headers = {}) =>
  account.sandbox.post(`${platform}/cancellations/batch`, { items }, headers);
const read = async (id: string) => (await account.sandbox.get(`${platform}/shipments/${id}`)).body;
const outcomes = ({ body }: Answer) =>
  body.results.map(({ result, problem }: Answer["body"]) => [result, problem?.code ?? null]);

async function quoted(carrier = quick) {
  const { shipment, quotes } = await createQuoted(account.sandbox);
  const quote = quotes.find((each: Answer["body"]) => each.carrier.id === carrier.identity.id);
  return { id: shipment.id as string, quote };
}

/** A shipment that a carrier has confirmed. */
async function confirmed(carrier = quick): Promise<string> {
  const { id, quote } = await quoted(carrier);
  const { status } = await account.sandbox.post(`${platform}/shipments/${id}/assignments`, {
    quote_id: quote.id,
  });
  expect(status).toBe(201);
  await eventually(
    "a confirmed booking",
    async () => (await read(id)).substatus === "confirmed" || undefined,
  );
  return id;
}

describe("accepting many", () => {
  test("takes a quote or a strategy for each, and refuses each bad one alone, in the order sent", async () => {
    const [named, chosen, cheap, taken] = [await quoted(), await quoted(), await quoted(), await confirmed()];
    const strange = await createQuoted(other.sandbox);
    const fresh = await createShipment(account.sandbox);
    const answer = await accept([
      { shipment_id: named.id, quote_id: named.quote.id },
      { shipment_id: chosen.id, strategy: "fastest", max_price: { amount: 1000, currency: "EUR" } },
      { shipment_id: cheap.id, strategy: "cheapest", max_price: { amount: 999, currency: "EUR" } },
      { shipment_id: cheap.id, strategy: "cheapest", max_price: { amount: 9999, currency: "USD" } },
      { shipment_id: taken, strategy: "cheapest" },
      { shipment_id: strange.shipment.id, strategy: "cheapest" },
      { shipment_id: "shp_none", strategy: "cheapest" },
      { shipment_id: cheap.id, quote_id: named.quote.id },
      { shipment_id: named.id, strategy: "cheapest" },
      {
        shipment_id: fresh.id,
        strategy: "cheapest",
        auto_reassign: { max_price: { amount: 5, currency: "EUR" } },
      },
    ]);
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      ["accepted", null],
      ["accepted", null],
      ["refused", "no_open_quotes"],
      ["refused", "no_open_quotes"],
      ["refused", "shipment_already_assigned"],
      ["refused", "not_found"],
      ["refused", "not_found"],
      ["refused", "not_found"],
      ["refused", "shipment_already_assigned"],
      ["accepted", null],
    ]);
    const [first, , third] = answer.body.results;
    expect(first).toMatchObject({ shipment_id: named.id, assignment: { quote_id: named.quote.id } });
    expect(third.problem).toMatchObject({ status: 409, request_id: answer.headers.get("x-request-id") });
    expect(third.problem.detail).toContain("max_price");
    expect((await read(fresh.id)).assignment.auto_reassign.remaining).toBe(5);
    expect((await read(cheap.id)).status).toBe("quoted");
    expect((await read(named.id)).status).toBe("assigned");
    const { body } = await other.sandbox.get(`${platform}/shipments/${strange.shipment.id}`);
    expect(body.status).toBe("quoted");
  });

  test("is idempotent as a whole: a repeated request accepts nothing again and says the same", async () => {
    const { id } = await quoted();
    const items = [{ shipment_id: id, strategy: "cheapest" }];
    const once = { "idempotency-key": "accept-batch" };
    const first = await accept(items, once);
    const rows = await settledRows(server);
    const again = await accept(items, once);
    expect(again.body).toEqual(first.body);
    expect(outcomes(again)).toEqual([["accepted", null]]);
    expect(await settledRows(server)).toEqual(rows);
    expect((await accept([{ shipment_id: id, strategy: "fastest" }], once)).body.code).toBe(
      "idempotency_key_reused",
    );
    // Without a key it is a new request.
    expect(outcomes(await accept(items))).toEqual([["refused", "shipment_already_assigned"]]);
  });

  test("of two requests for the same 100 shipments each shipment is accepted once", async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => createShipment(account.sandbox)));
    const items = made.map(({ id }) => ({ shipment_id: id, strategy: "cheapest" }));
    const answers = await Promise.all([accept(items), accept(items)]);
    for (const index of items.keys()) {
      const results = answers.map(({ body }) => body.results[index].result).sort();
      expect(results).toEqual(["accepted", "refused"]);
    }
  });

  test("changes nothing for a body that is wrong anywhere", async () => {
    const { id, quote } = await quoted();
    const good = { shipment_id: id, quote_id: quote.id };
    const max_price = { amount: 1, currency: "EUR" };
    const wrong: [unknown[], string, string][] = [
      [[good, { shipment_id: id }], "#/items/1", "one_of"],
      [[good, { ...good, strategy: "cheapest" }], "#/items/1", "one_of"],
      [[good, { ...good, max_price }], "#/items/1/max_price", "contradictory"],
      [[good, { ...good, strategy: "best" }], "#/items/1/strategy", "enum"],
      [[], "#/items", "min_items"],
      [Array(101).fill(good), "#/items", "max_items"],
    ];
    for (const [items, pointer, code] of wrong) {
      const { status, body } = await accept(items);
      expect([status, body.code, body.errors[0]]).toMatchObject([
        422,
        "validation_failed",
        { pointer, code },
      ]);
    }
    expect((await read(id)).status).toBe("quoted");
  });
});

/** Runs a request whose writes fail as in a stop, as soon as `isPartDone`. */
async function stoppedMidway(
  send: () => Promise<Answer>,
  isPartDone: () => Promise<boolean>,
): Promise<Answer> {
  const store = server.deps.stores.platform("sandbox");
  const { write } = store;
  let isStopping = false;
  store.write = (async (work: Parameters<typeof write>[0]) => {
    isStopping ||= await isPartDone();
    if (isStopping) throw new AppError("shutting_down");
    return write(work);
  }) as typeof write;
  const answer = await send();
  store.write = write;
  return answer;
}

test("what a stop ended midway goes on with the same key, and nothing is accepted or cancelled twice", async () => {
  const made = await Promise.all(Array.from({ length: 25 }, () => quoted()));
  const ids = made.map(({ id }) => id);
  const count = async (status: string) => {
    const views = await Promise.all(ids.map(read));
    return views.filter((view) => view.status === status).length;
  };
  const steps = [
    [accept, made.map(({ id, quote }) => ({ shipment_id: id, quote_id: quote.id })), "assigned", "accepted"],
    [cancel, ids.map((id) => ({ shipment_id: id })), "cancelled", "cancelled"],
  ] as const;
  for (const [send, items, status, result] of steps) {
    const once = { "idempotency-key": `stopped-${status}` };
    const stopped = await stoppedMidway(
      () => send([...items], once),
      async () => (await count(status)) > 0,
    );
    expect([stopped.status, stopped.body.code, await count(status)]).toEqual([503, "shutting_down", 10]);
    const done = await send([...items], once);
    expect(done.body.results.map((one: Answer["body"]) => one.result)).toEqual(Array(25).fill(result));
    expect(await count(status)).toBe(25);
    expect((await send([...items], once)).body).toEqual(done.body);
  }
  for (const id of ids) {
    const { body } = await account.sandbox.get(`${platform}/shipments/${id}/assignments`);
    expect(body.data.length).toBe(1);
  }
});

test("many are accepted and cancelled ten at a time: where the key is revoked midway, the rest is refused", async () => {
  const made: Answer["body"][] = [];
  for (let number = 0; number < 30; number += 1) made.push(await createShipment(account.sandbox));
  for (const [path, more, done] of [
    ["assignments", { strategy: "cheapest" }, "accepted"],
    ["cancellations", {}, "cancelled"],
  ] as const) {
    const items = made.map(({ id }) => ({ shipment_id: id, ...more }));
    await settledRows(server);
    const { client, end } = await revokedAfter({ server, account }, 1);
    const answer = await client.post(`${platform}/${path}/batch`, { items });
    end();
    const count = outcomes(answer).filter(([result]: [string]) => result === done).length;
    expect([path, count > 0, count < 30, count % 10]).toEqual([path, true, true, 0]);
    expect(outcomes(answer).slice(count)).toEqual(Array(30 - count).fill(["refused", "api_key_revoked"]));
    const rest = await account.sandbox.post(`${platform}/${path}/batch`, { items });
    const known = path === "assignments" ? ["refused", "shipment_already_assigned"] : ["cancelled", null];
    expect(outcomes(rest)).toEqual([...Array(count).fill(known), ...Array(30 - count).fill([done, null])]);
  }
});

describe("cancelling many", () => {
  test("ends each that can be, and refuses each other alone", async () => {
    decision = { kind: "cancelled", fee: null };
    const [plain, agreed] = [await confirmed(), await confirmed(asking)];
    const strange = await createShipment(other.sandbox);
    const answer = await cancel([
      { shipment_id: plain, reason_code: "duplicate", message: "Ordered twice" },
      { shipment_id: agreed },
      { shipment_id: plain },
      { shipment_id: strange.id },
    ]);
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      ["cancelled", null],
      ["cancelled", null],
      ["cancelled", null],
      ["refused", "not_found"],
    ]);
    expect((await read(plain)).cancellation).toMatchObject({
      reason_code: "duplicate",
      message: "Ordered twice",
    });
    expect((await read(agreed)).status).toBe("cancelled");
  });

  test("says which carriers refuse and which have not answered, and asks nobody again when repeated", async () => {
    decision = { kind: "refused", reason: "other", message: "The driver is at the pickup." };
    const refused = await confirmed(asking);
    const once = { "idempotency-key": "cancel-batch" };
    const first = await cancel([{ shipment_id: refused }], once);
    expect(outcomes(first)).toEqual([["refused", "carrier_refused_cancellation"]]);
    expect(first.body.results[0].problem).toMatchObject({
      detail: "The driver is at the pickup.",
      reason_code: "other",
    });
    expect((await read(refused)).status).toBe("assigned");
    const calls = asking.calls.length;
    expect((await cancel([{ shipment_id: refused }], once)).body).toEqual(first.body);

    decision = { kind: "pending" };
    const open = await confirmed(asking);
    expect(asking.calls.filter(({ verb }) => verb === "cancel").length).toBe(
      asking.calls.slice(0, calls).filter(({ verb }) => verb === "cancel").length,
    );
    expect(outcomes(await cancel([{ shipment_id: open }]))).toEqual([["requested", null]]);
    expect((await read(open)).cancellation_requested_at).not.toBeNull();
  });

  test("answers an equal request that came while the first was answered with the same", async () => {
    const id = await confirmed();
    const items = [{ shipment_id: id }, { shipment_id: "shp_none" }];
    const { body } = await cancel(items, { "idempotency-key": "overtaken-batch" });
    const { deps } = server;
    const caller = lateCaller(deps, callerOf(account.accountId, "sandbox"), "overtaken-batch");
    expect(await cancelBatch(deps, caller, { items })).toEqual(body);
  });
});
