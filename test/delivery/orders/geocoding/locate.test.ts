import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { type PlayedGeocoder, startGeocoder } from "../../../support/geocoder.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** What a form can ask about its address, before there is a shipment. */

let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  geocoder = await startGeocoder();
  server = await startServer({ config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 } });
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(async () => {
  geocoder.asked = [];
  account = await server.account();
});

const path = `${platform}/geocoding/place`;
const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const circle = { radius_meters: expect.any(Number) };

test("of an address that nobody asked about only the town is known, and nobody is asked", async () => {
  for (const client of [account.live, account.sandbox]) {
    const { status, body } = await client.post(path, { ...address, line1: "Nirgendsweg 9" });
    expect([status, body]).toEqual([
      200,
      {
        latitude: null,
        longitude: null,
        geocode_source: "town",
        geocode_precision: "town",
        area: { ...circle, latitude: expect.closeTo(52.52, 1), longitude: expect.closeTo(13.41, 1) },
      },
    ]);
  }
  expect(geocoder.asked).toEqual([]);
});

test("what the geocoder answered before is known", async () => {
  await createShipment(account.live, {
    pickup: { contact: { name: "Ada" }, address },
    delivery: { contact: { name: "Ada" }, address },
  });
  const found = await eventually("the answer", async () => {
    const { body } = await account.live.post(path, address);
    return body.latitude === null ? undefined : body;
  });
  expect(found).toMatchObject({
    latitude: 52.5291,
    longitude: 13.4014,
    geocode_source: "geocoder",
    geocode_precision: "house",
  });
});

test("an unknown town has no area, and an address without a street is refused", async () => {
  const nowhere = { ...address, city: "Nirgendwo", postal_code: null };
  expect((await account.live.post(path, nowhere)).body).toMatchObject({
    area: null,
    geocode_source: "country",
  });
  const { status, body } = await account.live.post(path, { ...address, line1: undefined });
  expect([status, body.errors[0].pointer]).toEqual([422, "#/line1"]);
});
