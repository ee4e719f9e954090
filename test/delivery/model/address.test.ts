import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { savePlace } from "../../../src/delivery/fleet/drivers/places.ts";
import { jobOf } from "../../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { knownPlace } from "../../../src/delivery/model/address.ts";
import { write } from "../../../src/infra/deps.ts";
import { addFleet } from "../../support/carrier-rows.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { addDriver, driverClient, type TestDriver } from "../../support/drivers.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import { acceptFleet } from "../../support/fleets.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { germany, plainCard } from "../carriers/kinds/fleet/support.ts";

/** Where an address is. Nothing is invented in live. */

let server: TestServer;
let clock: TestClock;
let account: TestAccount;
let fleet: string;
let rider: TestDriver;
let phone: Client;

type Body = Answer["body"];

/** Real streets of Chicago, 3.2 km apart. */
const shop = { line1: "233 E Ontario St", city: "Chicago", state: "IL", postal_code: "60611", country: "US" };
const door = { line1: "770 S Halsted St", city: "Chicago", state: "IL", postal_code: "60607", country: "US" };
const shopPlace = { latitude: 41.8932, longitude: -87.6216 };
const doorPlace = { latitude: 41.8717, longitude: -87.6473 };
const chicago = { latitude: 41.85, longitude: -87.65, radius_meters: 5000 };
const unknown = { latitude: null, longitude: null, geocode_source: "town", geocode_precision: "town" };
const stop = (name: string, address: object) => ({ contact: { name }, address });
const phoned = { pickup: stop("Shop", shop), delivery: stop("Alex", door) };
const placed = {
  pickup: stop("Shop", { ...shop, ...shopPlace }),
  delivery: stop("Alex", { ...door, ...doorPlace }),
};

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  const settings = { dispatch: "nearest" };
  const card = { ...plainCard, currency: "USD", zones: [{ ...germany, countries: ["US"] }] };
  fleet = await addFleet(server, "live", account.accountId, { status: "active", settings }, card);
  rider = await addDriver(server, "live", account.accountId, { carrierId: fleet, onDuty: true });
  phone = await driverClient(server, rider, account.accountId);
  await write(server.deps, "live", (writing) => {
    const place = { ...shopPlace, recordedAt: clock.now(), receivedAt: clock.now() };
    savePlace(writing, rider.id, { ...place, accuracyMeters: 5, headingDegrees: null, speedMps: null });
  });
});
afterAll(() => server.stop());

const shipmentOf = async (id: string): Promise<Body> =>
  (await account.live.get(`${platform}/shipments/${id}`)).body;
const trackingOf = async (id: string): Promise<Body> =>
  (await account.live.get(`${platform}/tracking/${id}`)).body;
const stopsOf = async (): Promise<Body[]> => (await phone.get("/api/v1/driver/stops")).body.data;

let reports = 0;

async function send(assignmentId: string, step: object): Promise<void> {
  reports += 1;
  const at = new Date(clock.now()).toISOString();
  const report = { id: `tap-${reports}`, at, assignment_id: assignmentId, ...step };
  const { body } = await phone.post("/api/v1/driver/reports", { sent_at: at, reports: [report] });
  if (body.results?.[0]?.result !== "applied") throw new Error(`not applied: ${JSON.stringify(body)}`);
}

async function assign(assignmentId: string): Promise<void> {
  await jobsAtRest(server.deps);
  const path = `${platform}/assignments/${assignmentId}/driver`;
  const { status, text } = await account.live.post(path, { driver_id: rider.id });
  if (status !== 200) throw new Error(`assigning gave ${status}: ${text}`);
}

/** A job of the rider, picked up. */
async function inTransit(change: Record<string, unknown>) {
  const job = await acceptFleet(account.live, fleet, change);
  await assign(job.assignmentId);
  for (const substatus of ["en_route_to_pickup", "at_pickup", "picked_up"]) {
    clock.advance(60);
    await send(job.assignmentId, { type: "progress", substatus });
  }
  return job;
}

/** The rider is somewhere. */
async function ride(assignmentId: string, place: object): Promise<void> {
  clock.advance(60);
  await send(assignmentId, { type: "position", ...place, accuracy_meters: 5 });
}

