import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { practiceCard, summarize } from "../../../src/delivery/sandbox/rush-hour/practice.ts";
import type { Environment } from "../../../src/infra/environment.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { addDriver } from "../../support/drivers.ts";
import { platform } from "../../support/fixtures.ts";
import { addOpenFleet } from "../../support/fleets.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { plainCard } from "../carriers/kinds/fleet/support.ts";

/** A dispatcher practices a busy hour with the firm's own riders and prices. */

const hour = `${platform}/sandbox/rush-hour`;
const path = `${hour}/practice`;
const names = ["Ana Real", "Ben Real", "Cem Real", "Dora Real"];
const inSandbox = { "X-Environment": "sandbox" };

let server: TestServer;
let clock: TestClock;
beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

/** A firm with riders and prices in live, and somebody's test data in the sandbox. */
async function firm(riders: readonly string[] = names, settings = {}) {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId, settings, "live");
  for (const name of riders)
    await addDriver(server, "live", account.accountId, {
      carrierId,
      name,
      vehicle: { type: "cargo_bike", plate: "B-WB 77" },
    });
  const ask = {
    start: (body: object = {}) =>
      account.session.post(path, { own_carrier_id: carrierId, ...body }, inSandbox),
    clear: () => account.session.delete(path, inSandbox),
    read: async () => (await account.sandbox.get(hour)).body,
  };
  return { ...account, carrierId, ...ask };
}

/** All rows of an environment that name the account, but what it was asked. */
function rowsOf(environment: Environment): Record<string, unknown[]> {
  const { db } = server.deps.stores.platform(environment);
  const tables = db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.all(sql`SELECT * FROM ${sql.identifier(name)}`)]),
  );
}

const listOf = async ({ sandbox }: Pick<TestAccount, "sandbox">, of: string): Promise<Answer["body"][]> =>
  (await sandbox.get(`${platform}/${of}`)).body.data;

test("it copies short names and prices, no phones; orders come, two riders are out, and it ends with a summary", async () => {
  const practice = await firm(names, { dispatch: "nearest", radius_meters: 9_000 });
  const live = rowsOf("live");
  const started = await practice.start({ seed: "friday", shipments: 24, speed: 8 });
  expect([started.status, started.body.own_carrier_id]).toEqual([201, practice.carrierId]);
  expect(started.body).toMatchObject({
    status: "running",
    shipments: 24,
    minutes: 60,
    speed: 8,
    summary: null,
  });

  const copied = (await practice.sandbox.get(`${platform}/carriers/${started.body.carrier_id}`)).body;
  const original = (await practice.live.get(`${platform}/carriers/${practice.carrierId}`)).body;
  expect(copied).toMatchObject({ name: original.name, settings: original.settings });
  const card = (await practice.sandbox.get(`${platform}/carriers/${copied.id}/rate-card`)).body;
  const [service] = plainCard.services;
  expect(card.services[0]).toMatchObject({ code: service?.code, name: service?.name, price: service?.price });
  const riders = await listOf(practice, `drivers?carrier_id=${copied.id}&limit=100`);
  expect(riders.map(({ name }) => name).toSorted()).toEqual(["Ana R.", "Ben R.", "Cem R.", "Dora R."]);
  for (const { phone, vehicle, devices, on_duty } of riders) {
    expect({ phone, vehicle, devices, on_duty }).toEqual({
      phone: null,
      vehicle: { type: "cargo_bike", plate: null },
      devices: 0,
      on_duty: true,
    });
  }

  let most = 0;
  for (let passes = 1; passes <= 400; passes += 1) {
    await pass(5);
    if (passes % 12 > 0) continue;
    const all = await listOf(practice, `drivers?carrier_id=${copied.id}&limit=100`);
    const out = all.filter(({ absent_until }) => absent_until !== null).length;
    most = Math.max(most, out);
    if ((await practice.read()).status === "ended") break;
  }
  const ended = await practice.read();
  expect([ended.status, ended.end_reason, ended.created_shipments, most]).toEqual([
    "ended",
    "completed",
    24,
    2,
  ]);
  const { summary } = ended;
  expect(summary.orders).toBe(24);
  expect(summary.given + summary.unassigned).toBe(24);
  expect(summary.given).toBeGreaterThan(0);
  expect(summary.late).toBeGreaterThan(0);
  // How far the riders come depends on who of them is asked first.
  const orders = await listOf(practice, "shipments?limit=100");
  expect(summary.delivered).toBe(orders.filter(({ status }) => status === "delivered").length);
  // No other carrier was asked, and each price is by the firm's own card.
  for (const { assignment, carriers } of orders) {
    expect(carriers).toEqual([copied.id]);
    if (assignment) expect(assignment.carrier.id).toBe(copied.id);
  }
  expect(rowsOf("live")).toEqual(live);
});

