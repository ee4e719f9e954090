import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { piecesMax } from "../../../../../src/delivery/carriers/kinds/karrio/map.ts";
import { assignmentsOf } from "../../../../support/bookings.ts";
import { createClock, jobsAtRest, type TestClock } from "../../../../support/clock.ts";
import { makeDataFolder } from "../../../../support/data-folder.ts";
import { createShipment, platform, shipmentBody } from "../../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../../support/harness.ts";
import { type PlayedKarrio, playKarrio } from "../../../../support/played-karrio.ts";

/** An account with a Karrio server of its own, through the API, from the key to the door. */
let server: TestServer;
let karrio: PlayedKarrio;
let clock: TestClock;
beforeAll(async () => {
  clock = createClock();
  [server, karrio] = await Promise.all([
    startServer({ config: { secretKey: randomBytes(32) }, replacements: { clock } }),
    playKarrio(),
  ]);
});
afterAll(() => Promise.all([server.stop(), karrio.stop()]));

const hookSecret = "whsec_of_karrio";
const carrierOf = (change: object = {}) => ({
  kind: "karrio",
  code: "karrio",
  name: "Karrio",
  settings: { url: karrio.url(), api_key: karrio.liveKey, webhook_secret: hookSecret, ...change },
});

async function accept(live: Client, change: Record<string, unknown> = {}, wish: object = {}) {
  const { id } = await createShipment(live, change);
  const { body } = await live.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  expect(body.data.map(({ service }: { service: { name: string } }) => service.name)).toEqual([
    "Own couriers: Standard",
    "Own couriers: Express",
  ]);
  const accepted = await live.post(assignmentsOf(id), { strategy: "cheapest", ...wish });
  expect(accepted.status).toBe(201);
  return { id: id as string, assignmentId: accepted.body.id as string };
}

const read = async (live: Client, id: string) => (await live.get(`${platform}/shipments/${id}`)).body;
const reached = (live: Client, id: string, state: string) =>
  eventually(state, async () => {
    const shipment = await read(live, id);
    return [shipment.status, shipment.substatus].includes(state) ? shipment : undefined;
  });

test("keys of the other mode, and one that Karrio refuses, are refused, and nothing is stored", async () => {
  const { live, sandbox } = await server.account();
  const wrong = await live.post(`${platform}/carriers`, carrierOf({ api_key: "key_wrong" }));
  expect([wrong.status, wrong.body.errors]).toMatchObject([
    422,
    [{ pointer: "#/settings/api_key", code: "refused" }],
  ]);
  const production = await sandbox.post(`${platform}/carriers`, carrierOf());
  expect([production.status, production.body.code]).toEqual([422, "production_credentials"]);
  const testKey = await live.post(`${platform}/carriers`, carrierOf({ api_key: karrio.testKey }));
  expect([testKey.status, testKey.body.code]).toEqual([422, "validation_failed"]);
  expect(testKey.body.errors).toMatchObject([{ pointer: "#/settings/api_key", code: "test_credentials" }]);
  expect((await live.get(`${platform}/carriers`)).body.data).toEqual([]);
});

test("a parcel is quoted, bought, labeled, tracked and delivered, each webhook before its answer", async () => {
  const { live } = await server.account();
  const connected = await live.post(`${platform}/carriers`, carrierOf());
  expect(connected.status).toBe(201);
  expect(connected.body.settings.api_key).toEqual({ set: true, last4: karrio.liveKey.slice(-4) });
  const { body: address } = await live.get(`${platform}/carriers/${connected.body.id}/hook-address`);
  karrio.hooksTo(address.url, hookSecret);

  const { id, assignmentId } = await accept(live);
  const { assignment } = await reached(live, id, "confirmed");
  const bought = karrio.shipmentOf(assignmentId);
  expect(Object.values(assignment.tracking_numbers)).toEqual([bought?.tracking_number]);
  expect(karrio.labelsOf(assignmentId)).toBe(1);
  await eventually("the label", async () => {
    const { status } = await live.get(`${platform}/shipments/${id}/label`);
    return status === 200;
  });

  const at = new Date(server.deps.clock.now()).toISOString();
  const scan = { status: "in_transit", code: "DEP", description: "In the depot", timestamp: at };
  karrio.track(bought?.id ?? "", [scan]);
  await reached(live, id, "in_transit");
  const arrived = { status: "delivered", code: "OK", timestamp: at };
  const info = { signed_by: "A. Lovelace", carrier_tracking_link: "https://carrier.example.com/track/1" };
  karrio.track(bought?.id ?? "", [arrived, scan], { delivered: true, info });
  const delivered = await reached(live, id, "delivered");
  expect(delivered.assignment.carrier_tracking_url).toBe(info.carrier_tracking_link);
  // The first one waits if it is read before the answer to the purchase.
  clock.advance(10);
  await jobsAtRest(server.deps);
  const { body: hooks } = await live.get(`${platform}/carriers/${connected.body.id}/hooks`);
  const statuses = hooks.data.map(({ status }: { status: string }) => status);
  expect(statuses).toEqual(["applied", "applied", "applied"]);
  karrio.hooksTo(undefined);
});