describe("an address without coordinates, in live", () => {
  test("has its town and no place, in the answer, in the list, in the event and in an estimate", async () => {
    const created = await createShipment(account.live, phoned);
    expect(created.pickup.address).toMatchObject({ ...shop, ...unknown, area: chicago });
    expect(created.delivery.address).toMatchObject({ ...door, ...unknown, area: chicago });
    expect(created.distance_meters).toBeNull();
    const list = await account.live.get(`${platform}/shipments?limit=1`);
    const { body: events } = await account.live.get(`${platform}/events?shipment_id=${created.id}&limit=1`);
    for (const seen of [await shipmentOf(created.id), list.body.data[0], events.data[0].data.shipment])
      expect([seen.pickup, seen.delivery, seen.distance_meters]).toEqual([
        created.pickup,
        created.delivery,
        null,
      ]);
    const { body: estimate } = await account.live.post(`${platform}/estimates`, {
      ...phoned,
      parcels: [{ weight_grams: 1200 }],
    });
    expect([estimate.distance_meters, estimate.data.length]).toEqual([null, 1]);
    expect((await trackingOf(created.id)).progress).toEqual({
      percent: 0,
      distance_meters: null,
      remaining_meters: null,
    });
  });

  test("in an unknown town has no area", async () => {
    const nowhere = { ...door, city: "Nowhereville", state: null, postal_code: null };
    const { delivery } = await createShipment(account.live, { ...phoned, delivery: stop("Alex", nowhere) });
    const source = { geocode_source: "country", geocode_precision: "country" };
    expect(delivery.address).toEqual({
      ...nowhere,
      line2: null,
      latitude: null,
      longitude: null,
      ...source,
      area: null,
    });
  });

  test("has a page for the recipient that knows the town", async () => {
    const { tracking_url } = await createShipment(account.live, phoned);
    const token = new URL(tracking_url).pathname.split("/").at(-1);
    const { body } = await server.client({}).get(`/api/v1/track/${token}`);
    const { radius_meters: _, ...center } = chicago;
    expect([body.town, body.destination]).toEqual(["Chicago", center]);
  });

  test("makes nobody the nearest: a dispatcher chooses, and the driver reads no kilometers", async () => {
    const { assignmentId } = await acceptFleet(account.live, fleet, phoned);
    await jobsAtRest(server.deps);
    const { db } = server.deps.stores.platform("live");
    expect(jobOf(db, assignmentId)).toMatchObject({ status: "unassigned", driverId: null, asked: [] });
    const known = await acceptFleet(account.live, fleet, placed);
    await jobsAtRest(server.deps);
    expect(jobOf(db, known.assignmentId)).toMatchObject({ status: "offered", driverId: rider.id });
    await assign(assignmentId);
    const stops = (await stopsOf()).filter(({ assignment_id }) => assignment_id === assignmentId);
    expect(stops.map(({ kind, distance_meters, address }) => [kind, distance_meters, address.area])).toEqual([
      ["pickup", null, chicago],
      ["delivery", null, chicago],
    ]);
    await account.live.delete(`${platform}/assignments/${assignmentId}/driver`);
  });

  test("leaves the rider's way and hand-over without percent and without a distance", async () => {
    const { id, assignmentId } = await inTransit(phoned);
    await ride(assignmentId, { latitude: 41.88, longitude: -87.64 });
    const before = await trackingOf(id);
    expect([before.position.latitude, before.progress.percent]).toEqual([41.88, 0]);
    clock.advance(60);
    await send(assignmentId, { type: "delivered", proof: { recipient_name: "Alex", location: doorPlace } });
    const { location } = (await trackingOf(id)).proof_of_delivery;
    expect(location).toEqual({ ...doorPlace, distance_to_address_meters: null });
    const [{ document } = {}] = databaseRows(server)["live.proofs_of_delivery"] ?? [];
    expect(JSON.parse(String(document)).location.distanceToAddressMeters).toBeNull();
  });

  test("is read so in rows of older versions too, which stay as they are", async () => {
    const { id, assignmentId } = await inTransit(phoned);
    const { db } = server.deps.stores.platform("live");
    const point = (latitude: number) => sql`'$.address.latitude', ${latitude}, '$.address.longitude', -87.66`;
    db.run(sql`UPDATE shipments SET distance_meters = 4321, pickup = json_set(pickup, ${point(41.85)}),
      delivery = json_set(delivery, ${point(41.86)}) WHERE id = ${id}`);
    const stored = () =>
      db.all(sql`SELECT pickup, delivery, distance_meters FROM shipments WHERE id = ${id}`);
    const [row] = stored();
    expect(JSON.stringify(row)).toContain("-87.66");
    const seen = await shipmentOf(id);
    expect([seen.pickup.address, seen.delivery.address, seen.distance_meters]).toMatchObject([
      unknown,
      { ...unknown, area: chicago },
      null,
    ]);
    await ride(assignmentId, { latitude: 41.861, longitude: -87.66 });
    expect((await trackingOf(id)).progress).toEqual({
      percent: 0,
      distance_meters: null,
      remaining_meters: null,
    });
    expect((await stopsOf()).find(({ shipment_id }) => shipment_id === id)).toMatchObject({
      distance_meters: null,
      address: unknown,
    });
    clock.advance(60);
    await send(assignmentId, { type: "delivered", proof: { recipient_name: "Alex", location: doorPlace } });
    db.run(sql`UPDATE proofs_of_delivery SET document = json_set(document, '$.location.distanceToAddressMeters', 3700)
      WHERE shipment_id = ${id}`);
    const { location } = (await trackingOf(id)).proof_of_delivery;
    expect(location.distance_to_address_meters).toBeNull();
    expect(stored()).toEqual([row]);
  });
});