test("a click clears it, and leaves the rest of the sandbox", async () => {
  const practice = await firm(["Eva Real"]);
  const own = (await practice.sandbox.post(`${platform}/shipments`, shipment())).body.id;
  expect((await practice.start({ shipments: 12, speed: 60 })).status).toBe(201);
  for (let passes = 0; passes < 6; passes += 1) await pass(15);
  expect((await practice.read()).created_shipments).toBe(12);
  const made = (await listOf(practice, "shipments?limit=100")).filter(({ id }) => id !== own);
  expect([made.length, JSON.stringify(rowsOf("sandbox")).includes("Eva R.")]).toEqual([12, true]);
  expect(JSON.stringify(rowsOf("sandbox"))).not.toContain("Eva Real");
  // Ended first, what came of it stays to look at.
  const end = () => practice.session.delete(`${path}?keep_orders=true`, inSandbox);
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  const { status, end_reason, summary } = await practice.read();
  expect([status, end_reason, summary.orders]).toEqual(["ended", "stopped", 12]);
  expect((await listOf(practice, "shipments?limit=100")).length).toBe(13);
  expect((await practice.clear()).status).toBe(204);
  await jobsAtRest(server.deps);

  // Of what it made, no row is left anywhere that names it.
  // Kept responses go by themselves within a day, and only their shipments' own ids repeat there.
  const { idempotency_keys: kept = [], ...others } = rowsOf("sandbox");
  expect(JSON.stringify(kept)).not.toContain("Eva R");
  for (const [table, rows] of Object.entries(others)) {
    const text = JSON.stringify(rows);
    const named = ["Eva R", ...made.map(({ id }) => id)].filter((name) => text.includes(name));
    expect([table, named]).toEqual([table, []]);
  }
  expect((await listOf(practice, "shipments")).map(({ id }) => id)).toEqual([own]);
  expect(await listOf(practice, "drivers")).toEqual([]);
  expect((await practice.sandbox.get(hour)).status).toBe(404);
  expect((await practice.clear()).status).toBe(404);
  // The next one begins at once, and so does a plain hour, which leaves nothing of it.
  expect((await practice.start({ shipments: 1 })).status).toBe(201);
  expect((await practice.sandbox.delete(hour)).status).toBe(204);
  const plain = await practice.sandbox.post(hour, { shipments: 1, minutes: 1, speed: 60 });
  expect([plain.status, plain.body.own_carrier_id]).toEqual([201, null]);
  expect(JSON.stringify(await listOf(practice, "drivers?limit=100"))).not.toContain("Eva R.");
  expect((await practice.clear()).status).toBe(404);
  expect((await practice.read()).status).toBe("running");
});

test("a dispatcher gives a job by hand, and the rider drives; what was booked by hand goes too", async () => {
  const practice = await firm(["Max Real", "Nia Real"], { dispatch: "manual" });
  const { body: started } = await practice.start({ shipments: 12, minutes: 2, speed: 40, seed: "manual" });
  for (let passes = 0; passes < 4; passes += 1) await pass(5);
  const [open] = await listOf(practice, "shipments?status=assigned&without_driver=true");
  const [driver_id] = started.driver_ids;
  const give = `${platform}/assignments/${open.assignment.id}/driver`;
  expect((await practice.sandbox.post(give, { driver_id })).status).toBe(200);
  const byHand = { ...shipment(), carriers: [started.carrier_id], accept: { strategy: "cheapest" } };
  const booked = (await practice.sandbox.post(`${platform}/shipments`, byHand)).body;
  let status = "assigned";
  for (let passes = 0; passes < 200 && !["delivered", "failed", "returned"].includes(status); passes += 1) {
    await pass(5);
    status = (await practice.sandbox.get(`${platform}/shipments/${open.id}`)).body.status;
  }
  expect(["delivered", "failed", "returned"]).toContain(status);
  expect((await practice.sandbox.get(`${platform}/shipments/${booked.id}`)).body.assignment.carrier.id).toBe(
    started.carrier_id,
  );
  expect((await practice.clear()).status).toBe(204);
  expect(await listOf(practice, "shipments")).toEqual([]);
  expect(JSON.stringify(await listOf(practice, "carriers?limit=100"))).not.toContain(started.carrier_id);
});

