import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { trackingStore } from "../../../../src/delivery/lifecycle/tracking/store.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { addDriver, driverToken } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import type { TestAccount } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";
import { type Frame, follow, type Reader } from "../../../support/stream.ts";

/** One stream of positions, states and attention: who sees what, and what a reader gets who was away. */

let world: ReportWorld;
let account: TestAccount;
let operator: TestOperator;
let reports = 0;
beforeAll(async () => {
  world = await startReportWorld();
  account = world.account;
  operator = await createOperator(world.server);
});
afterAll(() => world.server.stop());

const openFor = (key: string, lastEventId?: string): Promise<Reader> =>
  follow(`${world.server.url}${platform}/stream`, {
    "x-api-key": key,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  });

const openForOperator = (): Promise<Reader> =>
  follow(`${world.server.url}/api/v1/operator/stream?environment=sandbox`, { cookie: operator.cookie });

const report = (trip: Trip, type: string, rest: Record<string, unknown> = {}) => {
  reports += 1;
  const at = new Date(world.clock.now()).toISOString();
  return { id: `l-${reports}`, assignment_id: trip.assignmentId, at, type, ...rest };
};
const place = (trip: Trip, latitude: number) => report(trip, "position", { latitude, longitude: 13.4 });
const move = (trip: Trip, substatus: string) => report(trip, "progress", { substatus });

/** Reads until a frame fits. @returns all of them */
async function until(reader: Reader, fits: (frame: Frame) => boolean): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (;;) {
    const frame = await reader.next();
    if (!frame) throw new Error("the stream ended");
    frames.push(frame);
    if (fits(frame)) return frames;
  }
}

const isPosition = (latitude: number) => (frame: Frame) =>
  frame.event === "position" && frame.data.position.latitude === latitude;
const isState = (status: string) => (frame: Frame) => frame.event === "state" && frame.data.status === status;

