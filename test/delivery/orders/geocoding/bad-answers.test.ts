import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { databaseRows } from "../../../support/database.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { nominatimEntry, type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** Whatever a geocoder answers, an order is taken, and nothing of it is stored that is not the address. */

let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  geocoder = await startGeocoder();
});
afterAll(() => geocoder.stop());
beforeEach(async () => {
  geocoder.play = "well";
  geocoder.asked = [];
  server = await startServer({ config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 } });
  account = await server.account();
});

const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const contact = { name: "Ada" };
const order = { pickup: { contact, address }, delivery: { contact, address } };
const entry = nominatimEntry(torstrasse);
const parts = entry.address as Record<string, unknown>;

/** The shipment once the geocoder has answered about it, or failed. */
async function settle(given: TestServer, { live }: TestAccount) {
  const { id } = await createShipment(live, order);
  const { db } = given.deps.stores.platform("live");
  const asking = sql`SELECT 1 FROM geocodings WHERE shipment_id = ${id} AND attempts = 0`;
  await eventually("the answer", () => db.all(asking).length === 0 || undefined);
  const places = db.all(sql`SELECT 1 FROM geocoder_answers WHERE latitude IS NOT NULL`);
  return { shipment: (await live.get(`${platform}/shipments/${id}`)).body, places };
}

const unknown = { latitude: null, longitude: null, geocode_source: "town" };

describe("no place comes of", () => {
  test.each<[string, unknown]>([
    ["an answer in another country", [{ ...entry, address: { ...parts, country_code: "at" } }]],
    ["0/0", [{ ...entry, lat: "0", lon: "0" }]],
    ["a place beyond the pole", [{ ...entry, lat: "90.01" }]],
    ["a place in words", [{ ...entry, lat: "north" }]],
    ["the street of another town", [{ ...entry, address: { ...parts, city: "Hamburg", postcode: "20095" } }]],
    [
      "objects where texts belong",
      [{ ...entry, address: { country_code: "de", road: { $gt: "" }, city: ["Berlin"], postcode: 10_119 } }],
    ],
    ["an object", { error: "Unable to geocode" }],
  ])("%s", async (_, body) => {
    geocoder.play = "other";
    geocoder.body = body;
    const { shipment, places } = await settle(server, account);
    expect([shipment.pickup.address, shipment.delivery.address]).toMatchObject([unknown, unknown]);
    expect(shipment.distance_meters).toBeNull();
    expect(places).toEqual([]);
    expect(geocoder.asked.length).toBeGreaterThan(0);
    await server.stop();
  });

  test.each(["million", "huge", "html", "broken_json", "error"] as const)("%s", async (play) => {
    geocoder.play = play;
    const { shipment, places } = await settle(server, account);
    expect(shipment.delivery.address).toMatchObject(unknown);
    expect(places).toEqual([]);
    expect(geocoder.asked.length).toBeGreaterThan(0);
    await server.stop();
  });
});

test("of names only the decision is kept: a name with HTML is nowhere in the databases", async () => {
  geocoder.play = "other";
  const html = "<script>alert(1)</script>";
  geocoder.body = [
    {
      ...entry,
      display_name: html,
      "licen\u0063e": html,
      address: { ...parts, suburb: html, quarter: html },
    },
  ];
  const { shipment, places } = await settle(server, account);
  expect(shipment.delivery.address).toMatchObject({ latitude: 52.5291, geocode_precision: "house" });
  expect(places).toHaveLength(1);
  expect(JSON.stringify(databaseRows(server))).not.toContain("alert(1)");
  expect(JSON.stringify(shipment)).not.toContain("alert(1)");
  await server.stop();
});

test("a redirect is not followed: its target hears of no address", async () => {
  const redirecting = createServer((_request, response) => {
    response.writeHead(302, { location: `${geocoder.url}/search?q=x` }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
  const { port } = redirecting.address() as AddressInfo;
  const redirected = await startServer({
    config: { geocoderUrl: `http://127.0.0.1:${port}`, geocoderPerSecond: 1_000 },
  });
  const caller = await redirected.account();
  const { shipment, places } = await settle(redirected, caller);
  expect(shipment.delivery.address).toMatchObject(unknown);
  expect(places).toEqual([]);
  const search = await caller.live.post(`${platform}/geocoding`, { q: "Torstraße 1", country: "DE" });
  expect([search.status, search.body.code]).toEqual([503, "geocoder_unavailable"]);
  expect(geocoder.asked).toEqual([]);
  await redirected.stop();
  await server.stop();
  await new Promise((resolve) => redirecting.close(resolve));
});

test("without a geocoder nothing at all is sent, whatever people do with addresses", async () => {
  const sent: string[] = [];
  const { transport } = server.deps;
  const watched = await startServer({
    replacements: {
      transport: {
        ...transport,
        send(request) {
          sent.push(request.url);
          return transport.send(request);
        },
      },
    },
  });
  const { live, sandbox, session } = await watched.account();
  for (const client of [live, sandbox]) {
    const body = { ...order, parcels: [{ weight_grams: 1 }] };
    expect((await client.post(`${platform}/geocoding`, { q: "Torstraße 1", country: "DE" })).status).toBe(
      409,
    );
    expect((await client.post(`${platform}/geocoding/place`, address)).status).toBe(200);
    expect((await client.post(`${platform}/estimates`, body)).status).toBe(200);
    expect((await client.post(`${platform}/shipments/batch`, { shipments: [body] })).status).toBe(200);
    const { id } = await createShipment(client, order);
    await client.get(`${platform}/shipments/${id}/quotes?wait_seconds=5`);
    const pin = { delivery: { address: { latitude: 52.53, longitude: 13.4 } } };
    expect((await client.patch(`${platform}/shipments/${id}`, pin)).status).toBe(200);
  }
  const page = await session.get("/dashboard/live/shipments/new");
  expect(page.status).toBe(200);
  expect(sent).toEqual([]);
  await watched.stop();
  await server.stop();
});
