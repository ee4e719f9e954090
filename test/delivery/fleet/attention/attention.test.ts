import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { attentionKinds } from "../../../../src/delivery/fleet/attention/attention.ts";
import { remediesFor } from "../../../../src/delivery/fleet/attention/remedies.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, createShipment, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  readDocument,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

const attention = `${platform}/attention`;
const minuteSeconds = 60;
type Item = Answer["body"];

let world: ReportWorld;
let server: TestServer;
let reports = 0;
beforeAll(async () => {
  world = await startReportWorld();
  server = world.server;
});
afterAll(() => server.stop());

async function listed(client: Client, query = ""): Promise<Item[]> {
  await jobsAtRest(server.deps);
  const { status, body } = await client.get(`${attention}?limit=100${query}`);
  expect(status).toBe(200);
  return body.data;
}

const ofTrip = async ({ id }: Trip) =>
  (await listed(world.account.sandbox)).filter((item) => item.shipment_id === id);

/** The attention events of a shipment, oldest first. */
async function told(client: Client, shipmentId: string): Promise<[type: string, kind: string, id: string][]> {
  const types = "attention.raised,attention.settled";
  const { body } = await client.get(`${platform}/events?type=${types}&limit=100`);
  return body.data
    .toReversed()
    .map(({ type, data }: Item) => [type, data.attention])
    .filter(([, item]: [string, Item]) => item.shipment_id === shipmentId)
    .map(([type, item]: [string, Item]) => [type, item.kind, item.id]);
}

const timestamp = (secondsAgo = 0) => new Date(world.clock.now() - secondsAgo * 1_000).toISOString();
const report = (trip: Trip, type: string, rest: Record<string, unknown> = {}) => {
  reports += 1;
  return { id: `r-${reports}`, assignment_id: trip.assignmentId, at: timestamp(), type, ...rest };
};
const arrive = (trip: Trip) => world.send([report(trip, "progress", { substatus: "at_delivery" })]);
const deliver = (trip: Trip, proof: Record<string, unknown> = {}) =>
  world.send([report(trip, "delivered", { proof })]);

async function acceptWithPin(): Promise<Trip> {
  const { delivery } = (await createShipment(world.account.sandbox)) as Item;
  const { contact, address } = delivery;
  const { geocode_source: _, ...place } = address;
  const requirements = { signature: false, photo: false, pin: true, min_age: null };
  return world.accept({ delivery: { contact, address: place, requirements } });
}

async function pinsOf(trip: Trip): Promise<{ pin: string; wrong: string }> {
  const { body } = await world.account.sandbox.get(`${platform}/shipments/${trip.id}/pin`);
  return { pin: body.pin, wrong: body.pin === "0000" ? "0001" : "0000" };
}

test("five wrong PINs: the right one is no remedy anymore", async () => {
  const trip = await acceptWithPin();
  await arrive(trip);
  const { wrong } = await pinsOf(trip);
  for (let tries = 0; tries < 5; tries += 1) await deliver(trip, { pin: wrong });
  const [refused] = await ofTrip(trip);
  expect(refused).toMatchObject({
    kind: "pin_refused",
    detail: "The driver entered 5 wrong PINs. No tries are left.",
    remedies: [{ action: "dismiss" }],
  });
});

test("a driver waits at the door with a wrong PIN: each trouble is raised once, since it began, and settled by the delivery", async () => {
  const { sandbox } = world.account;
  const trip = await acceptWithPin();
  const arrivedAt = timestamp();
  await arrive(trip);
  expect(await ofTrip(trip)).toEqual([]);

  world.clock.advance(4 * minuteSeconds);
  const { pin, wrong } = await pinsOf(trip);
  const [refused] = await deliver(trip, { pin: wrong });
  const refusedAt = timestamp();
  expect(refused?.problem?.code).toBe("pin_wrong");
  const [wrongPin, ...others] = await ofTrip(trip);
  expect(others).toEqual([]);
  expect(wrongPin).toMatchObject({
    kind: "pin_refused",
    since: refusedAt,
    detail: "The driver entered a wrong PIN.",
  });
  expect(wrongPin.remedies.map(({ action }: Item) => action)).toEqual(["read_pin", "dismiss"]);

  world.clock.advance(2 * minuteSeconds);
  const both = await ofTrip(trip);
  expect(both.map(({ kind, since }) => [kind, since])).toEqual([
    ["pin_refused", refusedAt],
    ["at_door", arrivedAt],
  ]);
  // Looking again changes nothing.
  world.clock.advance(minuteSeconds);
  expect((await ofTrip(trip)).map(({ id }) => id)).toEqual(both.map(({ id }) => id));

  await deliver(trip, { pin });
  expect(await ofTrip(trip)).toEqual([]);
  const [first, second] = both.map(({ id }) => id);
  expect(await told(sandbox, trip.id)).toEqual([
    ["attention.raised", "pin_refused", first],
    ["attention.raised", "at_door", second],
    ["attention.settled", "at_door", second],
    ["attention.settled", "pin_refused", first],
  ]);
  // They are no changes of the shipment.
  const own = await world.eventsOf(trip);
  expect(own.filter(({ type }) => type.startsWith("attention."))).toEqual([]);
});

