import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { forgetRows } from "../../../../src/infra/jobs/jobs.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { createClock, jobsAtRest, wakeLoops } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { nominatimEntry, type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

import { plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** A geocoder that fails, is slow or answers about something else: orders go on, and a later answer is stored. */

const started = performance.now();
const wall = createClock();
/** Both of its times move together, as outside of tests. */
const clock = {
  ...wall,
  skippedMs: 0,
  monotonic: () => performance.now() - started + clock.skippedMs,
  advance(seconds: number) {
    wall.advance(seconds);
    clock.skippedMs += seconds * 1000;
  },
};
let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
let houses = 0;

const byDistance = { ...plainService, price: { base: 500, per_km: 100 } };
const cardOf = (service: typeof plainService) => ({ ...plainCard, services: [service] });
beforeAll(async () => {
  geocoder = await startGeocoder();
  server = await startServer({
    config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000, quotingDeadlineSeconds: 1 },
    replacements: { clock },
  });
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(async () => {
  // What an earlier test left resting asks again.
  clock.advance(7_200);
  geocoder.play = "well";
  geocoder.held = undefined;
  geocoder.asked = [];
  account = await server.account();
});

const shipments = `${platform}/shipments`;
const contact = { name: "Ada Lovelace" };
const pinned = { latitude: 52.5003, longitude: 13.4247 };
/** A house of its own for each test: answers are kept. */
function newHouse(): { line1: string; city: string; postal_code: string; country: string } {
  houses += 1;
  const house = { ...torstrasse, street: "Neue Straße", number: String(houses) };
  geocoder.houses = [house];
  return { line1: `Neue Straße ${houses}`, city: "Berlin", postal_code: "10119", country: "DE" };
}
const typed = (address: object) => ({
  pickup: { contact, address: { line1: "Oranienstr. 25", city: "Berlin", country: "DE", ...pinned } },
  delivery: { contact, address },
});
const read = async (id: string): Promise<Answer["body"]> =>
  (await account.live.get(`${shipments}/${id}`)).body;
const known = { geocode_source: "geocoder", geocode_precision: "house", latitude: 52.5291 };
const isFound = (id: string) =>
  eventually("the place", async () => {
    const shipment = await read(id);
    return shipment.delivery.address.geocode_source === "geocoder" && shipment;
  });
const queued = () => server.deps.stores.platform("live").db.all(sql`SELECT attempts FROM geocodings`);
const settled = () =>
  eventually("the geocoder", () => (geocoder.open === 0 && queued().length === 0) || undefined);

async function failOnce(): Promise<string> {
  const { id } = await createShipment(account.live, typed(newHouse()));
  await eventually(
    "a failure",
    () => queued().some((row) => (row as { attempts: number }).attempts === 1) || undefined,
  );
  return id;
}

test("a failure is repeated after 10 s, and the answer is stored", async () => {
  geocoder.play = "error";
  const id = await failOnce();
  expect((await read(id)).delivery.address).toMatchObject({ geocode_source: "town", latitude: null });
  geocoder.play = "well";
  await jobsAtRest(server.deps);
  expect(geocoder.asked).toHaveLength(1);
  clock.advance(10);
  await jobsAtRest(server.deps);
  expect((await read(id)).delivery.address).toMatchObject(known);
  expect(queued()).toEqual([]);
});

test("after 10 s, 1, 5, 15 and 60 minutes nobody asks again", async () => {
  geocoder.play = "error";
  await failOnce();
  for (const [times, seconds] of [10, 60, 300, 900, 3_600].entries()) {
    clock.advance(seconds - 1);
    await jobsAtRest(server.deps);
    expect(geocoder.asked).toHaveLength(times + 1);
    // A failure may have made the geocoder rest for longer than the wait.
    clock.advance(seconds + 600);
    await jobsAtRest(server.deps);
    expect(geocoder.asked).toHaveLength(times + 2);
  }
  expect(queued()).toEqual([]);
});

/** The geocoder works again, and its rest is over. */
async function answerLate(id: string): Promise<Answer["body"]> {
  geocoder.play = "well";
  clock.advance(3_600);
  await wakeLoops(server.deps);
  return isFound(id);
}

describe("an answer after the round", () => {
  const rounds = (id: string) =>
    server.deps.stores
      .platform("live")
      .db.all(sql`SELECT number FROM quote_rounds WHERE shipment_id = ${id}`);
  const quotesOf = async (id: string) => (await account.live.get(`${shipments}/${id}/quotes`)).body;
  const addCard = (service: typeof plainService) =>
    addFleet(server, "live", account.accountId, { status: "active" }, cardOf(service));

  test("starts a new round where nobody made an offer", async () => {
    await addCard(byDistance);
    geocoder.play = "error";
    const id = await failOnce();
    expect(await quotesOf(id)).toMatchObject({ data: [], unavailable: [{ code: "incomplete_address" }] });
    await answerLate(id);
    const { data } = await eventually("an offer", async () => {
      const found = await quotesOf(id);
      return found.data.length > 0 && found;
    });
    expect(data[0].price_breakdown.map(({ code }: { code: string }) => code)).toEqual(["base", "distance"]);
    expect(rounds(id)).toHaveLength(2);
  });

  test("starts none where an offer is open", async () => {
    await addCard(plainService);
    geocoder.play = "error";
    const id = await failOnce();
    const { data } = await quotesOf(id);
    geocoder.play = "well";
    // Its quotes are open for 15 minutes, and the geocoder rests for some of them.
    clock.advance(840);
    await wakeLoops(server.deps);
    await isFound(id);
    expect(rounds(id)).toHaveLength(1);
    expect((await quotesOf(id)).data).toEqual(data);
  });
});

test("a slow geocoder holds a round up for half of its time at most", async () => {
  await addFleet(server, "live", account.accountId, { status: "active" }, cardOf(plainService));
  const open = Promise.withResolvers<void>();
  geocoder.held = open.promise;
  const { id } = await createShipment(account.live, typed(newHouse()));
  const { body } = await account.live.get(`${shipments}/${id}/quotes`);
  expect(body.data).toHaveLength(1);
  expect(geocoder.open).toBe(1);
  open.resolve();
  expect((await isFound(id)).status).toBe("quoted");
});

test("an answer for another country is none, and stays none for a day", async () => {
  const address = newHouse();
  geocoder.houses = geocoder.houses.map((house) => ({ ...house, country: "AT" }));
  const { id } = await createShipment(account.live, typed(address));
  await settled();
  expect((await read(id)).delivery.address).toMatchObject({ geocode_source: "town", latitude: null });
  geocoder.houses = geocoder.houses.map((house) => ({ ...house, country: "DE" }));
  clock.advance(86_300);
  await createShipment(account.live, typed(address));
  await jobsAtRest(server.deps);
  expect(geocoder.asked).toHaveLength(1);
  clock.advance(101);
  const again = await createShipment(account.live, typed(address));
  await isFound(again.id);
  expect(geocoder.asked).toHaveLength(2);
});

test("what was found is kept for 90 days, and then forgotten", async () => {
  const address = newHouse();
  const { id } = await createShipment(account.live, typed(address));
  await isFound(id);
  clock.advance(89 * 86_400);
  await forgetRows(server.deps).run(clock.now());
  expect((await createShipment(account.live, typed(address))).delivery.address).toMatchObject(known);
  clock.advance(86_401);
  const counted = () =>
    server.deps.stores.platform("live").db.all(sql`SELECT 1 FROM geocoder_answers WHERE precision = 'house'`);
  expect(counted()).not.toEqual([]);
  await forgetRows(server.deps).run(clock.now());
  expect(counted()).toEqual([]);
});

test("a street that is long is a part of the town: no place", async () => {
  const address = newHouse();
  geocoder.play = "other";
  const entry = nominatimEntry({ ...torstrasse, street: "Neue Straße" });
  const { house_number: _, ...parts } = entry.address as Record<string, unknown>;
  geocoder.body = [
    { ...entry, place_rank: 26, boundingbox: ["52.5", "52.6", "13.4", "13.5"], address: parts },
  ];
  const { id } = await createShipment(account.live, typed(address));
  await isFound(id);
  const shipment = await read(id);
  expect(shipment.delivery.address).toMatchObject({
    geocode_source: "geocoder",
    geocode_precision: "area",
    latitude: null,
    longitude: null,
    area: expect.any(Object),
  });
  expect(shipment.distance_meters).toBeNull();
});

describe("after acceptance", () => {
  const booked = async (carrierId: string) => {
    geocoder.play = "error";
    const { id } = await acceptFleet(account.live, carrierId, typed(newHouse()));
    const before = await read(id);
    expect([before.status, before.delivery.address.latitude]).toEqual(["assigned", null]);
    return before;
  };

  test("an own fleet hears of the place until the stop is done, and the price stays", async () => {
    const before = await booked(await addOpenFleet(server, account.accountId, {}, "live"));
    const after = await answerLate(before.id);
    expect(after).toMatchObject({ status: "assigned", price: before.price, delivery: { address: known } });
    const { data } = (await account.live.get(`${shipments}/${before.id}/events`)).body;
    expect(data.at(-1).type).toBe("shipment.updated");
    expect(data.at(-1).data.shipment.delivery.address).toMatchObject(known);
  });

  test("a cancelled one hears of nothing", async () => {
    const { id } = await booked(await addOpenFleet(server, account.accountId, {}, "live"));
    await account.live.post(`${shipments}/${id}/cancellation`);
    const before = await read(id);
    geocoder.play = "well";
    clock.advance(3_600);
    await wakeLoops(server.deps);
    await settled();
    expect(await read(id)).toEqual(before);
  });
});

test("what a stop interrupted is asked by the next start", async () => {
  const dataDir = await makeDataFolder();
  const config = { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 };
  geocoder.play = "silent";
  const first = await startServer({ config, dataDir });
  const { live, liveKey } = await first.account();
  const { id } = await createShipment(live, typed(newHouse()));
  await eventually("the question", () => geocoder.asked.length === 1 || undefined);
  await first.stop();
  geocoder.play = "well";
  const second = await startServer({ config, dataDir });
  const client = second.client({ "x-api-key": liveKey });
  const found = await eventually("the place", async () => {
    const { body } = await client.get(`${shipments}/${id}`);
    return body.delivery.address.geocode_source === "geocoder" && body;
  });
  expect(found.delivery.address).toMatchObject(known);
  await second.stop();
  rmSync(dataDir, { recursive: true });
});

test("goods that a driver has: the delivery is found, and the pickup that is over stays as it was", async () => {
  const fleetId = await addOpenFleet(server, account.accountId, { dispatch: "manual" }, "live");
  geocoder.play = "error";
  const pickup = { contact, address: { line1: "Nirgendweg 1", city: "Berlin", country: "DE" } };
  const { id, assignmentId } = await acceptFleet(account.live, fleetId, {
    ...typed(newHouse()),
    pickup,
  });
  const report = { id: "r-1", assignment_id: assignmentId, at: new Date(clock.now()).toISOString() };
  const { body } = await account.live.post(`${platform}/carriers/${fleetId}/reports`, [
    { ...report, type: "progress", substatus: "picked_up" },
  ]);
  expect(body.results[0].result).toBe("applied");
  geocoder.houses = [...geocoder.houses, { ...torstrasse, street: "Nirgendweg" }];
  const found = await answerLate(id);
  expect(found).toMatchObject({ status: "in_transit", delivery: { address: known } });
  await settled();
  expect((await read(id)).pickup.address).toMatchObject({ geocode_source: "town", latitude: null });
});

test("at most 100,000 answers are kept: those that expire first go", async () => {
  const full = await startServer({ config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 } });
  const { live } = await full.account();
  const store = full.deps.stores.platform("live");
  const count = () => store.db.get<{ n: number }>(sql`SELECT count(*) AS n FROM geocoder_answers`)?.n ?? 0;
  const soon = Date.now() + 1_000_000;
  await store.write((tx) => {
    tx.run(sql`INSERT INTO geocoder_answers (address_hash, expires_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
      SELECT 'hash ' || n, ${soon} + n FROM numbers`);
  });
  const { id } = await createShipment(live, typed(newHouse()));
  const found = await eventually("the place", async () => {
    const { body } = await live.get(`${shipments}/${id}`);
    return body.delivery.address.geocode_source === "geocoder" && body;
  });
  expect(found.delivery.address).toMatchObject(known);
  expect(count()).toBe(99_001);
  const hashes = store.db.all<{ hash: string }>(
    sql`SELECT address_hash AS hash FROM geocoder_answers WHERE address_hash IN ('hash 1000', 'hash 1001')`,
  );
  expect(hashes).toEqual([{ hash: "hash 1001" }]);
  await full.stop();
});
