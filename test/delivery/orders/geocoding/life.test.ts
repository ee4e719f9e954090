import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Carrier, QuoteRequest } from "../../../../src/delivery/carriers/carrier.ts";
import { offers, playCarrier } from "../../../support/carriers.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { oranienstrasse, type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** A typed order finds its place: stored on the shipment, before its carriers are asked. */

let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
let asked: QuoteRequest[] = [];
let carriers: Carrier[] = [];
beforeAll(async () => {
  geocoder = await startGeocoder();
  carriers = [
    playCarrier("bike", {
      quote: async (request) => {
        asked.push(request);
        return offers({ amount: 500 });
      },
    }),
  ];
  server = await startServer({
    config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 },
    replacements: { carriers: () => carriers },
  });
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(async () => {
  asked = [];
  geocoder.play = "well";
  geocoder.held = undefined;
  geocoder.asked = [];
  account = await server.account();
});

const contact = { name: "Ada Lovelace", phone: "+4930123456" };
const addressOf = (line1: string, more: object = {}) => ({
  line1,
  line2: "2nd floor",
  city: "Berlin",
  postal_code: "10119",
  country: "DE",
  ...more,
});
const typed = (pickup: object, delivery: object) =>
  shipmentBody({ pickup: { contact, address: pickup }, delivery: { contact, address: delivery } });
const shop = addressOf("Torstraße 1");
const door = addressOf("Oranienstraße 25", { postal_code: "10999" });

test("a typed order is at its houses before a carrier is asked", async () => {
  const created = await account.live.post(`${platform}/shipments`, typed(shop, door));
  expect(created.status).toBe(201);
  expect(created.body.pickup.address).toMatchObject({ latitude: null, geocode_source: "town" });
  const quotes = await account.live.get(`${platform}/shipments/${created.body.id}/quotes`);
  expect(quotes.body.data).toHaveLength(1);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.distanceMeters).toBeGreaterThan(3_000);
  const { body } = await account.live.get(`${platform}/shipments/${created.body.id}`);
  for (const [stop, house] of [
    ["pickup", torstrasse],
    ["delivery", oranienstrasse],
  ] as const) {
    const { latitude, longitude } = house;
    expect(body[stop].address).toMatchObject({
      latitude,
      longitude,
      geocode_source: "geocoder",
      geocode_precision: "house",
    });
  }
  const { data } = (await account.live.get(`${platform}/shipments/${body.id}/events`)).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual([
    "shipment.created",
    "shipment.updated",
    "shipment.quoted",
  ]);
  expect(geocoder.asked).toEqual(["Torstraße 1, 10119 Berlin", "Oranienstraße 25, 10999 Berlin"]);
  expect(JSON.stringify([geocoder.paths, geocoder.headers])).not.toMatch(/Ada|Lovelace|floor|123456/);
});

test("an answer is kept: the same address is known at once, and nobody is asked", async () => {
  const { body } = await account.live.post(`${platform}/shipments`, typed(shop, door));
  for (const stop of ["pickup", "delivery"]) {
    expect(body[stop].address).toMatchObject({ geocode_source: "geocoder", geocode_precision: "house" });
  }
  expect(body.distance_meters).toBeGreaterThan(3_000);
  expect(geocoder.asked).toEqual([]);
});

test("a name and a phone number in the line of the street stay here", async () => {
  const questionFor = async (line1: string): Promise<string[]> => {
    geocoder.asked = [];
    const draft = typed(addressOf(line1), addressOf(line1));
    expect((await account.live.post(`${platform}/estimates`, draft)).status).toBe(200);
    return geocoder.asked;
  };
  for (const line1 of [
    "c/o Ada Lovelace, Torstraße 2, Tel. +49 (30) 123456-7",
    "Attn: Ada; Torstraße 2; ٠٣٠١٢٣٤٥٦٧",
    "z. Hd. Ada Lovelace, Torstraße 2",
  ]) {
    expect(await questionFor(line1)).toEqual(["Torstraße 2, 10119 Berlin"]);
  }
  expect(await questionFor("Attendorner Weg, 2")).toEqual(["Attendorner Weg, 2, 10119 Berlin"]);
});