test("positions raise and settle silence and standing; a late one is no promise kept", async () => {
  const trip = await world.accept();
  const place = (latitude: number, ago = 0) =>
    report(trip, "position", { at: timestamp(ago), latitude, longitude: 13.4 });
  await world.send([report(trip, "progress", { substatus: "en_route_to_delivery" }), place(52.52)]);
  for (let count = 0; count < 6; count += 1) {
    world.clock.advance(2 * minuteSeconds);
    await world.send([place(52.5200001 + count / 1e7)]);
  }
  const [standing, ...others] = await ofTrip(trip);
  expect([standing.kind, standing.detail, others]).toEqual([
    "driver_standing",
    "The driver has not moved for 12 minutes.",
    [],
  ]);
  world.clock.advance(minuteSeconds);
  const lastSeenAt = timestamp();
  await world.send([place(52.53)]);
  world.clock.advance(minuteSeconds);
  expect(await ofTrip(trip)).toEqual([]);

  world.clock.advance(15 * minuteSeconds);
  const [silent] = await ofTrip(trip);
  expect([silent.kind, silent.since]).toEqual(["driver_silent", lastSeenAt]);
  await world.send([place(52.54)]);
  world.clock.advance(minuteSeconds);
  expect(await ofTrip(trip)).toEqual([]);

  // The estimate of the accepted quote is an hour after it was made.
  await world.send([
    report(trip, "estimate", { estimated_delivery_at: timestamp(-100 * minuteSeconds) }),
    place(52.55),
  ]);
  expect((await ofTrip(trip)).map(({ kind }) => kind)).toEqual(["estimate_slipping"]);
  world.clock.advance(60 * minuteSeconds);
  await world.send([place(52.56)]);
  world.clock.advance(minuteSeconds);
  const kinds = (await ofTrip(trip)).map(({ kind }) => kind);
  expect(kinds).toEqual(["late"]);
  await deliver(trip);
  expect(await ofTrip(trip)).toEqual([]);
});

test("a shipment without carriers says so after its round, and a cancelled one needs nobody", async () => {
  const { live } = await emptyServer.account();
  const { id } = await createShipment(live);
  await jobsAtRest(emptyServer.deps);
  expect((await live.get(attention)).body.data).toEqual([]);
  emptyClock.advance(15);
  await jobsAtRest(emptyServer.deps);
  const [item, ...others] = (await live.get(attention)).body.data;
  expect(others).toEqual([]);
  expect(item).toMatchObject({ kind: "no_offer", shipment_id: id, carrier_id: null, environment: "live" });
  expect(item.remedies.map(({ action }: Item) => action)).toEqual([
    "request_quotes",
    "cancel_shipment",
    "dismiss",
  ]);
  const [, cancel] = item.remedies;
  expect((await live.post(cancel.path)).status).toBe(200);
  await jobsAtRest(emptyServer.deps);
  expect((await live.get(attention)).body.data).toEqual([]);
});

const emptyClock = createClock();
let emptyServer: TestServer;
beforeAll(async () => {
  emptyServer = await startServer({ replacements: { clock: emptyClock, carriers: () => [] } });
});
afterAll(() => emptyServer.stop());

