import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { databaseRows, settledRows } from "../../../support/database.ts";
import { berlinMitte, createShipment, kreuzberg, platform, shipmentBody } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { isTrackingNumber } from "../../../support/tracking-number.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

describe("a shipment", () => {
  test("with nothing but what is required has every field, the rest null, empty or the default", async () => {
    const answer = await account.sandbox.post(path, {
      pickup: { contact: { name: "A" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
      delivery: { contact: { name: "B" }, address: { line1: "Am Markt 1", city: "Potsdam", country: "DE" } },
      parcels: [{ weight_grams: 1 }],
    });
    expect(answer.status).toBe(201);
    const { body } = answer;
    const contact = { company: null, phone: null, email: null, language: null };
    const address = {
      line2: null,
      state: null,
      postal_code: null,
      country: "DE",
      geocode_source: "town",
      geocode_precision: "town",
    };
    const point = { latitude: expect.any(Number), longitude: expect.any(Number) };
    const place = { ...point, area: { ...point, radius_meters: expect.any(Number) } };
    expect(body).toEqual({
      id: expect.stringMatching(/^shp_[0-9a-hjkmnp-tv-z]{26}$/),
      environment: "sandbox",
      status: "created",
      substatus: null,
      reference: null,
      tracking_number: expect.stringMatching(/^WB[0-9A-HJKMNP-TV-Z]{11}$/),
      tracking_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/t\/[\w-]{43}$/),
      pickup: {
        contact: { name: "A", ...contact },
        address: { line1: "Torstr. 1", city: "Berlin", ...address, ...place },
        instructions: null,
        window: null,
        waited_minutes: null,
      },
      delivery: {
        contact: { name: "B", ...contact },
        address: { line1: "Am Markt 1", city: "Potsdam", ...address, ...place },
        instructions: null,
        window: null,
        waited_minutes: null,
        requirements: { signature: false, photo: false, pin: false, min_age: null },
      },
      parcels: [
        {
          id: expect.stringMatching(/^pcl_[0-9a-hjkmnp-tv-z]{26}$/),
          description: null,
          quantity: 1,
          weight_grams: 1,
          length_mm: null,
          width_mm: null,
          height_mm: null,
          reference: null,
          value: null,
        },
      ],
      if_undeliverable: "return",
      distance_meters: expect.any(Number),
      assignment: null,
      price: null,
      estimated_pickup_at: null,
      estimated_delivery_at: null,
      estimated_delivery_date: null,
      picked_up_at: null,
      delivered_at: null,
      returned_at: null,
      redacted_at: null,
      return_of: null,
      order_form_id: null,
      customer_price: null,
      schedule_id: null,
      scheduled_for: null,
      carriers: null,
      services: null,
      return_shipment_id: null,
      cancellation: null,
      cancellation_requested_at: null,
      recall_requested_at: null,
      failure: null,
      recipient_instructions: null,
      rating: null,
      simulation: { speed: 1, seed: expect.any(String), outcome: "delivered" },
      metadata: {},
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      version: 1,
      warnings: [],
    });
    expect(isTrackingNumber(body.tracking_number)).toBe(true);
    // Berlin to Potsdam, town to town.
    expect(body.distance_meters).toBeGreaterThan(20_000);
    expect(body.distance_meters).toBeLessThan(32_000);
    expect(answer.headers.get("location")).toBe(`${path}/${body.id}`);
    expect(answer.headers.get("etag")).toBe('"1"');
  });

  test("with everything comes back as it was sent", async () => {
    const contact = { name: "Shop", company: "Ltd.", phone: "+4930123456", email: "shop@example.com" };
    const address = { ...berlinMitte, line2: "Yard", state: "BE" };
    const window = { start: inHours(1), end: inHours(2) };
    const sent = {
      reference: "ORD-1001",
      pickup: { contact, address, instructions: "Ring twice", window },
      delivery: {
        contact,
        address: { ...kreuzberg, line2: null, state: null },
        instructions: null,
        window: { start: inHours(2), end: inHours(5) },
        requirements: { signature: true, photo: true, pin: true, min_age: 18 },
      },
      parcels: Array.from({ length: 50 }, (_, index) => ({
        description: `Box ${index}`,
        quantity: 2,
        weight_grams: 1200 + index,
        length_mm: 300,
        width_mm: 200,
        height_mm: 100,
        reference: `B-${index}`,
        value: { amount: 4500, currency: "EUR" },
      })),
      if_undeliverable: "discard",
      metadata: Object.fromEntries(
        Array.from({ length: 50 }, (_, key) => [`${key}`.padEnd(40, "k"), "v".repeat(500)]),
      ),
      simulation: { speed: 2.5, seed: "s", outcome: "lost" },
    };
    const created = await account.sandbox.post(path, sent);
    expect(created.status).toBe(201);
    const read = (await account.sandbox.get(`${path}/${created.body.id}`)).body;
    for (const body of [created.body, read]) {
      expect(body).toMatchObject(sent);
      expect(body.pickup.address.geocode_source).toBe("client");
      expect(body.metadata).toEqual(sent.metadata);
      expect(new Set(body.parcels.map((parcel: { id: string }) => parcel.id)).size).toBe(50);
    }
  });

  test("times come back in UTC with milliseconds, whatever zone they were sent in", async () => {
    const noon = new Date(Date.now() + 48 * hourMs);
    noon.setUTCHours(12, 0, 0, 0);
    const day = noon.toISOString().slice(0, 10);
    const window = { start: `${day}T14:00:00+02:00`, end: `${day}T12:30:00Z` };
    const { id, pickup } = await createShipment(account.sandbox, {
      pickup: { contact: { name: "A" }, address: berlinMitte, window },
    });
    const wanted = { start: `${day}T12:00:00.000Z`, end: `${day}T12:30:00.000Z` };
    expect(pickup.window).toEqual(wanted);
    expect((await account.sandbox.get(`${path}/${id}`)).body.pickup.window).toEqual(wanted);
    const moved = await account.sandbox.patch(`${path}/${id}`, {
      pickup: { window: { end: `${day}T15:00:00+02:00` } },
    });
    expect(moved.body.pickup.window).toEqual({ ...wanted, end: `${day}T13:00:00.000Z` });
  });

  test("in a place nobody knows is known by its country", async () => {
    const { pickup, distance_meters } = await createShipment(account.sandbox, {
      pickup: {
        contact: { name: "A" },
        address: { line1: "1", city: "Nowhere-upon-Nothing", country: "DE" },
      },
    });
    expect(pickup.address).toMatchObject({ latitude: null, longitude: null, geocode_source: "country" });
    expect(distance_meters).toBeNull();
  });

  test("explicit nulls are as good as nothing, and null coordinates are looked up", async () => {
    const { reference, pickup, simulation } = await createShipment(account.sandbox, {
      reference: null,
      simulation: null,
      pickup: {
        contact: { name: "A", company: null, phone: null, email: null },
        address: { ...berlinMitte, latitude: null, longitude: null },
        instructions: null,
        window: null,
      },
    });
    expect([reference, pickup.window, pickup.address.geocode_source]).toEqual([null, null, "town"]);
    expect(simulation.outcome).toBe("delivered");
  });

  test("in live is not simulated", async () => {
    const body = await createShipment(account.live);
    expect([body.environment, body.simulation]).toEqual(["live", null]);
  });

  test("the edges of what is allowed are allowed", async () => {
    const at = (ms: number) => new Date(ms).toISOString();
    const start = Date.now() + 60_000;
    await createShipment(account.sandbox, {
      reference: "r".repeat(100),
      pickup: {
        contact: { name: "n".repeat(200) },
        address: { ...berlinMitte, latitude: 90, longitude: -180 },
        instructions: "i".repeat(280),
        window: { start: at(start), end: at(start + 600_000) },
      },
      delivery: {
        contact: { name: "B" },
        address: { ...kreuzberg, latitude: -90, longitude: 180 },
        window: { start: at(Date.now() + 30 * 24 * hourMs - 60_000), end: at(Date.now() + 40 * 24 * hourMs) },
      },
    });
  });

  test("a delivery that would end before the pickup begins is refused, and one that overlaps it is not", async () => {
    const stops = (end: number) => ({
      pickup: {
        contact: { name: "A" },
        address: berlinMitte,
        window: { start: inHours(3), end: inHours(5) },
      },
      delivery: {
        contact: { name: "B" },
        address: berlinMitte,
        window: { start: inHours(2), end: inHours(end) },
      },
    });
    const refused = await account.sandbox.post(path, shipmentBody(stops(2.5)));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: "#/delivery/window/end",
          code: "contradictory",
          detail: "must be after the start of the pickup window",
        },
      ],
    ]);
    await createShipment(account.sandbox, stops(3.5));
  });

  test("one window that has begun is still open", async () => {
    const window = { start: inHours(-1), end: inHours(1) };
    await createShipment(account.sandbox, {
      pickup: { contact: { name: "A" }, address: berlinMitte, window },
    });
  });
});

test("what is stored in one environment is nowhere in the other", async () => {
  const before = await settledRows(server);
  await createShipment(account.live, { reference: "live only" });
  const after = databaseRows(server);
  expect(after["live.shipments"]?.length).toBe((before["live.shipments"]?.length ?? 0) + 1);
  expect(after["sandbox.shipments"]).toEqual(before["sandbox.shipments"] ?? []);
  expect(JSON.stringify(after["sandbox.shipments"])).not.toContain("live only");
});

test("tracking numbers are all different, and right", async () => {
  const made = await Promise.all(
    Array.from({ length: 50 }, () => createShipment(account.sandbox, shipmentBody())),
  );
  const numbers = new Set(made.map((shipment) => shipment.tracking_number));
  expect(numbers.size).toBe(50);
  for (const number of numbers) expect(isTrackingNumber(number)).toBe(true);
});
