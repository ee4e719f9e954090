import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { exampleShipment } from "../../../src/delivery/lifecycle/state/example.ts";
import { distanceMeters } from "../../../src/infra/geography/coordinates.ts";
import { encodePolyline } from "../../../src/infra/geography/polyline.ts";
import { advance, createAssigned, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "../../support/harness.ts";

/** A simulated driver on the caller's own route. */

let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer();
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

/** East of the town, far from any route that Waybill makes. */
const away = { latitude: 52.515, longitude: 13.6 };
const points = [{ latitude: 52.5291, longitude: 13.4014 }, away, { latitude: 52.5009, longitude: 13.4202 }];
const coordinates = points.map(({ latitude, longitude }) => [longitude, latitude]);
const line = { type: "LineString", coordinates };
const receiverMeters = 25;

async function placesOf(route: unknown, change: object = {}, until = "at_delivery", outcome = "delivered") {
  const simulation = { speed: "manual", seed: "route", outcome, route };
  const { shipment } = await createAssigned(sandbox, { simulation, ...change });
  await advance(sandbox, shipment.id, until);
  const { data } = (await sandbox.get(`${platform}/tracking/${shipment.id}/positions?limit=100`)).body;
  return { shipment, places: data as (Answer["body"] & { latitude: number; longitude: number })[] };
}

test("the driver follows a LineString with altitudes, and an encoded polyline the same way, there and back", async () => {
  const high = { ...line, coordinates: coordinates.map((position, index) => [...position, index]) };
  const { shipment, places } = await placesOf(high, {}, "returned", "recipient_refused");
  expect(shipment.simulation).not.toHaveProperty("route");
  const onTheWay = places.slice(4, 21);
  expect(onTheWay).toHaveLength(17);
  // A steady pace: the farthest point lies half way, but for the last part, which is a little shorter.
  const farthest = onTheWay.map((place) => distanceMeters(place, away));
  expect(Math.min(...farthest)).toBeLessThan(1000);
  expect(farthest.indexOf(Math.min(...farthest))).toBe(8);
  const steps = onTheWay.slice(1).map((place, index) => distanceMeters(place, onTheWay[index] ?? place));
  const total = 13_454 + 12_268;
  for (const meters of steps) expect(meters).toBeLessThan(total / 16 + 2 * receiverMeters);
  for (const { verdict } of places) expect(verdict).toBe("good");
  const back = places.slice(21);
  expect(back).toHaveLength(17);
  for (const [index, place] of back.toReversed().entries()) {
    expect(distanceMeters(place, onTheWay[index] ?? away)).toBeLessThan(2 * receiverMeters + 2);
  }

  const { body } = await sandbox.post(`${platform}/shipments/${shipment.id}/redaction`, {});
  expect(body.redacted_at).not.toBeNull();
  const { db } = server.deps.stores.platform("sandbox");
  const [row] = db.all<{ simulation: string }>(
    sql`SELECT simulation FROM shipments WHERE id = ${shipment.id}`,
  );
  expect(JSON.parse(row?.simulation ?? "")).not.toHaveProperty("route");

  const encoded = await placesOf(encodePolyline(points));
  for (const [index, place] of encoded.places.entries()) {
    expect(distanceMeters(place, places[index] ?? away)).toBeLessThan(3);
  }
});

test("the driver goes straight from the address to the route, and needs no other place where a town is unknown", async () => {
  const beside = coordinates.map(([longitude = 0, latitude = 0]) => [longitude + 0.02, latitude]);
  const { places } = await placesOf({ ...line, coordinates: beside });
  expect(places[4]).toMatchObject({
    latitude: expect.closeTo(52.5291, 3),
    longitude: expect.closeTo(13.4014, 3),
  });
  expect(places.at(-1)).toMatchObject({ latitude: 52.5009, longitude: 13.4202 });

  const nowhere = { line1: "Track 1", city: "Nosuchtown", country: "DE" };
  const stop = { contact: { name: "Kim" }, address: nowhere };
  const unknown = { pickup: stop, delivery: stop, parcels: [{ weight_grams: 1000 }] };
  expect((await placesOf(undefined, unknown)).places).toEqual([]);
  const { places: known } = await placesOf(line, unknown);
  expect(known[4]).toMatchObject({
    latitude: expect.closeTo(52.5291, 3),
    longitude: expect.closeTo(13.4014, 3),
  });
  expect(known.at(-1)).toMatchObject({ latitude: 52.5009, longitude: 13.4202 });
});

test.each<[string, unknown, string, string, string]>([
  ["no shape of a route", 7, "", "type", "must be"],
  ["another geometry", { type: "Point", coordinates: [13, 52] }, "/type", "", ""],
  ["one point", { ...line, coordinates: [[13, 52]] }, "/coordinates", "min_items", ""],
  ["one number", { ...line, coordinates: [[13.4, 52.5], [13.4]] }, "/coordinates/1", "min_items", ""],
  [
    "a word",
    {
      ...line,
      coordinates: [
        [13.4, 52.5],
        [13.4, "x"],
      ],
    },
    "/coordinates/1/1",
    "type",
    "",
  ],
  [
    "too many points",
    { ...line, coordinates: Array(1001).fill([13.4, 52.5]) },
    "/coordinates",
    "max_items",
    "",
  ],
  [
    "a place off the earth",
    {
      ...line,
      coordinates: [
        [13.4, 52.5],
        [13.4, 152.5],
      ],
    },
    "/coordinates/1/1",
    "out_of_range",
    "longitude first",
  ],
  [
    "one place",
    {
      ...line,
      coordinates: [
        [13.4, 52.5],
        [13.4, 52.5],
      ],
    },
    "",
    "min_items",
    "two different points",
  ],
  [
    "turned around",
    { ...line, coordinates: coordinates.map((position) => position.toReversed()) },
    "",
    "too_far",
    "Swap latitude and longitude",
  ],
  [
    "elsewhere",
    {
      ...line,
      coordinates: [
        [2.35, 48.85],
        [13.4202, 52.5009],
      ],
    },
    "",
    "too_far",
    "start within 50 km of the pickup, not 8",
  ],
  [
    "around the world",
    { ...line, coordinates: [coordinates[0], [-170, 10], [13, 10], [-170, -10], coordinates[2]] },
    "",
    "too_long",
    "20000 km",
  ],
  ["no polyline", "no polyline", "", "format", "precision 5"],
  [
    "a polyline of six decimals",
    encodePolyline(
      points.map(({ latitude, longitude }) => ({ latitude: latitude * 10, longitude: longitude * 10 })),
    ),
    "",
    "format",
    "precision 5",
  ],
  ["an endless polyline", encodePolyline(Array(1001).fill(away)), "", "max_items", "1000 points"],
])("refused: %s", async (_, route, place, code, detail) => {
  const body = shipmentBody({ simulation: { route } });
  const answer = await sandbox.post(`${platform}/shipments`, body);
  expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
  const [error] = answer.body.errors;
  expect(error.pointer).toBe(`#/simulation/route${place}`);
  if (code) expect(error.code).toBe(code);
  expect(error.detail).toContain(detail);
});

test("drivers go to their own addresses, also where a seed gives another shipment the same id", async () => {
  const ends: unknown[] = [];
  const ids = new Set<string>();
  for (const delivery of [points[2], away]) {
    const seeded = await startServer({ config: { ephemeral: true, seed: "routes" } });
    const { sandbox: client } = await seeded.account();
    const { contact, address } = exampleShipment.delivery;
    const gps_faults = [{ fault: "freeze", from_seconds: 18, to_seconds: 20 }];
    const { shipment } = await createAssigned(client, {
      simulation: { speed: "manual", seed: "same", gps_faults },
      delivery: { contact, address: { ...address, ...delivery } },
    });
    ids.add(shipment.id);
    await advance(client, shipment.id, "at_delivery");
    const { latitude, longitude } = (await client.get(`${platform}/tracking/${shipment.id}`)).body.position;
    ends.push({ latitude, longitude });
    await seeded.stop();
  }
  expect(ids.size).toBe(1);
  expect(ends).toEqual([points[2], away]);
});
