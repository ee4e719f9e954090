import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { CarrierUpdate } from "../../../../src/delivery/carriers/carrier-update.ts";
import type { DeliveryDeps } from "../../../../src/delivery/carriers/deps.ts";
import { exampleCard, startCard } from "../../../../src/delivery/carriers/kinds/fleet/example.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import type { Substatus } from "../../../../src/delivery/model/model.ts";
import { write } from "../../../../src/infra/deps.ts";
import { readGuidesText } from "../../../../src/web/docs/guides.ts";
import { expectProblem } from "../../../api/problem.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { monday, plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** A fleet in live: its card, its offers, why it made them, and the assignment. */

const clock = createClock(Date.parse(monday));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

interface Fleet {
  id: string;
  account: TestAccount;
  live: Client;
}

/** An account with a fleet, which has this card. */
async function createFleet(card?: object): Promise<Fleet> {
  const account = await server.account();
  const settings = { kind: "fleet", code: "city_riders", name: "City Riders", settings: {} };
  const { id } = (await account.live.post(`${platform}/carriers`, settings)).body;
  if (card) expect((await account.live.put(cardOf(id), card)).status).toBe(200);
  return { id, account, live: account.live };
}

const cardOf = (id: string) => `${platform}/carriers/${id}/rate-card`;
const explanationOf = (id: string) => `${platform}/carriers/${id}/quote-explanation`;