test("what nobody clears goes a day after its end", async () => {
  const practice = await firm(["Oda Real"]);
  expect((await practice.start({ shipments: 2, minutes: 1, speed: 60 })).status).toBe(201);
  await pass(5);
  expect((await practice.session.delete(`${path}?keep_orders=true`, inSandbox)).status).toBe(204);
  await pass(23 * 3600);
  expect((await practice.read()).status).toBe("ended");
  await pass(3600);
  expect((await practice.sandbox.get(hour)).status).toBe(404);
  expect(await listOf(practice, "drivers")).toEqual([]);
  expect(JSON.stringify(rowsOf("sandbox").drivers)).not.toContain("Oda R.");
});

test("it is in the town of the last pickup, and says nothing of the door", async () => {
  const practice = await firm(["Pia Real"]);
  const { pickup, ...rest } = shipment();
  const door = { ...pickup.address, latitude: 52.530712, longitude: 13.401946 };
  const order = {
    ...rest,
    pickup: { ...pickup, address: door },
    carriers: [practice.carrierId],
    accept: { strategy: "cheapest" },
  };
  const { body: booked } = await practice.live.post(`${platform}/shipments`, order);
  await jobsAtRest(server.deps);
  expect(booked.detail).toBeUndefined();
  const { assignment } = (await practice.live.get(`${platform}/shipments/${booked.id}`)).body;
  expect(assignment.carrier.id).toBe(practice.carrierId);
  const { body } = await practice.start({ shipments: 1 });
  expect(body.around).toEqual({ latitude: 52.53, longitude: 13.4, city: "Berlin", country: "DE" });
  expect(JSON.stringify(rowsOf("sandbox").rush_hours)).not.toContain("52.5307");
  expect((await practice.clear()).status).toBe(204);
});