test("a connection without prices is never bought: its rates are told, and the check names it", async () => {
  const { live } = await server.account();
  const { body: carrier } = await live.post(`${platform}/carriers`, carrierOf());
  karrio.unpriced(["postat"]);
  const message = "The connection postat has no prices: give it a rate sheet in Karrio.";
  const accepted = await live.post(`${platform}/shipments`, {
    ...shipmentBody(),
    accept: { strategy: "cheapest" },
  });
  expect([accepted.status, accepted.body.assignment?.price.amount]).toEqual([201, 472]);
  const { body: quotes } = await live.get(`${platform}/shipments/${accepted.body.id}/quotes`);
  expect(quotes.data).toHaveLength(2);
  expect(quotes.unavailable).toMatchObject([{ carrier: { code: "karrio" }, code: "carrier_error", message }]);
  const { body: check } = await live.post(`${platform}/carriers/${carrier.id}/check`);
  expect(check.points).toContainEqual(
    expect.objectContaining({ code: "prices", passed: false, detail: message }),
  );

  karrio.unpriced(["postat"], true);
  const { id } = await createShipment(live);
  const { body: none } = await live.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  expect(none).toMatchObject({ data: [], unavailable: [{ code: "carrier_error", message }] });
  const { body: estimate } = await live.post(`${platform}/estimates`, shipmentBody());
  expect(estimate).toMatchObject({ data: [], unavailable: [{ code: "carrier_error", message }] });
  const { body: read } = await live.get(`${platform}/carriers/${carrier.id}`);
  expect(read.health).toMatchObject({ circuit: "closed", last_error: null });
  karrio.unpriced([]);
});

test("the label of as many pieces as are sold is kept", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf());
  const { id } = await accept(live, { parcels: [{ weight_grams: 500, quantity: piecesMax }] });
  await reached(live, id, "confirmed");
  await eventually("the label", async () => (await read(live, id)).assignment.label_status === "ready");
  const { status, text } = await live.get(`${platform}/shipments/${id}/label`);
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(8_000_000);
});

test("a cancellation is asked of Karrio first, and refused where the parcel moves", async () => {
  const { live } = await server.account();
  const cancel = async (fault: "well" | "firm", code: string) => {
    const input = carrierOf({ url: karrio.url(fault) });
    const { body } = await live.post(`${platform}/carriers`, { ...input, code });
    const { id, assignmentId } = await accept(live);
    await reached(live, id, "confirmed");
    const answer = await live.post(`${platform}/shipments/${id}/cancellation`, {});
    await live.patch(`${platform}/carriers/${body.id}`, { status: "paused" });
    return [answer.status, answer.body.code ?? answer.body.status, karrio.shipmentOf(assignmentId)?.status];
  };
  expect(await cancel("well", "first")).toEqual([200, "cancelled", "cancelled"]);
  expect(await cancel("firm", "second")).toEqual([409, "carrier_refused_cancellation", "created"]);
});

test("a purchase whose answer is lost is looked up after 110 seconds, and made once", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url("cut") }));
  const { id, assignmentId } = await accept(live);
  const { db } = server.deps.stores.platform("live");
  await eventually("the attempt without an answer", () => {
    const calls = db.all(
      sql`SELECT 1 FROM carrier_calls WHERE assignment_id = ${assignmentId} AND attempts >= 1`,
    );
    return calls.length > 0 || undefined;
  });
  expect(karrio.labelsOf(assignmentId)).toBe(1);
  const before = karrio.calls.length;
  for (let waited = 0; waited < 100; waited += 20) {
    clock.advance(20);
    await jobsAtRest(server.deps);
  }
  expect(karrio.calls.slice(before)).toEqual([]);
  clock.advance(20);
  await reached(live, id, "confirmed");
  expect(karrio.labelsOf(assignmentId)).toBe(1);
});