test("offers that nobody accepts: first they end, then none is left; new ones settle it; without trouble nobody looks", async () => {
  const { sandbox } = await server.account();
  const { shipment } = await createQuoted(sandbox);
  await jobsAtRest(server.deps);
  const look = server.deps.loops.flatMap(({ jobs }) => jobs).filter(({ name }) => /^attention/.test(name));
  const { body } = await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
  const endsAt = Date.parse(body.data[0].expires_at);
  expect(Math.min(...look.map((job) => job.nextDue()))).toBeGreaterThan(world.clock.now());

  world.clock.advance((endsAt - world.clock.now()) / 1_000 - 179);
  const [ending, ...more] = await listed(sandbox);
  expect([ending.kind, Date.parse(ending.due_at), more]).toEqual(["offers_ending", endsAt, []]);
  world.clock.advance(180);
  const [none, ...others] = await listed(sandbox);
  expect([none.kind, Date.parse(none.since), others]).toEqual(["no_offer", endsAt, []]);
  const requested = await sandbox.post(none.remedies[0].path);
  expect(requested.status).toBe(201);
  expect(await listed(sandbox)).toEqual([]);
  expect((await told(sandbox, shipment.id)).map(([type, kind]) => [type, kind])).toEqual([
    ["attention.raised", "offers_ending"],
    ["attention.raised", "no_offer"],
    ["attention.settled", "offers_ending"],
    ["attention.settled", "no_offer"],
  ]);
});

let operator: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  operator = await createOperator(server);
});

test("the operator sees the installation's carriers only, has remedies of their own, and hides for themselves only", async () => {
  const path = "/api/v1/operator/attention";
  const account = await server.account();
  const own = world.carriers.b;
  await addCarrier(server, "sandbox", account.accountId, { id: own });
  const trips: Trip[] = [];
  for (const carrier of [world.carriers.a, own]) {
    const trip = await world.accept({}, { client: account.sandbox, carrier });
    await world.send([report(trip, "undeliverable", { reason_code: "recipient_refused" })], carrier);
    trips.push(trip);
  }
  const mine = await listed(account.sandbox);
  expect(mine.map(({ kind }) => kind)).toEqual(["returning", "returning"]);
  const all = async (): Promise<Item[]> => {
    const { body } = await operator.session.get(`${path}?environment=sandbox&limit=100&kind=returning`);
    return body.data.filter(({ account_id }: Item) => account_id === account.accountId);
  };
  const [seen, ...others] = await all();
  expect([seen.id, seen.shipment_id, others]).toEqual([mine[0].id, trips[0]?.id, []]);
  expect(seen.remedies).toEqual([
    { action: "dismiss", method: "POST", path: `${path}/${seen.id}/dismissal` },
  ]);
  const hidden = await operator.session.post(`${path}/${mine[1].id}/dismissal?environment=sandbox`);
  expect(hidden.status).toBe(404);
  expect((await operator.session.post(`${path}/${seen.id}/dismissal?environment=sandbox`)).status).toBe(200);
  expect(await all()).toEqual([]);
  expect(await listed(account.sandbox)).toEqual(mine);
  expect((await account.session.get(`${path}?environment=sandbox`)).status).toBe(403);
  const { status, body } = await operator.session.get(path);
  expect([status, body.code]).toEqual([400, "environment_required"]);
});