test("positions, states and attention of an account come in one stream, and nothing of another's", async () => {
  const trip = await world.accept();
  const other = await world.server.account();
  const foreign = await world.accept({}, { client: other.sandbox });
  const reader = await openFor(account.sandboxKey);
  expect([reader.status, reader.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await world.send([move(foreign, "picked_up"), place(foreign, 52.4)]);
  await world.send([move(trip, "en_route_to_delivery"), place(trip, 52.52)]);
  const moved = await until(reader, isPosition(52.52));
  const state = moved.find(isState("in_transit"))?.data;
  expect(state).toMatchObject({
    shipment_id: trip.id,
    account_id: account.accountId,
    assignment_id: trip.assignmentId,
    carrier_id: trip.carrierId,
    substatus: "en_route_to_delivery",
    driver_id: null,
  });
  expect(moved.at(-1)?.data).toMatchObject({ shipment_id: trip.id, driver_id: null });

  await world.send([report(trip, "undeliverable", { reason_code: "recipient_refused" })]);
  await jobsAtRest(world.server.deps);
  const after = await until(reader, ({ event }) => event === "attention");
  expect(after.map(({ event, data }) => [event, data.status ?? data.state])).toContainEqual([
    "state",
    "returning",
  ]);
  const { body } = await account.sandbox.get(`${platform}/attention`);
  expect(after.at(-1)?.data).toEqual({ state: "raised", attention: body.data[0] });
  await world.send([report(trip, "returned")]);
  await jobsAtRest(world.server.deps);
  const settled = await until(reader, ({ event, data }) => event === "attention" && data.state === "settled");
  expect(settled.at(-1)?.data.attention).toMatchObject({ id: body.data[0].id, remedies: [] });
  const all = [...moved, ...after, ...settled];
  expect(all.filter(({ text }) => text.includes(foreign.id))).toEqual([]);
  reader.leave();
});

/** Counts how often readers look where a shipment is. */
function countLooks(shipmentId: string) {
  const store = trackingStore(world.server.deps.stores.platform("sandbox").db);
  const { find } = store;
  const looks: number[] = [];
  let isRunning = false;
  const spy = spyOn(store, "find").mockImplementation((id) => {
    if (id !== shipmentId) return find(id);
    // Readers that wake together run one after another, and no microtask comes between them.
    if (!isRunning) {
      isRunning = true;
      looks.push(0);
      queueMicrotask(() => {
        isRunning = false;
      });
    }
    looks[looks.length - 1] = (looks.at(-1) ?? 0) + 1;
    return find(id);
  });
  return {
    /** @returns for each run of readers how many looks it had */
    end(): number[] {
      spy.mockRestore();
      return looks;
    },
  };
}

test("many readers of an account cost one look at what moved, and each sees its own account only", async () => {
  const readersCount = 40;
  const [mine, other] = [await world.server.account(), await world.server.account()];
  const trip = await world.accept({}, { client: mine.sandbox });
  const foreign = await world.accept({}, { client: other.sandbox });
  const open = (key: string) => Promise.all(Array.from({ length: readersCount }, () => openFor(key)));
  const [readers, strangers] = [await open(mine.sandboxKey), await open(other.sandboxKey)];
  const operators = await Promise.all(Array.from({ length: 3 }, openForOperator));
  await world.send([move(trip, "en_route_to_delivery"), move(foreign, "en_route_to_delivery")]);
  const everyone = [...readers, ...strangers, ...operators];
  await Promise.all(everyone.map((reader) => until(reader, isState("in_transit"))));
  const looks = countLooks(trip.id);
  await world.send([place(trip, 52.55)]);
  const [seen, seenByOperators] = await Promise.all(
    [readers, operators].map((some) =>
      Promise.all(some.map(async (reader) => (await until(reader, isPosition(52.55))).at(-1)?.text)),
    ),
  );
  // The account's readers look once, and the operator's once. Readers whose pauses end apart look apart.
  const looksOfRuns = looks.end();
  expect(looksOfRuns).not.toEqual([]);
  expect(Math.max(...looksOfRuns)).toBeLessThanOrEqual(2);
  expect([new Set(seen).size, new Set(seenByOperators).size]).toEqual([1, 1]);
  await world.send([place(foreign, 52.56)]);
  const others = await Promise.all(strangers.map((reader) => until(reader, isPosition(52.56))));
  expect(others.flat().filter(({ text }) => text.includes(trip.id))).toEqual([]);
  for (const reader of everyone) reader.leave();
});

test("a new reader gets where everything is, however much that is, in pieces", async () => {
  const sender = await world.server.account();
  const trips: Trip[] = [];
  while (trips.length < 60) trips.push(await world.accept({}, { client: sender.sandbox }));
  await world.send(trips.map((trip, index) => place(trip, 52.4 + index / 1_000)));
  const reader = await openFor(sender.sandboxKey);
  const seen = new Set<string>();
  while (seen.size < trips.length) {
    const frame = await reader.next();
    if (frame?.event === "position") seen.add(frame.data.shipment_id);
  }
  expect(seen).toEqual(new Set(trips.map(({ id }) => id)));
  reader.leave();
});

test("a reader that was away gets every state once more or for the first time, and where everything is now", async () => {
  const [near, far] = [await world.accept(), await world.accept()];
  await world.send([
    move(near, "en_route_to_delivery"),
    place(near, 52.5),
    move(far, "en_route_to_delivery"),
  ]);
  const first = await openFor(account.sandboxKey);
  await until(first, isPosition(52.5));
  await world.send([place(far, 52.6)]);
  await until(first, isPosition(52.6));
  const left = first.place();
  first.leave();

  world.clock.advance(60);
  await world.send([place(near, 52.501), report(near, "delivered", { proof: {} })]);
  world.clock.advance(60);
  await world.send([place(far, 52.601)]);
  await world.send([place(far, 52.6011)]);
  const second = await openFor(account.sandboxKey, left);
  const missed = await until(second, isPosition(52.6011));
  expect(missed.filter(isState("delivered")).map(({ data }) => data.shipment_id)).toEqual([near.id]);
  // The one that was delivered meanwhile is nowhere, and the other one where it is now.
  const positions = missed.filter(({ event }) => event === "position");
  expect(positions.map(({ data }) => data.shipment_id)).toEqual([far.id]);
  second.leave();

  // An id of another stream starts from now.
  const strange = await openFor(account.sandboxKey, "evt_01m7x5rdwme1ct34p92xd7wpnk");
  const start = await until(strange, isPosition(52.6011));
  expect(start.filter(({ event }) => event === "state")).toEqual([]);
  strange.leave();
});

test("the operator sees the jobs of the installation's carriers, whoever sent them, and no account's own", async () => {
  const sender = await world.server.account();
  const own = await world.accept({}, { client: sender.sandbox, carrier: world.carriers.b });
  await addCarrier(world.server, "sandbox", sender.accountId, { id: world.carriers.b });
  const installed = await world.accept({}, { client: sender.sandbox });
  const reader = await openForOperator();
  expect(reader.status).toBe(200);
  await world.send([move(own, "en_route_to_delivery"), place(own, 52.7)], world.carriers.b);
  await world.send([move(installed, "en_route_to_delivery"), place(installed, 52.71)]);
  await world.send([report(installed, "undeliverable", { reason_code: "lost" })]);
  await jobsAtRest(world.server.deps);
  const frames = await until(reader, ({ event }) => event === "attention");
  const { attention } = frames.at(-1)?.data ?? {};
  expect([attention.shipment_id, attention.kind]).toEqual([installed.id, "failed"]);
  expect(attention.remedies.map(({ path }: { path: string }) => path)).toEqual([
    `/api/v1/operator/attention/${attention.id}/dismissal`,
  ]);
  expect(frames.filter(({ text }) => text.includes(own.id))).toEqual([]);
  reader.leave();
  const refused = await follow(`${world.server.url}/api/v1/operator/stream?environment=sandbox`, {
    "x-api-key": sender.sandboxKey,
  });
  expect(refused.status).toBe(401);
  refused.leave();
});

test("an account sees its own drivers as they move, and nobody else's, and not where one off duty was", async () => {
  const { accountId, sandboxKey } = await world.server.account();
  const join = async (owner: string | null, onDuty: boolean) => {
    const driver = await addDriver(world.server, "sandbox", owner, { onDuty });
    const token = await driverToken(world.server, driver, accountId);
    return { id: driver.id, client: world.server.client({ authorization: `Bearer ${token}` }) };
  };
  const mine = await join(accountId, true);
  const unseen = await join(accountId, false);
  const theirs = await join(null, true);
  const reader = await openFor(sandboxKey);
  const next = async () => {
    const { event, data } = (await reader.next()) ?? {};
    return [event, data?.driver_id, data?.on_duty, data?.position?.latitude ?? data?.position];
  };
  for (const { id, client } of [theirs, mine]) {
    const at = new Date(world.clock.now()).toISOString();
    const moved = { id, at, type: "position", latitude: 52.53, longitude: 13.4, accuracy_meters: 8 };
    const { body } = await client.post("/api/v1/driver/reports", { sent_at: at, reports: [moved] });
    expect(body.results[0].result).toBe("applied");
  }
  expect(await next()).toEqual(["driver", mine.id, true, 52.53]);
  const duty = async ({ client }: typeof mine, on_duty: boolean) =>
    expect((await client.put("/api/v1/driver/me/duty", { on_duty })).status).toBe(200);
  await duty(mine, false);
  expect(await next()).toEqual(["driver", mine.id, false, null]);
  // Nobody knows yet where this one is.
  await duty(unseen, true);
  expect(await next()).toEqual(["driver", unseen.id, true, null]);
  reader.leave();
});

test("a key without drivers:read gets neither the stream nor the list", async () => {
  const made = await account.session.post("/api/v1/keys", {
    name: "narrow",
    environment: "sandbox",
    scopes: ["tracking:read"],
  });
  const narrow = world.server.client({ "x-api-key": made.body.secret });
  for (const path of ["/stream", "/attention"]) {
    const { status, body } = await narrow.get(`${platform}${path}`);
    expect([status, body.code]).toEqual([403, "scope_missing"]);
  }
});

test("what a driver is told, has on the phone and has seen comes to the owner of the fleet, and to nobody else", async () => {
  const driver = await addDriver(world.server, "sandbox", account.accountId, { onDuty: true });
  const phone = world.server.client({
    authorization: `Bearer ${await driverToken(world.server, driver, account.accountId)}`,
  });
  const other = await world.server.account();
  const [own, foreign, installed] = [
    await openFor(account.sandboxKey),
    await openFor(other.sandboxKey),
    await openForOperator(),
  ];
  const isNotice = ({ event }: Frame) => event === "notice";
  const { body: note } = await account.sandbox.post(`${platform}/drivers/${driver.id}/notes`, {
    text: "Call.",
  });
  const made = (await until(own, isNotice)).at(-1)?.data;
  expect(made).toEqual({
    id: note.id,
    driver_id: driver.id,
    assignment_id: null,
    shipment_id: null,
    kind: "note",
    made_at: note.made_at,
    reached_at: null,
    seen_at: null,
  });
  const at = new Date(world.clock.now()).toISOString();
  await phone.post("/api/v1/driver/notices", { sent_at: at, seen: [{ id: note.id, at }] });
  expect((await until(own, isNotice)).at(-1)?.data).toMatchObject({ id: note.id, seen_at: at });
  // What comes after is the first that the others get.
  const stranger = await addDriver(world.server, "sandbox", other.accountId, { onDuty: true });
  await other.sandbox.post(`${platform}/drivers/${stranger.id}/notes`, { text: "Call." });
  const first = (await until(foreign, isNotice)).filter(isNotice);
  expect(first.map(({ data }) => data.driver_id)).toEqual([stranger.id]);
  const hired = await addDriver(world.server, "sandbox", null, { onDuty: true });
  const path = `/api/v1/operator/drivers/${hired.id}/notes?environment=sandbox`;
  expect((await operator.session.post(path, { text: "Call." })).status).toBe(201);
  const seen = (await until(installed, isNotice)).filter(isNotice);
  expect(seen.map(({ data }) => data.driver_id)).toEqual([hired.id]);
  for (const reader of [own, foreign, installed]) reader.leave();
});
