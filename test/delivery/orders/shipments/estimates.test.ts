import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Carrier, QuoteRequest } from "../../../../src/delivery/carriers/carrier.ts";
import { countAsks } from "../../../../src/delivery/lifecycle/quotes/asking.ts";
import { expectProblem } from "../../../api/problem.ts";
import { gate, never, offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest, wakeLoops } from "../../../support/clock.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** What carriers would offer, without a shipment. */

const estimates = `${platform}/estimates`;
const deadlineSeconds = 1;

let carriers: Carrier[] = [];
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  // A round's time is over for who does not answer, and not for who is asked late on a slow machine.
  const replacements = { carriers: () => carriers, clock: createClock() };
  server = await startServer({ replacements, config: { quotingDeadlineSeconds: deadlineSeconds } });
  account = await server.account();
});
afterAll(() => server.stop());

const cheap = () =>
  playCarrier("cheap", { quote: async () => offers({ amount: 500 }, { amount: 900, minutes: 5 }) });

test("offers as a round would have them, cheapest first, and nothing is stored", async () => {
  const full = playCarrier("full", {
    quote: async () => ({ kind: "unavailable", code: "no_drivers", message: "Nobody is free." }),
  });
  const strict = { ...playCarrier("strict"), proves: [] };
  carriers = [cheap(), full, strict];
  const rows = await settledRows(server);
  const body = shipmentBody({
    delivery: { ...(shipmentBody().delivery as object), requirements: { signature: true } },
  });
  const { status, body: answer } = await account.live.post(estimates, body);
  expect(status).toBe(200);
  const [first, second] = answer.data;
  expect(first).toEqual({
    carrier: { id: expect.any(String), code: "cheap", name: "cheap" },
    service: { code: "standard", name: "Standard" },
    price: { amount: 500, currency: "EUR" },
    price_breakdown: [{ code: "base", name: "Base fare", amount: 500 }],
    estimated_pickup_at: expect.any(String),
    estimated_delivery_at: expect.any(String),
    estimated_delivery_date: null,
    cancellation: null,
    return_fee: null,
    failed_price: null,
    labels: ["cheapest"],
  });
  expect([second.price.amount, second.labels, answer.data.length]).toEqual([900, ["fastest"], 2]);
  expect(answer.environment).toBe("live");
  expect(answer.distance_meters).toBeGreaterThan(1000);
  const reasons = answer.unavailable.map(({ carrier, code }: { carrier: { code: string }; code: string }) => [
    carrier.code,
    code,
  ]);
  expect(reasons.toSorted()).toEqual([
    ["full", "no_drivers"],
    ["strict", "requirement_unsupported"],
  ]);
  expect(databaseRows(server)).toEqual(rows);
});

test("a silent carrier and a broken one keep nobody from the others' offers", async () => {
  const broken = playCarrier("broken", {
    quote: async () => {
      throw new Error("no connection");
    },
  });
  carriers = [cheap(), playCarrier("silent", { quote: never }), broken];
  const { body } = await account.live.post(estimates, shipmentBody());
  expect(body.data).toHaveLength(2);
  const reasons = body.unavailable.map(({ carrier, code }: { carrier: { code: string }; code: string }) => [
    carrier.code,
    code,
  ]);
  expect(reasons.toSorted()).toEqual([
    ["broken", "carrier_error"],
    ["silent", "carrier_timeout"],
  ]);
});

test("no carriers: an honest empty list", async () => {
  carriers = [];
  const { status, body } = await account.live.post(estimates, shipmentBody());
  expect([status, body.data, body.unavailable[0].code]).toEqual([200, [], "no_carriers_configured"]);
});

