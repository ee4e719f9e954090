import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fleet } from "../../../../src/delivery/carriers/kinds/simulated/fleet.ts";
import type { Coordinates } from "../../../../src/infra/geography/coordinates.ts";
import { berlinMitte, createQuoted, createShipment, kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";

let server: TestServer;
let sandbox: Client;
let live: Client;
beforeAll(async () => {
  server = await startServer();
  ({ sandbox, live } = await server.account());
});
afterAll(() => server.stop());

interface QuoteBody {
  id: string;
  carrier: { code: string };
  price: { amount: number; currency: string };
  price_breakdown: { amount: number }[];
  estimated_delivery_at: string;
  labels: string[];
}

async function quotesOf(client: Client, shipmentId: string) {
  const answer = await client.get(`${platform}/shipments/${shipmentId}/quotes`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function quote(change: Record<string, unknown> = {}) {
  const shipment = await createShipment(sandbox, change);
  return { shipment, answer: await quotesOf(sandbox, shipment.id) };
}

function refusals(answer: { unavailable: { carrier: { code: string }; code: string }[] }) {
  return Object.fromEntries(answer.unavailable.map((entry) => [entry.carrier.code, entry.code]));
}

/** What every list of quotes keeps, whatever was asked. */
function expectRanked(quotes: QuoteBody[]): void {
  const amounts = quotes.map((entry) => entry.price.amount);
  expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  for (const entry of quotes) {
    expect(entry.price_breakdown.reduce((sum, line) => sum + line.amount, 0)).toBe(entry.price.amount);
    for (const line of entry.price_breakdown) expect(Number.isSafeInteger(line.amount)).toBe(true);
  }
  if (quotes.length === 0) return;
  const labeled = (label: string) => quotes.filter((entry) => entry.labels.includes(label));
  expect(labeled("cheapest").map((entry) => entry.id)).toEqual([quotes[0]?.id ?? ""]);
  const fastest = labeled("fastest");
  expect(fastest).toHaveLength(1);
  const arrivals = quotes.map((entry) => entry.estimated_delivery_at).sort();
  expect(fastest[0]?.estimated_delivery_at).toBe(arrivals[0] ?? "");
}

test("a sandbox shipment gets three offers, cheapest first, each label on exactly one", async () => {
  const { shipment, answer } = await quote();
  expect(answer.status).toBe("complete");
  expect(answer.unavailable).toEqual([]);
  expect(answer.data).toHaveLength(3);
  expectRanked(answer.data);
  for (const entry of answer.data) {
    expect(entry).toMatchObject({ shipment_id: shipment.id, environment: "sandbox", status: "open" });
    expect(entry.id).toMatch(/^qte_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(entry.price.currency).toBe("EUR");
    expect(Date.parse(entry.expires_at) - Date.parse(entry.created_at)).toBe(15 * 60_000);
    expect(Date.parse(entry.estimated_pickup_at)).toBeLessThan(Date.parse(entry.estimated_delivery_at));
  }
  const read = await sandbox.get(`${platform}/shipments/${shipment.id}`);
  expect(read.body.status).toBe("quoted");
});

test("whatever is sent: every carrier answers once, prices sum up, labels are unique", async () => {
  // 0 and 0 is no place: such a shipment is refused.
  const isPlace = (at: Coordinates) => at.latitude !== 0 || at.longitude !== 0;
  const place = fc
    .record({
      country: fc.constantFrom("DE", "FR", "US", "JP", "GB", "KW"),
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -179, max: 179, noNaN: true }),
    })
    .filter(isPlace);
  const near = fc.record({
    north: fc.double({ min: -2, max: 2, noNaN: true }),
    east: fc.double({ min: -2, max: 2, noNaN: true }),
    country: fc.constantFrom("DE", "FR", "US", "JP"),
  });
  const side = fc.option(fc.integer({ min: 1, max: 4000 }), { nil: null });
  const parcel = fc.record({
    weight_grams: fc.integer({ min: 1, max: 900_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    length_mm: side,
    width_mm: side,
    height_mm: side,
  });
  const parcels = fc.array(parcel, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(place, near, parcels, async (from, by, list) => {
    const to = {
      country: by.country,
      latitude: from.latitude + by.north,
      longitude: Math.max(-180, Math.min(180, from.longitude + by.east)),
    };
    fc.pre(isPlace(to));
    const { answer } = await quote({
      pickup: { contact: { name: "A" }, address: { line1: "1", city: "X", ...from } },
      delivery: { contact: { name: "B" }, address: { line1: "2", city: "Y", ...to } },
      parcels: list,
    });
    expect(answer.status).toBe("complete");
    expectRanked(answer.data);
    const answered = [...answer.data, ...answer.unavailable].map((entry) => entry.carrier.code);
    expect(answered.sort()).toEqual(fleet.map((carrier) => carrier.code).sort());
    const currencies = { DE: "EUR", FR: "EUR", US: "USD", JP: "JPY", GB: "GBP", KW: "KWD" };
    for (const entry of answer.data) {
      expect(entry.price.currency).toBe(currencies[from.country as keyof typeof currencies]);
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

describe("windows", () => {
  const hourMs = 3_600_000;
  const stops = (pickup: object | null, delivery: object | null) => ({
    pickup: { contact: { name: "A" }, address: berlinMitte, window: pickup },
    delivery: { contact: { name: "B" }, address: kreuzberg, window: delivery },
  });
  const hours = (from: number, to: number) => ({
    start: new Date(Date.now() + from * hourMs).toISOString(),
    end: new Date(Date.now() + to * hourMs).toISOString(),
  });

  test("estimates begin with the window: a pickup in two hours is not in ten minutes", async () => {
    const [pickup, delivery] = [hours(20, 22), hours(44, 46)];
    const { answer } = await quote(stops(pickup, delivery));
    expect(answer.data).toHaveLength(3);
    for (const entry of answer.data) {
      expect([entry.estimated_pickup_at, entry.estimated_delivery_at]).toEqual([
        pickup.start,
        delivery.start,
      ]);
    }
  });

  test("window_unavailable for who comes too late to the pickup, or to the door", async () => {
    const early = await quote(stops(hours(0.1, 1), null));
    expect(refusals(early.answer)).toEqual({ parcel_post: "window_unavailable" });
    const today = await quote(stops(null, hours(1, 3)));
    expect(refusals(today.answer)).toEqual({ parcel_post: "window_unavailable" });
  });

  test("whatever the windows, every estimate lies inside, and the delivery after the pickup", async () => {
    const window = fc.option(
      fc
        .tuple(fc.double({ min: 0.1, max: 60, noNaN: true }), fc.double({ min: 0.2, max: 10, noNaN: true }))
        .map(([from, length]) => hours(from, from + length)),
    );
    const property = fc.asyncProperty(window, window, async (pickup, delivery) => {
      fc.pre(!pickup || !delivery || delivery.end > pickup.start);
      const { answer } = await quote(stops(pickup, delivery));
      expect(answer.data.length + answer.unavailable.length).toBe(3);
      const inside = (at: string, of: typeof pickup) => !of || (of.start <= at && at <= of.end);
      for (const { estimated_pickup_at, estimated_delivery_at } of answer.data) {
        expect(inside(estimated_pickup_at, pickup)).toBe(true);
        expect(inside(estimated_delivery_at, delivery)).toBe(true);
        expect(estimated_pickup_at < estimated_delivery_at).toBe(true);
      }
      for (const { code } of answer.unavailable) expect(code).toBe("window_unavailable");
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

test("the same body and seed give the same prices; the body alone is seed enough; another seed differs", async () => {
  const prices = async (simulation?: Record<string, unknown>) => {
    const { answer } = await quote(simulation ? { simulation } : {});
    return answer.data.map((entry: QuoteBody) => [entry.carrier.code, entry.price, entry.price_breakdown]);
  };
  const ids = async () => (await quote()).answer.data.map((entry: QuoteBody) => entry.id);
  expect(await prices()).toEqual(await prices());
  expect(await prices({ seed: "a" })).toEqual(await prices({ seed: "a" }));
  expect(await prices({ seed: "a" })).not.toEqual(await prices({ seed: "b" }));
  expect(await ids()).not.toEqual(await ids());
});

describe("a carrier that cannot says why", () => {
  test("out_of_zone by distance; who prices by zone still offers", async () => {
    const munich = { ...berlinMitte, city: "München", latitude: 48.1374, longitude: 11.5755 };
    const { answer } = await quote({ delivery: { contact: { name: "B" }, address: munich } });
    expect(refusals(answer)).toEqual({ swift_bike: "out_of_zone", city_van: "out_of_zone" });
    expect(answer.data.map((entry: QuoteBody) => entry.carrier.code)).toEqual(["parcel_post"]);
    expect(answer.data[0].labels).toEqual(["cheapest", "fastest"]);
  });

  test("weight_exceeded counts every piece", async () => {
    const { answer } = await quote({ parcels: [{ weight_grams: 10_000, quantity: 8 }] });
    expect(refusals(answer)).toEqual({ swift_bike: "weight_exceeded", parcel_post: "weight_exceeded" });
    expect(answer.data.map((entry: QuoteBody) => entry.carrier.code)).toEqual(["city_van"]);
  });

  test("dimensions_exceeded by the longest side, whichever it is", async () => {
    for (const side of ["length_mm", "width_mm", "height_mm"]) {
      const { answer } = await quote({ parcels: [{ weight_grams: 100, [side]: 2000 }] });
      expect(refusals(answer)).toEqual({
        swift_bike: "dimensions_exceeded",
        parcel_post: "dimensions_exceeded",
      });
    }
  });

  test("incomplete_address where only the country is known", async () => {
    const address = { line1: "1", city: "Zzyzxhausen an der Nirgendwo", country: "DE" };
    const { shipment, answer } = await quote({ delivery: { contact: { name: "B" }, address } });
    expect(shipment.delivery.address.geocode_source).toBe("country");
    expect(shipment.distance_meters).toBeNull();
    expect(refusals(answer)).toEqual({ swift_bike: "incomplete_address", city_van: "incomplete_address" });
    expect(answer.data).toHaveLength(1);
  });

  test("nobody can: the shipment stays created and no event says otherwise", async () => {
    const { shipment, answer } = await quote({ parcels: [{ weight_grams: 1_000_000 }] });
    expect(answer).toMatchObject({ data: [], status: "complete" });
    expect(new Set(Object.values(refusals(answer)))).toEqual(new Set(["weight_exceeded"]));
    const read = await sandbox.get(`${platform}/shipments/${shipment.id}`);
    expect(read.body.status).toBe("created");
    expect(await eventTypes(sandbox, shipment.id)).toEqual(["shipment.created"]);
  });
});

test("no_carriers: stays created, every carrier without drivers", async () => {
  const { shipment, answer } = await quote({ simulation: { outcome: "no_carriers" } });
  expect(answer.data).toEqual([]);
  expect(refusals(answer)).toEqual({
    swift_bike: "no_drivers",
    city_van: "no_drivers",
    parcel_post: "no_drivers",
  });
  expect((await sandbox.get(`${platform}/shipments/${shipment.id}`)).body.status).toBe("created");
});

test("quotes_expire: the offers are good for a second, then expired and not acceptable", async () => {
  const { shipment, answer } = await quote({ simulation: { outcome: "quotes_expire" } });
  for (const entry of answer.data) {
    expect(Date.parse(entry.expires_at) - Date.parse(entry.created_at)).toBeLessThanOrEqual(1000);
  }
  const expired = await eventually("expired quotes", async () => {
    const { data } = await quotesOf(sandbox, shipment.id);
    return data.every((entry: { status: string }) => entry.status === "expired") ? data : undefined;
  });
  const path = `${platform}/shipments/${shipment.id}/assignments`;
  const byId = await sandbox.post(path, { quote_id: expired[0].id });
  expect([byId.status, byId.body.code]).toEqual([409, "quote_expired"]);
  const byRule = await sandbox.post(path, { strategy: "cheapest" });
  expect([byRule.status, byRule.body.code]).toEqual([409, "no_open_quotes"]);
  expect((await sandbox.get(path)).body.data).toEqual([]);
});

test("a live account without carriers: an empty list that says so", async () => {
  const shipment = await createShipment(live);
  const answer = await quotesOf(live, shipment.id);
  expect(answer).toMatchObject({ data: [], status: "complete" });
  expect(answer.unavailable).toHaveLength(1);
  expect(answer.unavailable[0]).toMatchObject({ carrier: null, code: "no_carriers_configured" });
  expect((await live.get(`${platform}/shipments/${shipment.id}`)).body.status).toBe("created");
});

test("quoting again replaces the open offers; the old ones are withdrawn", async () => {
  const { shipment, quotes } = await createQuoted(sandbox);
  const again = await sandbox.post(`${platform}/shipments/${shipment.id}/quotes`);
  expect(again.status).toBe(201);
  expect(again.body.status).toBe("complete");
  const fresh = again.body.data.map((entry: QuoteBody) => entry.id);
  expect(fresh).toHaveLength(3);
  for (const old of quotes) expect(fresh).not.toContain(old.id);
  const path = `${platform}/shipments/${shipment.id}/assignments`;
  const refused = await sandbox.post(path, { quote_id: quotes[0].id });
  expect([refused.status, refused.body.code]).toEqual([409, "quote_not_open"]);
  expect((await sandbox.post(path, { quote_id: fresh[0] })).status).toBe(201);
  expect(await eventTypes(sandbox, shipment.id)).toEqual([
    "shipment.created",
    "shipment.quoted",
    "shipment.quoted",
    "shipment.assigned",
  ]);
});

test("quoting again is refused once assigned, and changes nothing", async () => {
  const { shipment, quotes } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
  await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, { quote_id: quotes[1].id });
  const before = await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
  const refused = await sandbox.post(`${platform}/shipments/${shipment.id}/quotes`);
  expect([refused.status, refused.body.code]).toEqual([409, "transition_not_allowed"]);
  expect(refused.body).toMatchObject({ from: "assigned", to: "quoted" });
  expect((await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`)).body).toEqual(before.body);
  const statuses = before.body.data.map((entry: { id: string; status: string }) => [entry.id, entry.status]);
  expect(Object.fromEntries(statuses)).toEqual({
    [quotes[0].id]: "declined",
    [quotes[1].id]: "accepted",
    [quotes[2].id]: "declined",
  });
});

test("wait_seconds is a whole number from 0 to 30", async () => {
  const { shipment } = await createQuoted(sandbox);
  for (const bad of ["-1", "31", "1.5", "x"]) {
    const answer = await sandbox.get(`${platform}/shipments/${shipment.id}/quotes?wait_seconds=${bad}`);
    expect([bad, answer.status, answer.body.code]).toEqual([bad, 400, "query_invalid"]);
  }
});

test("another account sees neither the quotes nor may it ask for new ones", async () => {
  const { shipment } = await createQuoted(sandbox);
  const stranger = (await server.account()).sandbox;
  const path = `${platform}/shipments/${shipment.id}/quotes`;
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path)).status).toBe(404);
  expect((await live.get(path)).status).toBe(404);
  expect(await eventTypes(sandbox, shipment.id)).toEqual(["shipment.created", "shipment.quoted"]);
});

test("a cancelled shipment is not quoted again, and its offers are withdrawn", async () => {
  const { shipment } = await createQuoted(sandbox);
  const cancelled = await sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`);
  expect(cancelled.body.status).toBe("cancelled");
  const refused = await sandbox.post(`${platform}/shipments/${shipment.id}/quotes`);
  expect([refused.status, refused.body.code]).toEqual([409, "transition_not_allowed"]);
  const { data } = await quotesOf(sandbox, shipment.id);
  expect(data.map((entry: { status: string }) => entry.status)).toEqual(Array(3).fill("withdrawn"));
});

async function eventTypes(client: Client, shipmentId: string): Promise<string[]> {
  const events = await client.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return events.body.data.map((event: { type: string }) => event.type);
}