test("the list: soonest harm first, by kind and carrier, in pages; an item can be dismissed, by its account only", async () => {
  const account = await server.account();
  const { sandbox } = account;
  const { a, slow: b } = world.carriers;
  const trips: Trip[] = [];
  for (const carrier of [a, b, a]) {
    const trip = await world.accept({}, { client: sandbox, carrier });
    const lost = report(trip, "undeliverable", { reason_code: "lost", message: "Lost." });
    await world.send([lost], carrier);
    world.clock.advance(1);
    trips.push(trip);
  }
  const all = await listed(sandbox);
  expect(all.map(({ shipment_id, kind }) => [shipment_id, kind])).toEqual(
    trips.map(({ id }) => [id, "failed"]),
  );
  const pages: Item[] = [];
  for (let query: string | null = "?limit=2"; query !== null; ) {
    const { body } = await sandbox.get(`${attention}${query}`);
    pages.push(...body.data);
    query = body.next_cursor === null ? null : `?limit=2&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  expect(pages).toEqual(all);
  expect(await listed(sandbox, `&carrier_id=${b}`)).toEqual([all[1]]);
  expect(await listed(sandbox, "&kind=failed")).toEqual(all);
  expect(await listed(sandbox, "&kind=late")).toEqual([]);
  expect((await sandbox.get(`${attention}?kind=tired`)).status).toBe(400);

  const path = `${attention}/${all[0].id}/dismissal`;
  const foreign = await world.account.sandbox.post(path);
  expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
  for (let count = 0; count < 2; count += 1) expect((await sandbox.post(path)).status).toBe(200);
  expect(await listed(sandbox)).toEqual(all.slice(1));
  const { body: seen } = await operator.session.get(
    "/api/v1/operator/attention?environment=sandbox&limit=100",
  );
  expect(seen.data.map(({ id }: Item) => id)).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
  const dismissed = (await told(sandbox, trips[0]?.id ?? "")).map(([type]) => type);
  expect(dismissed).toEqual(["attention.raised", "attention.settled"]);
  // After a week nobody can help any more.
  world.clock.advance(7 * 24 * 60 * minuteSeconds);
  expect(await listed(sandbox)).toEqual([]);
  expect((await told(sandbox, trips[0]?.id ?? "")).map(([type]) => type)).toEqual(dismissed);
});

test("carriers that do not answer a cancellation for a day, or keep a booking that has ended", async () => {
  const slow = await world.accept({}, { carrier: world.carriers.slow });
  await jobsAtRest(server.deps);
  const { sandbox } = world.account;
  const asked = sandbox.post(`${platform}/shipments/${slow.id}/cancellation`);
  await jobsAtRest(server.deps);
  world.clock.advance(11);
  await world.send([report(slow, "scan", { message: "Seen." })], world.carriers.slow);
  expect((await asked).status).toBe(202);
  world.clock.advance(24 * 60 * minuteSeconds);
  const kinds = (await ofTrip(slow)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["cancellation_unanswered"]));
  await world.send([report(slow, "cancelled", { fee: null })], world.carriers.slow);
  expect(await ofTrip(slow)).toEqual([]);

  const keeps = playCarrier("keeps", {
    quote: async () => offers({ amount: 700 }),
    cancel: async () => ({ kind: "refused", reason: "other", message: "No." }),
  });
  const other = await startServer({ replacements: { carriers: () => [keeps] } });
  const client = (await other.account()).live;
  const { shipment } = await createQuoted(client);
  const path = `${platform}/shipments/${shipment.id}`;
  expect((await client.post(`${path}/assignments`, { strategy: "cheapest" })).status).toBe(201);
  await jobsAtRest(other.deps);
  expect((await client.post(`${path}/cancellation`)).status).toBe(200);
  await jobsAtRest(other.deps);
  const { body } = await client.get(attention);
  expect(body.data.map(({ kind, detail }: Item) => [kind, detail])).toEqual([
    ["booking_kept", "keeps refused to cancel a booking that has ended, and may still come."],
  ]);
  await other.stop();
});

test("a restart raises nothing twice and keeps since when", async () => {
  const dataDir = await makeDataFolder();
  const clock = createClock();
  const replacements = { clock, carriers: () => [] };
  const first = await startServer({ dataDir, replacements });
  const { live, liveKey } = await first.account();
  await createShipment(live);
  const due = await createShipment(live);
  clock.advance(15);
  await jobsAtRest(first.deps);
  const { body: before } = await live.get(attention);
  expect(before.data).toHaveLength(2);
  // One becomes due while nobody runs.
  await live.post(`${platform}/shipments/${due.id}/quotes`);
  await first.stop();
  clock.advance(60);
  const second = await startServer({ dataDir, replacements });
  const again = second.client({ "x-api-key": liveKey });
  await jobsAtRest(second.deps);
  const { body: after } = await again.get(attention);
  expect(after.data.map(({ id, since }: Item) => [id, since])).toContainEqual([
    before.data[0].id,
    before.data[0].since,
  ]);
  expect(after.data).toHaveLength(2);
  await second.stop();
  rmSync(dataDir, { recursive: true });
});

test("every remedy is an operation that exists", async () => {
  const { paths } = await readDocument(server.url);
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "*")}`),
  );
  for (const side of ["account", "installation"] as const) {
    for (const kind of attentionKinds) {
      const facts = { isFleet: true, hasGoods: false, hasPin: true };
      const subject = {
        id: "att_1",
        kind,
        shipmentId: "shp_1",
        scheduleId: "sch_1",
        orderFormId: "frm_1",
        orderRequestId: "ord_1",
        assignmentId: "asg_1",
        carrierId: "car_1",
        driverId: "drv_1",
        facts,
      };
      const remedies = remediesFor(subject, side, side === "installation");
      expect(remedies.length).toBeGreaterThan(0);
      const named = remedies.map(({ method, path }) => `${method} ${path.replace(/\w+_1/g, "*")}`);
      expect(named.filter((one) => !known.includes(one))).toEqual([]);
    }
  }
});