test("a carrier's limit holds for estimates and quotes together", async () => {
  let calls = 0;
  let most = 0;
  const open = gate();
  const narrow = playCarrier("narrow", {
    quote: async () => {
      calls += 1;
      most = Math.max(most, calls);
      await open.promise;
      calls -= 1;
      return offers({ amount: 100 });
    },
  });
  const limited = [{ ...narrow, limits: { parallelAsks: 2 } }];
  // Nobody is late here, however slow the machine is.
  const own = await startServer({ replacements: { carriers: () => limited } });
  const { live } = await own.account();
  const asked = Array.from({ length: 6 }, (_, index) =>
    live.post(index % 2 === 0 ? estimates : `${platform}/shipments`, shipmentBody()),
  );
  await eventually("all asks", () => countAsks(own.deps, "live") === 6 || undefined);
  await jobsAtRest(own.deps, "quotes.ask");
  await own.deps.stores.platform("live").synced();
  await wakeLoops(own.deps);
  expect(calls).toBe(2);
  open.resolve();
  const answers = await Promise.all(asked);
  expect(answers.filter(({ body }) => body.data?.length === 1)).toHaveLength(3);
  expect(most).toBe(2);
  await own.stop();
});

test("the same key gets the same estimate; in the sandbox the simulated carriers estimate too", async () => {
  carriers = [cheap()];
  const key = { "idempotency-key": "estimate-1" };
  const first = await account.live.post(estimates, shipmentBody(), key);
  carriers = [];
  const again = await account.live.post(estimates, shipmentBody(), key);
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
});

test("what is wrong with a shipment is wrong here, and an estimate cannot be accepted at once", async () => {
  for (const [body, code] of [
    [{ ...shipmentBody(), accept: { strategy: "cheapest" } }, "validation_failed"],
    [{ ...shipmentBody(), parcels: [] }, "validation_failed"],
    [{ ...shipmentBody(), simulation: { speed: "manual" } }, "sandbox_only"],
  ] as const) {
    expect((await account.live.post(estimates, body)).body.code).toBe(code);
  }
});

test("a cart's address has a postal code or a town and a country, and a carrier that needs streets says so", async () => {
  const asked: QuoteRequest[] = [];
  const areas = playCarrier("areas", {
    quote: async (request) => {
      asked.push(request);
      return offers({ amount: 700 });
    },
  });
  const strict = {
    ...playCarrier("strict", { quote: async () => offers({ amount: 500 }) }),
    needsStreets: true,
  };
  carriers = [areas, strict];
  const { pickup, delivery, parcels } = shipmentBody() as Record<
    string,
    { contact: object; address: object }
  >;
  const cart = {
    pickup: { address: { postal_code: "10119", country: "DE" } },
    delivery: { address: { city: "Potsdam", country: "DE", line1: null } },
    parcels,
  };
  const { status, body } = await account.live.post(estimates, cart);
  expect(status).toBe(200);
  expect(body.data.map(({ carrier }: { carrier: { code: string } }) => carrier.code)).toEqual(["areas"]);
  expect(body.unavailable).toMatchObject([
    { carrier: { code: "strict" }, code: "incomplete_address", message: expect.stringContaining("line1") },
  ]);
  expect(asked).toMatchObject([
    {
      pickup: { contact: { name: "" }, address: { line1: "", city: "", postal_code: "10119" } },
      delivery: { address: { line1: "", city: "Potsdam" } },
    },
  ]);
  const whole = await account.live.post(estimates, {
    ...cart,
    pickup: { address: pickup?.address },
    delivery: { address: delivery?.address },
  });
  expect(whole.body.data).toHaveLength(2);
});

test("an address without postal code and town is refused, and a shipment needs its contacts and streets", async () => {
  carriers = [cheap()];
  const { parcels } = shipmentBody();
  const nowhere = { address: { country: "DE", city: null } };
  const answer = await account.live.post(estimates, { pickup: nowhere, delivery: nowhere, parcels });
  expectProblem(server, answer, {
    status: 422,
    code: "validation_failed",
    at: { "#/pickup/address/city": "required", "#/delivery/address/city": "required" },
  });
  const cart = { address: { postal_code: "10119", country: "DE" } };
  const created = await account.live.post(`${platform}/shipments`, { pickup: cart, delivery: cart, parcels });
  expect(created.status).toBe(422);
  expect(created.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(
    "#/pickup/address/line1",
  );
});
