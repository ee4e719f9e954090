import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { withoutTokens } from "../../../support/bytes.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** The last pin that a person set for an address is where it is, for the account, until the shipment is erased. */

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
  geocoder.houses = [torstrasse];
  geocoder.asked = [];
  account = await server.account();
});

const shipments = `${platform}/shipments`;
const contact = { name: "Ada Lovelace" };
const address = { line1: "Hof 3, Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const shop = {
  contact,
  address: { line1: "Oranienstr. 25", city: "Berlin", country: "DE", latitude: 52.5, longitude: 13.42 },
};
const pin = { latitude: 52.5301, longitude: 13.4002 };
const bodyFor = (place: object = {}) => ({
  pickup: shop,
  delivery: { contact, address: { ...address, ...place } },
});
const live = { "x-environment": "live" };
const createAsPerson = async (place: object): Promise<Answer["body"]> => {
  const { status, body } = await account.session.post(shipments, shipmentBody(bodyFor(place)), live);
  expect(status).toBe(201);
  return body;
};
const whereIs = async (place: object = {}): Promise<Answer["body"]> => {
  const { delivery } = await createShipment(account.live, bodyFor(place));
  return delivery.address;
};
const pins = () =>
  server.deps.stores.platform("live").db.all<Record<string, unknown>>(sql`SELECT * FROM address_pins`);

test("a pin that a person set counts for the same address, before the geocoder, and in no other account", async () => {
  await createAsPerson(pin);
  expect(await whereIs({ line2: "5th floor" })).toMatchObject({
    ...pin,
    geocode_source: "client",
    geocode_precision: null,
  });
  expect(await whereIs({ line1: "HOF 3 TORSTRASSE 1" })).toMatchObject({ ...pin, geocode_source: "client" });
  expect(await whereIs({ line1: "Hof 4, Torstraße 1" })).not.toMatchObject(pin);
  account = await server.account();
  expect(await whereIs()).not.toMatchObject(pin);
});

test("a pin of one house is not that of another whose digits are the same", async () => {
  await createAsPerson({ ...pin, line1: "Neue Str. 1/12" });
  expect(await whereIs({ line1: "Neue Str. 1-12" })).toMatchObject(pin);
  for (const line1 of ["Neue Str. 112", "Neue Str. 11/2"])
    expect(await whereIs({ line1 })).not.toMatchObject(pin);
});

test("the last pin wins, also one that corrects a shipment", async () => {
  const { id } = await createAsPerson(pin);
  const other = { latitude: 52.5302, longitude: 13.4003 };
  const { status } = await account.session.patch(
    `${shipments}/${id}`,
    { delivery: { address: other } },
    live,
  );
  expect(status).toBe(200);
  expect(await whereIs()).toMatchObject({ ...other, geocode_source: "client" });
});

test("what a program sends is the shipment's alone", async () => {
  await createShipment(account.live, bodyFor(pin));
  expect(await whereIs()).not.toMatchObject(pin);
});

test("the rows name no address", async () => {
  await createAsPerson(pin);
  expect(withoutTokens(JSON.stringify(pins()))).not.toMatch(/Tor|10119|Berlin|Ada/);
});

test("erasing the shipment forgets the pin", async () => {
  const { id } = await createAsPerson(pin);
  await account.live.post(`${shipments}/${id}/cancellation`);
  expect((await account.live.post(`${shipments}/${id}/redaction`)).status).toBeLessThan(300);
  await eventually("the erasure", () => pins().every(({ shipment_id }) => shipment_id !== id) || undefined);
  expect(await whereIs()).not.toMatchObject(pin);
});