test("coordinates of the client are the place: distance, nearest driver, percent and proof follow", async () => {
  const created = await createShipment(account.live, placed);
  expect(created.pickup.address).toMatchObject({
    ...shopPlace,
    geocode_source: "client",
    geocode_precision: null,
    area: chicago,
  });
  expect(created.distance_meters).toBe(3200);
  const { id, assignmentId } = await inTransit(placed);
  await ride(assignmentId, doorPlace);
  expect((await trackingOf(id)).progress.percent).toBe(99);
  clock.advance(60);
  await send(assignmentId, { type: "delivered", proof: { recipient_name: "Alex", location: doorPlace } });
  expect((await trackingOf(id)).proof_of_delivery.location.distance_to_address_meters).toBe(0);
});

test("the town that is meant is the one near the coordinates, where the address says nothing else", async () => {
  const springfield = { line1: "1 Main St", city: "Springfield", country: "US" };
  const illinois = { latitude: 39.8, longitude: -89.64 };
  const { delivery } = await createShipment(account.live, {
    ...placed,
    delivery: stop("Alex", { ...springfield, ...illinois }),
  });
  expect(delivery.address.area.longitude).toBeCloseTo(-89.6, 1);
  const { delivery: other } = await createShipment(account.live, {
    ...placed,
    delivery: stop("Alex", springfield),
  });
  expect(other.address.area.longitude).toBeCloseTo(-93.3, 1);
});

test("in the sandbox a point inside the town stays, so that simulated drivers have somewhere to go", async () => {
  const created = await createShipment(account.sandbox, phoned);
  const { latitude, longitude, geocode_source, area } = created.delivery.address;
  expect([geocode_source, area]).toEqual(["town", chicago]);
  expect(Math.abs(latitude - chicago.latitude) + Math.abs(longitude - chicago.longitude)).toBeLessThan(0.1);
  expect(created.distance_meters).toBeGreaterThan(0);
});

describe("by one rule, which pages have too,", () => {
  const point = { latitude: 52.5291, longitude: 13.4014 };

  test.each([
    ["client", null],
    ["client", undefined],
    ["geocoder", "house"],
    ["geocoder", "street"],
    ["learned", "house"],
  ])("%s with %s is a known place", (geocode_source, geocode_precision) => {
    const address = {
      ...point,
      geocode_source,
      ...(geocode_precision !== undefined && { geocode_precision }),
    };
    expect(knownPlace(address)).toEqual(point);
    expect(knownPlace({ ...address, latitude: null, longitude: null })).toBeUndefined();
  });

  test.each([
    ["geocoder", "area"],
    ["geocoder", "town"],
    ["town", "town"],
    ["country", "country"],
    ["satellite", "house"],
    ["geocoder", "roof"],
  ])("a point of %s with %s is no known place", (geocode_source, geocode_precision) => {
    expect(knownPlace({ ...point, geocode_source, geocode_precision })).toBeUndefined();
  });
});
