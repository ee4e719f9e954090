import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { expectProblem } from "../../../api/problem.ts";
import { withoutTokens } from "../../../support/bytes.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { addDriver, driverToken, type TestDriver } from "../../../support/drivers.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

/** Where own riders hand over is where an address is. */

// A morning: what is of one day must not begin before its midnight.
const clock = createClock(Date.parse("2026-11-23T09:00:00Z"));
let server: TestServer;
let account: TestAccount;
let fleet: string;
let driver: TestDriver;
let phone: Client;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.account();
  fleet = await addOpenFleet(server, account.accountId, {}, "live");
  driver = await addDriver(server, "live", account.accountId, { carrierId: fleet, onDuty: true });
  phone = await phoneOf(server, driver);
});

async function phoneOf(of: TestServer, rider: TestDriver): Promise<Client> {
  const token = await driverToken(of, rider, account.accountId);
  return of.client({ authorization: `Bearer ${token}` });
}

const contact = { name: "Ada Lovelace" };
const address = { line1: "Hof 3, Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const line = "Hof 3, Torstraße 1, 10119 Berlin, DE";
const shop = { line1: "Oranienstr. 25", city: "Berlin", country: "DE", latitude: 52.5, longitude: 13.42 };
const door = { latitude: 52.5301, longitude: 13.4002 };
const bodyFor = (place: object = {}) => ({
  pickup: { contact, address: shop },
  delivery: { contact, address: { ...address, ...place } },
});
const places = `${platform}/places`;
const shipments = `${platform}/shipments`;
const live = { "x-environment": "live" };
const query = (of = line) => `${places}?${new URLSearchParams({ address: of })}`;
const known = async (client = account.live): Promise<Answer["body"]> => (await client.get(query())).body;
const whereIs = async (place: object = {}): Promise<Answer["body"]> =>
  (await createShipment(account.live, bodyFor(place))).delivery.address;
const learned = { ...door, geocode_source: "learned", geocode_precision: "house" };
const rows = () =>
  server.deps.stores
    .platform("live")
    .db.all<Record<string, unknown>>(
      sql`SELECT * FROM handovers WHERE account_id = ${account.accountId} ORDER BY handed_over_at`,
    );

interface Tap {
  place?: { latitude: number; longitude: number };
  accuracy?: number | null;
  /** How old the position is at the tap. */
  fixSeconds?: number;
  handedTo?: string | null;
  to?: object;
}

let reports = 0;

/** A rider hands over: the phone sends where it is, and some seconds later the tap. */
async function handOver(tap: Tap = {}, sender = phone): Promise<string> {
  const { id, assignmentId } = await take(tap.to);
  await deliverNow(assignmentId, tap, sender);
  return id;
}

/** A job of the rider. */
async function take(to?: object): Promise<{ id: string; assignmentId: string }> {
  const job = await acceptFleet(account.live, fleet, bodyFor(to));
  const given = { driver_id: driver.id };
  const { status } = await account.live.post(`${platform}/assignments/${job.assignmentId}/driver`, given);
  expect(status).toBe(200);
  return job;
}

async function deliverNow(assignmentId: string, tap: Tap, sender = phone): Promise<void> {
  const { place = door, accuracy = 8, fixSeconds = 5, handedTo = "recipient" } = tap;
  clock.advance(fixSeconds + 120);
  const at = clock.now();
  reports += 1;
  const time = (ms: number) => new Date(ms).toISOString();
  const { status, body } = await sender.post("/api/v1/driver/reports", {
    sent_at: time(at),
    reports: [
      {
        id: `p-${reports}`,
        at: time(at - fixSeconds * 1000),
        type: "position",
        ...place,
        accuracy_meters: accuracy,
      },
      {
        id: `d-${reports}`,
        at: time(at),
        type: "delivered",
        assignment_id: assignmentId,
        proof: { handed_to: handedTo, location: place },
      },
    ],
  });
  expect(status).toBe(200);
  expect(body.results.map(({ result }: Answer["body"]) => result)).toEqual(["applied", "applied"]);
}
const nextDay = () => clock.advance(86_400);

describe("two handovers on different days", () => {
  test("make a place, for this address only, whatever its second line", async () => {
    await handOver();
    expect(await whereIs()).toMatchObject({ geocode_source: "town", latitude: null });
    expect(await known()).toMatchObject({ learned: null, last_time: door });
    nextDay();
    await handOver({ to: { line2: "5th floor" } });
    expect(await whereIs({ line2: "at the back" })).toMatchObject(learned);
    expect(await whereIs({ line1: "HOF 3 – Torstrasse 1" })).toMatchObject(learned);
    expect(await whereIs({ line1: "Hof 31, Torstraße 1" })).not.toMatchObject(door);
    expect(await known()).toMatchObject({ learned: door, last_time: door });
    expect(withoutTokens(JSON.stringify(rows()))).not.toMatch(/Tor|10119|Berlin|Ada/);
  });

  test("of one day make none", async () => {
    await handOver();
    await handOver();
    expect(await whereIs()).toMatchObject({ geocode_source: "town", latitude: null });
    expect(rows()).toHaveLength(2);
  });

  test("teach no other account, and no other environment", async () => {
    await handOver();
    nextDay();
    await handOver();
    expect((await account.sandbox.get(query())).body).toEqual({ learned: null, last_time: null });
    account = await server.account();
    expect(await known()).toEqual({ learned: null, last_time: null });
    expect(await whereIs()).not.toMatchObject(door);
    expectProblem(server, await account.live.delete(query()), { status: 404, code: "not_found" });
  });

  test("do not measure a proof", async () => {
    await handOver();
    nextDay();
    await handOver();
    const id = await handOver();
    const shipment = (await account.live.get(`${shipments}/${id}`)).body;
    expect(shipment.delivery.address).toMatchObject(learned);
    const { body } = await account.live.get(`${platform}/tracking/${id}`);
    expect(body.proof_of_delivery.location).toMatchObject({ ...door, distance_to_address_meters: null });
  });

  test("come after a person's pin, also an earlier one", async () => {
    const pin = { latitude: 52.5311, longitude: 13.4013 };
    const pinned = await account.session.post(shipments, shipmentBody(bodyFor(pin)), live);
    expect(pinned.status).toBe(201);
    await handOver();
    nextDay();
    await handOver();
    expect((await known()).learned).toEqual(door);
    expect(await whereIs()).toMatchObject({ ...pin, geocode_source: "client", geocode_precision: null });
  });
});

describe("taught by nothing", () => {
  const teaching = () => rows().map(({ teaches }) => teaches);
  test.each<[string, Tap, number[]]>([
    ["a fix of 51 m", { accuracy: 51 }, []],
    ["a fix of nobody knows how many", { accuracy: null }, []],
    ["a fix of 61 s before", { fixSeconds: 61 }, []],
    ["a fix outside the town", { place: { latitude: 52.2, longitude: 13.4 } }, [0]],
    ["a neighbor", { handedTo: "neighbour" }, [0]],
    ["the reception", { handedTo: "reception" }, [0]],
    ["a locker", { handedTo: "locker" }, [0]],
    ["a safe place", { handedTo: "safe_place" }, [0]],
    ["on the other hand a fix of 50 m, 60 s before", { accuracy: 50, fixSeconds: 60 }, [1]],
  ])("%s", async (_, tap, expected) => {
    await handOver(tap);
    nextDay();
    await handOver(tap);
    expect(teaching()).toEqual([...expected, ...expected]);
    const place = await whereIs();
    if (expected.includes(1)) expect(place).toMatchObject(learned);
    else expect(place).toMatchObject({ geocode_source: "town", latitude: null });
  });

  test("a dispatcher's entry", async () => {
    const { assignmentId } = await take();
    clock.advance(60);
    const at = new Date(clock.now()).toISOString();
    await phone.post("/api/v1/driver/reports", {
      sent_at: at,
      reports: [{ id: "here", at, type: "position", ...door, accuracy_meters: 5 }],
    });
    const entry = { id: "entry", at, type: "delivered", assignment_id: assignmentId, proof: {} };
    const { body } = await account.live.post(`${platform}/carriers/${fleet}/reports`, [entry]);
    expect(body.results[0].result).toBe("applied");
    expect(rows()).toEqual([]);
  });

  test("a rider of the installation", async () => {
    const operator = await createOperator(server);
    fleet = await addOpenFleet(server, null, {}, "live");
    driver = await addDriver(server, "live", null, { carrierId: fleet, onDuty: true });
    const { assignmentId } = await acceptFleet(account.live, fleet, bodyFor());
    const path = `/api/v1/operator/assignments/${assignmentId}/driver?environment=live`;
    expect((await operator.session.post(path, { driver_id: driver.id })).status).toBe(200);
    await deliverNow(assignmentId, {}, await phoneOf(server, driver));
    expect(rows()).toEqual([]);
  });

  test("taps for different addresses at one place, both of them, and others after 90 s are", async () => {
    const jobs: string[] = [];
    for (const number of [1, 2, 3]) {
      jobs.push((await take({ line1: `Weg ${number}` })).assignmentId);
    }
    const tap = async (id: string, seconds: number) => {
      clock.advance(seconds);
      const at = new Date(clock.now()).toISOString();
      const { body } = await phone.post("/api/v1/driver/reports", {
        sent_at: at,
        reports: [
          { id: `p-${id}`, at, type: "position", ...door, accuracy_meters: 5 },
          { id: `d-${id}`, at, type: "delivered", assignment_id: id, proof: { handed_to: "recipient" } },
        ],
      });
      expect(body.results[1].result).toBe("applied");
    };
    await tap(jobs[0] as string, 60);
    expect(teaching()).toEqual([1]);
    await tap(jobs[1] as string, 90);
    expect(teaching()).toEqual([0, 0]);
    await tap(jobs[2] as string, 91);
    expect(teaching()).toEqual([0, 0, 1]);
  });

  test("what was corrected later", async () => {
    await handOver();
    nextDay();
    const id = await handOver();
    expect(await whereIs()).toMatchObject(learned);
    const corrected = await account.live.post(`${shipments}/${id}/correction`, {
      status: "in_transit",
      reason: "It was another door.",
    });
    expect(corrected.status).toBe(200);
    expect(teaching()).toEqual([1, 0]);
    expect(await whereIs()).toMatchObject({ geocode_source: "town", latitude: null });
    expect(await known()).toMatchObject({ learned: null, last_time: door });
  });
});

describe("a place is forgotten", () => {
  beforeEach(async () => {
    await handOver();
    nextDay();
  });

  test("by one click, and then there is nothing to forget", async () => {
    await handOver();
    expect(await whereIs()).toMatchObject(learned);
    expect((await account.live.delete(query("hof 3 torstrasse 1; 10119 berlin; de"))).status).toBe(204);
    expect(await whereIs()).not.toMatchObject(door);
    expect(await known()).toEqual({ learned: null, last_time: null });
    expectProblem(server, await account.live.delete(query()), { status: 404, code: "not_found" });
  });

  test("by an erasure: of two handovers one is left, which is a suggestion", async () => {
    const id = await handOver();
    expect((await account.live.post(`${shipments}/${id}/redaction`)).status).toBeLessThan(300);
    await eventually("the erasure", () => rows().length === 1 || undefined);
    expect(await whereIs()).toMatchObject({ geocode_source: "town", latitude: null });
    expect(await known()).toMatchObject({ learned: null, last_time: door });
  });
});

test("a session forgets, and not a key that may only read, and nobody without an address", async () => {
  await handOver();
  const given = { name: "reads", environment: "live", scopes: ["shipments:read"] };
  const { body } = await account.session.post("/api/v1/keys", given);
  const reader = server.client({ authorization: `Bearer ${body.secret}` });
  expect((await known(reader)).last_time).toMatchObject(door);
  expectProblem(server, await reader.delete(query()), { status: 403, code: "scope_missing" });
  const invalid = (word: string) => ({ status: 400, code: "query_invalid", at: { address: word } }) as const;
  expectProblem(server, await account.live.delete(places), invalid("required"));
  expectProblem(server, await account.live.delete(query(" ")), invalid("pattern"));
  expectProblem(server, await account.live.delete(query("x".repeat(601))), invalid("max_length"));
  expectProblem(server, await server.client().delete(query()), { status: 401, code: "api_key_missing" });
  expect(rows()).toHaveLength(1);
  expect((await account.session.delete(query(), live)).status).toBe(204);
  expect(rows()).toEqual([]);
});

test("the request log does not keep the address", async () => {
  await account.live.get(query());
  const { body } = await account.live.get("/api/v1/platform/requests?limit=5");
  const logged = JSON.stringify(body);
  expect(logged).toContain("/platform/places");
  expect(logged).not.toMatch(/Torstr|10119/);
});

describe("with a geocoder", () => {
  let geocoder: PlayedGeocoder;
  let without: TestServer;
  beforeAll(async () => {
    without = server;
    geocoder = await startGeocoder();
    geocoder.houses = [];
    server = await startServer({
      config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 },
      replacements: { clock },
    });
  });
  afterAll(async () => {
    await server.stop();
    server = without;
    await geocoder.stop();
  });
  const torstr = { line1: "Torstraße 1" };
  const isAt = (id: string, source: string) =>
    eventually(`a place by ${source}`, async () => {
      await jobsAtRest(server.deps);
      const { body } = await account.live.get(`${shipments}/${id}`);
      return body.delivery.address.geocode_source === source ? body.delivery.address : undefined;
    });

  test("its house counts before what was learned, which counts while it finds none", async () => {
    await handOver({ to: torstr });
    nextDay();
    await handOver({ to: torstr });
    const { id } = await createShipment(account.live, bodyFor(torstr));
    expect(await isAt(id, "learned")).toMatchObject(learned);
    clock.advance(2 * 86_400);
    geocoder.houses = [{ ...torstrasse, latitude: 52.5302, longitude: 13.4003 }];
    const later = await createShipment(account.live, bodyFor(torstr));
    expect(await isAt(later.id, "geocoder")).toMatchObject({ latitude: 52.5302, geocode_precision: "house" });
  });

  test("a handover more than 300 m from its house teaches nothing", async () => {
    geocoder.houses = [{ ...torstrasse, street: "Neue Straße", number: "7" }];
    const to = { line1: "Neue Straße 7" };
    await handOver({ to, place: { latitude: 52.5291, longitude: 13.4065 } });
    await handOver({ to, place: { latitude: 52.5291, longitude: 13.405 } });
    expect(rows().map(({ teaches }) => teaches)).toEqual([0, 1]);
  });
});