/** From the middle of Berlin 0.05 degrees to the north: 5,560 m, by street 7,228 m. */
const north = { latitude: 52.57, longitude: 13.405 };
function berlin(change: Record<string, unknown> = {}): Record<string, unknown> {
  const stop = (place: object) => ({
    contact: { name: "Kim" },
    address: { line1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE", ...place },
  });
  return shipmentBody({
    pickup: stop({ latitude: 52.52, longitude: 13.405 }),
    delivery: { ...stop(north), requirements: { min_age: 18 } },
    parcels: [{ weight_grams: 4000, length_mm: 400, width_mm: 300, height_mm: 300 }],
    ...change,
  });
}

describe("the card", () => {
  test("is kept as it was sent, with a version that counts its changes", async () => {
    const { id, live } = await createFleet();
    expectProblem(server, await live.get(cardOf(id)), { status: 404, code: "not_found" });
    const first = await live.put(cardOf(id), exampleCard);
    expect([first.status, first.body, first.headers.get("etag")]).toEqual([
      200,
      { version: 1, ...exampleCard },
      '"1"',
    ]);
    expect((await live.get(cardOf(id))).body).toEqual(first.body);
    expect((await live.put(cardOf(id), first.body)).body.version).toBe(1);
    expect((await live.put(cardOf(id), plainCard)).body).toEqual({ version: 2, ...plainCard });
    for (const headers of [{ "if-match": '"1"' }, {}]) {
      const body = "if-match" in headers ? exampleCard : first.body;
      expectProblem(server, await live.put(cardOf(id), body, headers), {
        status: 412,
        code: "precondition_failed",
      });
    }
    expect((await live.get(cardOf(id))).body.version).toBe(2);
    expect((await live.put(cardOf(id), exampleCard, { "if-match": '"2"' })).body.version).toBe(3);
  });

  test("an empty text is none where a text may be left out, and a fault where it is required", async () => {
    const { id, live } = await createFleet();
    const withTexts = (texts: object) => ({ ...plainCard, services: [{ ...plainService, ...texts }] });
    const { status, body } = await live.put(cardOf(id), withTexts({ cut_off: "", vehicle: " " }));
    expect([status, body.services]).toEqual([200, [{ ...plainService, cut_off: null, vehicle: null }]]);
    const refused = await live.put(cardOf(id), withTexts({ name: "" }));
    const at = { "#/services/0/name": "min_length" };
    expectProblem(server, refused, { status: 422, code: "validation_failed", at });
    expect((await live.get(cardOf(id))).body).toEqual(body);
  });

  test("with a fault changes nothing, and each fault is named with its place", async () => {
    const { id, live } = await createFleet(plainCard);
    const service = { ...plainService, pickup_zones: ["moon"], price: { base: -1, minimum: 2, maximum: 1 } };
    const refused = await live.put(cardOf(id), {
      ...plainCard,
      time_zone: "Mars/Olympus",
      services: [service],
    });
    const at = {
      "#/services/0/price/base": "minimum",
      "#/time_zone": "format",
      "#/services/0/pickup_zones/0": "unknown_zone",
      "#/services/0/price/maximum": "contradictory",
    };
    expectProblem(server, refused, { status: 422, code: "validation_failed", at });
    expect((await live.get(cardOf(id))).body).toEqual({ version: 1, ...plainCard });
  });

  test("belongs to fleets, and to their owner", async () => {
    const { account, live } = await createFleet();
    const other = await addCarrier(server, "live", account.accountId);
    const installed = await addCarrier(server, "live", null, { kind: "fleet", accounts: [] });
    for (const id of [other, installed, "car_none"]) {
      expectProblem(server, await live.get(cardOf(id)), { status: 404, code: "not_found" });
      expectProblem(server, await live.put(cardOf(id), plainCard), { status: 404, code: "not_found" });
      const asked = await live.post(explanationOf(id), berlin());
      expectProblem(server, asked, { status: 404, code: "not_found" });
    }
  });

  test("counts as storage of its account, and only the last twenty versions are kept", async () => {
    const { account, id, live } = await createFleet();
    for (let base = 1; base <= 22; base += 1) {
      await live.put(cardOf(id), { ...plainCard, services: [{ ...plainService, price: { base } }] });
    }
    const { db } = server.deps.stores.platform("live");
    const versions = db.get<object>(
      sql`SELECT min(version) AS first, max(version) AS last FROM rate_cards WHERE carrier_id = ${id}`,
    );
    expect(versions).toEqual({ first: 3, last: 22 });
    const [counted] = db.values(sql`SELECT bytes FROM storage_use WHERE account_id = ${account.accountId}`);
    const [rows] = db.values(sql`SELECT sum(bytes) FROM stored_rows WHERE account_id = ${account.accountId}`);
    expect(counted).toEqual(rows);
    expect(Number(counted?.[0])).toBeGreaterThan(20 * JSON.stringify(plainCard).length - 100);
  });

  test("that an earlier version stored says which prefixes hold less now, until it is stored again", async () => {
    const zones = [{ code: "germany", countries: ["GB"], postal_prefixes: ["EC1", "N", "M1 1"] }];
    const { id, live } = await createFleet({ ...plainCard, zones });
    expect((await live.get(cardOf(id))).body).not.toHaveProperty("warnings");
    const { db } = server.deps.stores.platform("live");
    // As such versions stored it.
    db.run(sql`UPDATE rate_cards SET rules = 1, card = json(card) WHERE carrier_id = ${id}`);
    const { body } = await live.get(cardOf(id));
    expect(body.warnings).toEqual(
      ["N", "M1 1"].map((prefix, index) => ({
        code: "prefix_shrank",
        pointer: `#/zones/0/postal_prefixes/${index + 1}`,
        detail: expect.stringContaining(`${prefix} in zone germany holds less than before`),
      })),
    );
    const cached = await live.get(cardOf(id), { "if-none-match": '"1"' });
    expect([cached.status, cached.body.warnings]).toEqual([200, body.warnings]);
    const stored = await live.put(cardOf(id), body);
    expect(stored.body).toMatchObject({ version: 2, zones });
    expect(stored.body).not.toHaveProperty("warnings");
    expect((await live.get(cardOf(id))).body).not.toHaveProperty("warnings");
  });

  test("of more countries and prefixes than the bound is refused with the zone that is beyond it", async () => {
    const zoneOf = (code: string, prefixes: number) => ({
      code,
      countries: ["DE", "AT"],
      postal_prefixes: Array.from({ length: prefixes }, (_, index) => String(index)),
    });
    const zones = Array.from({ length: 10 }, (_, index) => zoneOf(`zone_${index}`, 5000));
    const services = [{ ...plainService, pickup_zones: ["zone_0"], delivery_zones: ["zone_0"] }];
    const { id, live } = await createFleet({ ...plainCard, zones, services });
    const refused = await live.put(cardOf(id), {
      ...plainCard,
      zones: [...zones, zoneOf("last", 1)],
      services,
    });
    expectProblem(server, refused, {
      status: 422,
      code: "validation_failed",
      at: { "#/zones/10/postal_prefixes": "max_items" },
    });
    expect(refused.body.errors).toEqual([
      {
        pointer: "#/zones/10/postal_prefixes",
        code: "max_items",
        detail: "must leave the sum of countries × prefixes of all zones at most 100000",
      },
    ]);
    expect((await live.get(cardOf(id))).body.version).toBe(1);
    const { db } = server.deps.stores.platform("live");
    // A stored one goes on.
    const more = sql`json_insert(card, '$.zones[#]', json(${JSON.stringify(zoneOf("last", 1))}))`;
    db.run(sql`UPDATE rate_cards SET rules = 1, card = ${more} WHERE carrier_id = ${id}`);
    const { body } = await live.get(cardOf(id));
    expect(body.warnings).toMatchObject([
      { code: "too_many_prefixes", pointer: "#/zones/10/postal_prefixes" },
    ]);
    expect((await live.post(explanationOf(id), shipmentBody())).body.services).toMatchObject([
      { offered: true },
    ]);
  });

  test("of 500 zones and 200 services is taken", async () => {
    const { id, live } = await createFleet();
    const zones = Array.from({ length: 500 }, (_, index) => ({
      code: `zone_${index}`,
      countries: ["DE"],
      postal_prefixes: [String(10_000 + index)],
    }));
    const codes = zones.map(({ code }) => code);
    const services = Array.from({ length: 200 }, (_, index) => ({
      ...plainService,
      code: `service_${index}`,
      pickup_zones: codes.slice(0, 200),
      delivery_zones: codes.slice(0, 200),
    }));
    expect((await live.put(cardOf(id), { ...plainCard, zones, services })).status).toBe(200);
  });
});

test("the cards of the guide are taken: one prices a typed address, the other is the example", async () => {
  const guides = await readGuidesText(server.url);
  const cards = [...guides.matchAll(/```json\n([\s\S]*?)```/g)]
    .map(([, json = ""]) => JSON.parse(json))
    .filter((json) => "time_zone" in json);
  const [small, complete, ...others] = cards;
  expect([complete, ...others]).toEqual([exampleCard]);
  const address = { line1: "Torstr. 1", postal_code: "10119", city: "Berlin", country: "DE" };
  const typed = { contact: { name: "Kim" }, address };
  for (const [card, change] of [
    [small, { pickup: typed, delivery: typed }],
    [complete, {}],
  ]) {
    const { id, live } = await createFleet(card);
    const { body } = await live.post(explanationOf(id), berlin(change));
    expect(body.services.map(({ offered }: { offered: boolean }) => offered)).toEqual([true]);
  }
});

test("the operator's fleet has a card too, and offers to every account; accounts do not see the card", async () => {
  const operator = await createOperator(server);
  const query = "?environment=live";
  const carriers = "/api/v1/operator/carriers";
  const body = { kind: "fleet", code: "house_riders", name: "House Riders", settings: {} };
  const { id } = (await operator.session.post(`${carriers}${query}`, body)).body;
  const put = await operator.session.put(`${carriers}/${id}/rate-card${query}`, plainCard);
  expect([put.status, put.body.version]).toEqual([200, 1]);
  expect((await operator.session.get(`${carriers}/${id}/rate-card${query}`)).body).toEqual(put.body);
  const { live } = await server.account();
  expectProblem(server, await live.get(cardOf(id)), { status: 404, code: "not_found" });
  const shipment = await createShipment(live, berlin());
  const { data } = (await live.get(`${platform}/shipments/${shipment.id}/quotes`)).body;
  expect(data.map(({ carrier }: { carrier: object }) => carrier)).toEqual([
    { id, code: "house_riders", name: "House Riders" },
  ]);
  const asked = await operator.session.post(`${carriers}/${id}/quote-explanation${query}`, {
    shipment_id: shipment.id,
  });
  expect([asked.status, asked.body.quotes[0]?.quote_id]).toEqual([200, data[0].id]);
  expect((await operator.session.delete(`${carriers}/${id}${query}`)).status).toBe(204);
  const { db } = server.deps.stores.platform("live");
  expect(db.values(sql`SELECT count(*) FROM rate_cards WHERE carrier_id = ${id}`)).toEqual([[0]]);
});

describe("an offer", () => {
  test("follows the card, says what a cancellation costs, and becomes a confirmed assignment", async () => {
    const { live } = await createFleet(exampleCard);
    const { id } = await createShipment(live, berlin());
    const [quote] = (await live.get(`${platform}/shipments/${id}/quotes`)).body.data;
    // 700 from near to center + 90 × 5,228 m + 30 × (7,200 − 5,000) g; the age check on top.
    expect(quote).toMatchObject({
      service: { code: "express", name: "Express" },
      price: { amount: 700 + 471 + 66 + 150, currency: "EUR" },
      price_breakdown: [
        { code: "base", name: "Base", amount: 700 },
        { code: "distance", name: "Distance", amount: 471 },
        { code: "weight", name: "Weight", amount: 66 },
        { code: "age_check", name: "Age check", amount: 150 },
      ],
      estimated_pickup_at: "2026-11-23T10:20:00.000Z",
      // 7,228 m at 16 km/h.
      estimated_delivery_at: "2026-11-23T10:47:06.300Z",
      cancellation: [
        { until: "en_route_to_pickup", fee: { amount: 0, currency: "EUR" } },
        { until: "at_pickup", fee: { amount: 694, currency: "EUR" } },
      ],
    });
    const accepted = await live.post(`${platform}/shipments/${id}/assignments`, { quote_id: quote.id });
    expect([accepted.status, accepted.body.status]).toEqual([201, "pending"]);
    await jobsAtRest(server.deps);
    const { body: shipment } = await live.get(`${platform}/shipments/${id}`);
    expect(shipment).toMatchObject({ status: "assigned", substatus: "confirmed" });
    expect(shipment.assignment).toMatchObject({ status: "confirmed", driver: null, price: quote.price });
  });

  test("of the card that the dashboard begins with needs no coordinates", async () => {
    const { live } = await createFleet(startCard);
    const typed = (line1: string, postal_code: string) => ({
      contact: { name: "Kim" },
      address: { line1, postal_code, city: "Berlin", country: "DE" },
    });
    const stops = { pickup: typed("Torstr. 1", "10119"), delivery: typed("Kastanienallee 10", "10435") };
    const { id } = await createShipment(live, { ...stops, parcels: [{ weight_grams: 1500 }] });
    const { body } = await live.get(`${platform}/shipments/${id}/quotes`);
    expect(body.unavailable).toEqual([]);
    expect(body.data).toMatchObject([
      { price: { amount: 700, currency: "EUR" }, estimated_delivery_at: "2026-11-23T11:00:00.000Z" },
    ]);
  });

  test("keeps its price and its version when the card changes", async () => {
    const { id, live } = await createFleet(plainCard);
    const shipment = await createShipment(live, berlin());
    // Waits for the offer.
    await live.get(`${platform}/shipments/${shipment.id}/quotes`);
    const before = await live.post(explanationOf(id), { shipment_id: shipment.id });
    await live.put(cardOf(id), { ...plainCard, services: [{ ...plainService, price: { base: 900 } }] });
    const after = await live.post(explanationOf(id), { shipment_id: shipment.id });
    const seen = [before, after].map(({ body }) => [
      body.card_version,
      body.services[0].offer.price.amount,
      body.quotes[0].price.amount,
      body.quotes[0].basis.card_version,
    ]);
    expect(seen).toEqual([
      [1, 500, 500, 1],
      [2, 900, 500, 1],
    ]);
  });

  test("is not made outside the zones, and says why", async () => {
    const { live } = await createFleet(exampleCard);
    const paris = { line1: "1 Rue", city: "Paris", country: "FR", latitude: 48.85, longitude: 2.35 };
    const shipment = await createShipment(
      live,
      berlin({ delivery: { contact: { name: "A" }, address: paris } }),
    );
    const [entry] = (await live.get(`${platform}/shipments/${shipment.id}/quotes`)).body.unavailable;
    expect([entry.code, entry.message]).toEqual([
      "out_of_zone",
      "The delivery address is outside the service's zones.",
    ]);
  });
});

describe("the end of an assignment costs what the quote says:", () => {
  const ends: [
    who: string,
    substatus: Substatus,
    end: "cancel" | "release" | "drop",
    ...charges: string[],
  ][] = [
    ["a cancellation before the driver leaves is free", "confirmed", "cancel", "adjustment -1387"],
    [
      "a cancellation then costs half",
      "en_route_to_pickup",
      "cancel",
      "adjustment -1387",
      "cancellation 694",
    ],
    [
      "a release at the pickup costs all of it",
      "at_pickup",
      "release",
      "adjustment -1387",
      "cancellation 1387",
    ],
    ["a carrier that drops out gets nothing", "at_pickup", "drop", "adjustment -1387"],
  ];
  test.each(ends)("%s (%s, %s)", async (_who, substatus, end, ...charges) => {
    const { live } = await createFleet(exampleCard);
    const { id } = await createShipment(live, berlin());
    const assignments = `${platform}/shipments/${id}/assignments`;
    const accepted = await live.post(assignments, { strategy: "cheapest" });
    await jobsAtRest(server.deps);
    const report = (update: CarrierUpdate) =>
      write<unknown, DeliveryDeps>(server.deps, "live", (writing) =>
        applyReport(writing, id, { assignmentId: accepted.body.id, by: "driver", at: clock.now(), update }),
      );
    await report({ kind: "progress", substatus });
    if (end === "cancel")
      expect((await live.post(`${platform}/shipments/${id}/cancellation`)).status).toBe(200);
    if (end === "release") expect((await live.delete(`${assignments}/${accepted.body.id}`)).status).toBe(200);
    if (end === "drop") {
      await report({ kind: "withdrawn", reason: "vehicle_breakdown", message: "Flat.", rejected: false });
    }
    await jobsAtRest(server.deps);
    const { data } = (await live.get(`${platform}/charges`)).body;
    const seen = data.map(
      ({ kind, amount }: { kind: string; amount: { amount: number } }) => `${kind} ${amount.amount}`,
    );
    expect(seen.reverse()).toEqual(["delivery 1387", ...charges]);
  });
});

describe("an explanation", () => {
  test("agrees with the quote, line by line, and says where each comes from", async () => {
    const { id, live } = await createFleet(exampleCard);
    const { id: shipmentId } = await createShipment(live, berlin());
    const [quote] = (await live.get(`${platform}/shipments/${shipmentId}/quotes`)).body.data;
    const { body } = await live.post(explanationOf(id), { shipment_id: shipmentId });
    const [{ offer, ...service }] = body.services;
    expect(service).toEqual({ service: quote.service, offered: true, refusal: null });
    expect(offer.lines.map(({ source, detail, ...line }: Record<string, unknown>) => line)).toEqual(
      quote.price_breakdown,
    );
    expect(offer.lines.map(({ source, detail }: Record<string, unknown>) => [source, detail])).toEqual([
      ["#/services/0/zone_prices/0/base", "Base of the zones"],
      ["#/services/0/price/per_km", "90 per km × 5228 m"],
      ["#/services/0/price/per_kg", "30 per kg × 2200 g"],
      ["#/services/0/surcharges/1", "Fixed amount"],
    ]);
    const basis = {
      card_version: 1,
      pickup_zone: "near",
      delivery_zone: "center",
      distance: { meters: 7228, source: "great_circle" },
      weight_grams: 4000,
      chargeable_grams: 7200,
    };
    expect(offer).toMatchObject({ price: quote.price, basis, cancellation: quote.cancellation });
    expect([body.card_version, body.distance]).toEqual([1, basis.distance]);
    expect(body.quotes).toEqual([
      { quote_id: quote.id, service: quote.service, price: quote.price, basis, created_at: quote.created_at },
    ]);
    const { body: ofBody } = await live.post(explanationOf(id), berlin());
    expect([ofBody.services, ofBody.quotes]).toEqual([body.services, []]);
  });

  test("names the rule that refuses", async () => {
    const { id, live } = await createFleet(exampleCard);
    const { body } = await live.post(explanationOf(id), berlin({ parcels: [{ weight_grams: 40_001 }] }));
    expect(body.services).toEqual([
      {
        service: { code: "express", name: "Express" },
        offered: false,
        offer: null,
        refusal: {
          code: "weight_exceeded",
          message: "The weight exceeds the service's limit of 40000 grams.",
          source: "#/services/0/limits/weight_grams",
        },
      },
    ]);
  });

  test("needs a shipment or its body, and not both", async () => {
    const { id, live } = await createFleet(exampleCard);
    const asked: [body: object, at: Record<string, string>][] = [
      [{ shipment_id: "shp_x", pickup: berlin().pickup }, { "#/pickup": "contradictory" }],
      [{ parcels: [{ weight_grams: 1 }] }, { "#/pickup": "required", "#/delivery": "required" }],
      [berlin({ parcels: [{ weight_grams: 0 }] }), { "#/parcels/0/weight_grams": "minimum" }],
      [{}, { "#": "min_properties" }],
    ];
    for (const [body, at] of asked) {
      const refused = await live.post(explanationOf(id), body);
      expectProblem(server, refused, { status: 422, code: "validation_failed", at });
    }
    const foreign = await server.account();
    const { id: shipment_id } = await createShipment(foreign.live, berlin());
    const hidden = await live.post(explanationOf(id), { shipment_id });
    expectProblem(server, hidden, { status: 404, code: "not_found" });
  });
});