describe("who may, and with what", () => {
  test("no key reads what is in live, and nobody practices there", async () => {
    const practice = await firm(["Fay Real"]);
    const before = rowsOf("sandbox");
    for (const client of [practice.sandbox, practice.live]) {
      const answer = await client.post(path, { own_carrier_id: practice.carrierId });
      expect([answer.status, answer.body.code]).toEqual([401, "session_required"]);
    }
    const inLive = await practice.session.post(
      path,
      { own_carrier_id: practice.carrierId },
      { "X-Environment": "live" },
    );
    expect(inLive.body.code).toBe("sandbox_only");
    expect(rowsOf("sandbox")).toEqual(before);
  });

  test("another account's fleet, one of the sandbox, one without riders or prices: each is refused alike", async () => {
    const practice = await firm(["Gil Real"]);
    const foreign = await firm(["Hal Real"]);
    const ofSandbox = await addOpenFleet(server, practice.accountId);
    const empty = await addOpenFleet(server, practice.accountId, {}, "live");
    const ofInstallation = await addOpenFleet(server, null, {}, "live");
    const before = rowsOf("sandbox");
    for (const carrier_id of [
      foreign.carrierId,
      ofSandbox,
      ofInstallation,
      server.deps.ids.make("car"),
      empty,
    ]) {
      const { status, body } = await practice.start({ own_carrier_id: carrier_id });
      expect([status, body.code, body.errors[0].pointer]).toEqual([
        422,
        "validation_failed",
        "#/own_carrier_id",
      ]);
    }
    expect((await practice.start({ own_carrier_id: "nobody" })).status).toBe(422);
    const busy = await practice.start({ shipments: 500, speed: 60 });
    expect([busy.status, busy.body.errors[0].pointer]).toEqual([422, "#/speed"]);
    expect(rowsOf("sandbox")).toEqual(before);
  });

  test("one at a time, also beside a plain rush hour; a reset of the sandbox takes it along", async () => {
    const practice = await firm(["Ida Real"]);
    const [one, other] = await Promise.all([practice.start(), practice.start()]);
    expect([one.status, other.status].toSorted()).toEqual([201, 409]);
    expect((await practice.sandbox.post(hour, { shipments: 1 })).body.code).toBe("rush_hour_running");
    expect((await practice.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
    expect(await listOf(practice, "drivers")).toEqual([]);
    expect(JSON.stringify(rowsOf("sandbox"))).not.toContain("Ida R.");
  });

  test("a copy that a stop of the server left is replaced", async () => {
    const practice = await firm(["Kay Real"]);
    const left = { kind: "fleet", code: "practice_copy", name: "Left", settings: {} };
    const { body: copy } = await practice.sandbox.post(`${platform}/carriers`, left);
    const rider = { carrier_id: copy.id, name: "Lea Real", vehicle: { type: "van" } };
    expect((await practice.sandbox.post(`${platform}/drivers`, rider)).status).toBe(201);
    const started = await practice.start({ shipments: 1 });
    expect([started.status, started.body.carrier_id === copy.id]).toEqual([201, false]);
    expect((await listOf(practice, "drivers")).map(({ name }) => name)).toEqual(["Kay R."]);
    expect(JSON.stringify(rowsOf("sandbox").drivers)).not.toContain("Lea Real");
  });

  test("of one rider nobody is out", async () => {
    const practice = await firm(["Joe Real"]);
    expect((await practice.start({ shipments: 2, minutes: 10, speed: 60 })).status).toBe(201);
    for (let passes = 0; passes < 8; passes += 1) await pass(5);
    const [rider] = await listOf(practice, "drivers");
    expect([rider.on_duty, rider.absent_until]).toEqual([true, null]);
  });
});

const shipment = () => ({
  pickup: { contact: { name: "Shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: { contact: { name: "Alex" }, address: { line1: "Torstr. 9", city: "Berlin", country: "DE" } },
  parcels: [{ weight_grams: 1_000 }],
});

test("zones become rings in their order, and hours and limits go; prices stay as they are", () => {
  const [service] = plainCard.services;
  if (!service) throw new Error("a card has a service");
  const given = {
    ...plainCard,
    version: 7,
    zones: [
      { code: "center", countries: ["AT"], postal_prefixes: ["101"] },
      { code: "rest", countries: ["AT"] },
    ],
    services: [
      {
        ...service,
        pickup_zones: ["center"],
        delivery_zones: ["center", "rest"],
        zone_prices: [{ from: "center", to: "rest", base: 990 }],
        hours: { mon: ["08:00-09:00"] },
        closed_dates: ["2026-12-25"],
        limits: { weight_grams: 1 },
        vehicle: "van" as const,
        lead_minutes: 240,
      },
    ],
  };
  const card = practiceCard(given, { latitude: 48.2, longitude: 16.37, city: "Wien", country: "AT" });
  expect(card.zones).toEqual([
    { code: "center", radius: { latitude: 48.2, longitude: 16.37, meters: 1_100 } },
    { code: "rest", countries: ["AT"] },
  ]);
  const [own] = card.services;
  expect(own).toEqual({
    code: service.code,
    name: service.name,
    price: service.price,
    pickup_zones: ["center", "rest"],
    delivery_zones: ["center", "rest"],
    lead_minutes: 3,
    speed_kmh: 20,
    zone_prices: [{ from: "center", to: "rest", base: 990 }],
    cancellation: service.cancellation,
  });
});

test("the summary counts what was given, delivered, late and left", () => {
  const now = Date.UTC(2026, 0, 30, 18);
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const order = (
    status: string,
    end: number | null,
    delivered: number | null = null,
    driver: object | null = {},
  ) => ({
    status,
    assignment: { driver },
    delivery: { window: end === null ? null : { end: at(end) } },
    delivered_at: delivered === null ? null : at(delivered),
  });
  const orders = [
    order("delivered", -10, -20),
    order("delivered", -20, -10),
    order("delivered", null, -10),
    order("assigned", 10),
    order("assigned", -10),
    order("assigned", -1, null, null),
    order("returned", -10),
    order("cancelled", -10, null, null),
    { ...order("quoted", null), assignment: null },
  ];
  expect(summarize(orders, now)).toEqual({ orders: 9, given: 6, delivered: 3, late: 3, unassigned: 2 });
});