test("a cancellation waits for a purchase whose answer is lost, and gives the label back", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url("proxied") }));
  const release = karrio.holdPurchases();
  const { id, assignmentId } = await accept(live);
  const { db } = server.deps.stores.platform("live");
  const callOf = (kind: string) =>
    db.get<{ attempts: number }>(
      sql`SELECT attempts FROM carrier_calls WHERE assignment_id = ${assignmentId} AND kind = ${kind}`,
    );
  await eventually("the attempt without an answer", () => callOf("book")?.attempts === 1 || undefined);
  expect((await live.post(`${platform}/shipments/${id}/cancellation`, {})).status).toBe(202);
  await eventually("the cancellation was tried", () => callOf("cancel")?.attempts !== 0 || undefined);
  expect(await read(live, id)).toMatchObject({ status: "assigned", cancellation: null });
  expect(karrio.shipmentOf(assignmentId)).toMatchObject({ status: "draft" });
  release();
  await eventually("bought", () => karrio.labelsOf(assignmentId) === 1 || undefined);
  clock.advance(60);
  await reached(live, id, "cancelled");
  expect(karrio.shipmentOf(assignmentId)).toMatchObject({ status: "cancelled" });
});

test("the other offers of a draft that was bought end with it, and new quotes are bought", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf());
  const { id, assignmentId } = await accept(live);
  await reached(live, id, "confirmed");
  expect((await live.delete(`${assignmentsOf(id)}/${assignmentId}`)).status).toBe(200);
  await reached(live, id, "quoted");
  const again = await live.post(assignmentsOf(id), { strategy: "cheapest" });
  expect(again.status).toBe(201);
  await reached(live, id, "confirmed");
  expect(karrio.labelsOf(again.body.id)).toBe(1);
});

test("a purchase that the carrier refuses brings the shipment back, with its reason", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url("refusing") }));
  const { id, assignmentId } = await accept(live);
  await reached(live, id, "quoted");
  const { body } = await live.get(`${assignmentsOf(id)}/${assignmentId}`);
  expect(body).toMatchObject({ status: "rejected", release_reason: "carrier_rejected" });
  const { body: tracking } = await live.get(`${platform}/tracking/${id}`);
  expect(JSON.stringify(tracking.entries)).toContain("The address cannot be served.");
});

const callsOf = ({ deps }: TestServer, assignmentId: string, kind: string) =>
  deps.stores
    .platform("live")
    .db.all<{ attempts: number }>(
      sql`SELECT attempts FROM carrier_calls WHERE assignment_id = ${assignmentId} AND kind = ${kind}`,
    );
const unansweredOnce = (at: TestServer, assignmentId: string) =>
  eventually("the attempt without an answer", () => callsOf(at, assignmentId, "book")[0]?.attempts === 1);
const keptItem = (live: Client) =>
  eventually("a person is asked", async () => {
    const { body } = await live.get(`${platform}/attention`);
    return body.data.find(({ kind }: { kind: string }) => kind === "booking_kept");
  });
const anyPrice = { auto_reassign: { max_price: { amount: 100_000, currency: "EUR" } } };

test.each(["ends_reset", "ends_eof", "ends_midway", "ends_502", "ends_504"] as const)(
  "nobody buys again where Karrio ends in the middle of a purchase (%s)",
  async (fault) => {
    const { live } = await server.account();
    const { body: carrier } = await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url(fault) }));
    const { id, assignmentId } = await accept(live, {}, anyPrice);
    await unansweredOnce(server, assignmentId);
    // Karrio is well again, and knows of nothing.
    await live.patch(`${platform}/carriers/${carrier.id}`, {
      settings: { url: karrio.url(), api_key: karrio.liveKey },
    });
    expect((await live.get(`${platform}/attention`)).body.data).toEqual([]);
    clock.advance(111);
    const item = await keptItem(live);
    expect(item.detail).toStartWith("Karrio rejected the booking, and may have made it all the same.");
    await jobsAtRest(server.deps);
    expect(karrio.labelsOf(assignmentId)).toBe(1);
    expect((await live.get(assignmentsOf(id))).body.data).toMatchObject([
      { status: "rejected", release_reason: "carrier_rejected", auto_reassign: { remaining: 5 } },
    ]);
    const { body: tracking } = await live.get(`${platform}/tracking/${id}`);
    expect(JSON.stringify(tracking.entries)).toContain("Karrio did not say what became of the purchase.");
  },
);

test.each([
  ["ends_silent", 1],
  ["silent_purchase", 0],
] as const)("a Waybill that ends during a purchase (%s) does not buy again", async (fault, labels) => {
  const dataDir = await makeDataFolder();
  const options = { dataDir, config: { secretKey: randomBytes(32) }, replacements: { clock } };
  const before = await startServer(options);
  const { live: first, liveKey } = await before.account();
  const { body: carrier } = await first.post(`${platform}/carriers`, carrierOf({ url: karrio.url(fault) }));
  const { id, assignmentId } = await accept(first, {}, anyPrice);
  await eventually("the purchase", () => karrio.calls.at(-1)?.endsWith("/purchase"));
  expect(karrio.labelsOf(assignmentId)).toBe(labels);
  await before.stop();

  const after = await startServer(options);
  const live = after.client({ "x-api-key": liveKey });
  await live.patch(`${platform}/carriers/${carrier.id}`, {
    settings: { url: karrio.url(), api_key: karrio.liveKey },
  });
  await unansweredOnce(after, assignmentId);
  expect(await read(live, id)).toMatchObject({ status: "assigned", substatus: "awaiting_carrier" });
  clock.advance(111);
  await keptItem(live);
  await jobsAtRest(after.deps);
  expect(karrio.labelsOf(assignmentId)).toBe(labels);
  expect((await live.get(assignmentsOf(id))).body.data).toHaveLength(1);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

test.each(["leaving", "refused_429"] as const)(
  "a purchase that Karrio never got (%s) is made later, once",
  async (fault) => {
    const { live } = await server.account();
    await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url(fault) }));
    const { id, assignmentId } = await accept(live);
    await unansweredOnce(server, assignmentId);
    if (fault === "leaving") await karrio.comeBack();
    expect(karrio.labelsOf(assignmentId)).toBe(0);
    for (let turn = 0; turn < 8; turn += 1) {
      clock.advance(20);
      await jobsAtRest(server.deps);
    }
    await reached(live, id, "confirmed");
    expect(karrio.labelsOf(assignmentId)).toBe(1);
    const { body } = await live.get(`${platform}/attention`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain("booking_kept");
  },
);

test("a cancellation of a purchase without an answer ends the shipment, and asks a person", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url("ends_eof") }));
  const { id, assignmentId } = await accept(live);
  await unansweredOnce(server, assignmentId);
  const asked = live.post(`${platform}/shipments/${id}/cancellation`, {});
  await eventually(
    "the cancellation was tried",
    () => callsOf(server, assignmentId, "cancel")[0]?.attempts === 1,
  );
  expect(await read(live, id)).toMatchObject({ status: "assigned", cancellation: null });
  clock.advance(131);
  await jobsAtRest(server.deps);
  expect((await asked).body.status).toBe("cancelled");
  expect((await keptItem(live)).detail).toContain("may have made one all the same");
  expect(karrio.shipmentOf(assignmentId)).toMatchObject({ status: "cancelled" });
});

test("nobody chooses another quote where a purchase has no answer until the deadline", async () => {
  const { live } = await server.account();
  const { body: carrier } = await live.post(
    `${platform}/carriers`,
    carrierOf({ url: karrio.url("ends_reset") }),
  );
  const { id, assignmentId } = await accept(live, {}, anyPrice);
  await unansweredOnce(server, assignmentId);
  await live.patch(`${platform}/carriers/${carrier.id}`, {
    settings: { url: karrio.url("broken"), api_key: karrio.liveKey },
  });
  clock.advance(601);
  await keptItem(live);
  await jobsAtRest(server.deps);
  expect((await live.get(assignmentsOf(id))).body.data).toMatchObject([
    { status: "rejected", release_reason: "timeout", auto_reassign: { remaining: 5 } },
  ]);
  expect(karrio.labelsOf(assignmentId)).toBe(1);
});

test("nobody buys again by itself where the carrier may have made a label all the same", async () => {
  const { live } = await server.account();
  await live.post(`${platform}/carriers`, carrierOf({ url: karrio.url("garbled") }));
  const before = karrio.calls.length;
  const { id, assignmentId } = await accept(live, {}, anyPrice);
  const { body: ended } = await eventually("rejected", async () => {
    const answer = await live.get(`${assignmentsOf(id)}/${assignmentId}`);
    return answer.body.status === "rejected" ? answer : undefined;
  });
  await reached(live, id, "quoted");
  await jobsAtRest(server.deps);
  expect(ended.auto_reassign.remaining).toBe(5);
  expect((await live.get(assignmentsOf(id))).body.data).toHaveLength(1);
  expect(karrio.calls.slice(before).filter((call) => call.endsWith("/purchase"))).toHaveLength(1);
  // The offers of a draft that may be bought are over: the open ones are of another draft.
  const { db } = server.deps.stores.platform("live");
  const statuses = sql`SELECT round, status FROM quotes WHERE shipment_id = ${id} ORDER BY round`;
  expect(db.values(statuses)).toEqual([
    [1, "withdrawn"],
    [1, "withdrawn"],
    [2, "open"],
    [2, "open"],
  ]);
  const { body: tracking } = await live.get(`${platform}/tracking/${id}`);
  expect(JSON.stringify(tracking.entries)).toContain("It may have made a label that Karrio does not know.");
  expect((await keptItem(live)).detail).toStartWith(
    "Karrio rejected the booking, and may have made it all the same.",
  );
});
