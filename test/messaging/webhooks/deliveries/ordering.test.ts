import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { write } from "../../../../src/infra/deps.ts";
import { attemptDelivery } from "../../../../src/messaging/webhooks/deliveries/sender.ts";
import { webhookStore } from "../../../../src/messaging/webhooks/endpoints/store.ts";
import { patientTransport } from "../../../support/deliveries.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";

let server: TestServer;
let receiver: Receiver;
let sandbox: Client;
let path: string;

beforeAll(async () => {
  server = await startServer({ replacements: { transport: patientTransport() } });
});
// Receivers first: an attempt that one of them holds would hold the server too.
afterEach(() => receiver.stop());
afterAll(() => server.stop());

async function register(
  ordering: "none" | "per_shipment" = "per_shipment",
  settings: Record<string, unknown> = {},
): Promise<void> {
  receiver = startReceiver();
  sandbox = (await server.account()).sandbox;
  const events = ["shipment.created", "shipment.updated"];
  const answer = await sandbox.post(`${platform}/webhooks`, {
    url: receiver.url,
    events,
    ordering,
    ...settings,
  });
  expect(answer.status).toBe(201);
  path = `${platform}/webhooks/${answer.body.id}`;
}

/** @returns the shipment's id, of as many events */
async function shipmentWith(events: number): Promise<string> {
  const { id } = await createShipment(sandbox);
  await update(id, events - 1);
  return id;
}

async function update(shipmentId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const metadata = { time: crypto.randomUUID() };
    expect((await sandbox.patch(`${platform}/shipments/${shipmentId}`, { metadata })).status).toBe(200);
  }
}

async function patch(change: Record<string, unknown>): Promise<void> {
  expect((await sandbox.patch(path, change)).status).toBe(200);
}

/** The sequence numbers of a shipment's events as they arrived, repeated ones too. */
function sequences(shipmentId: string): number[] {
  return receiver.received
    .filter(({ event }) => event.data.shipment.id === shipmentId)
    .map(({ event }) => event.data.sequence);
}

function rising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0));
}

async function deliveries(): Promise<
  { id: string; shipment_id: string; status: string; next_attempt_at: string | null }[]
> {
  return (await sandbox.get(`${path}/deliveries?limit=100`)).body.data;
}

function allAre(...statuses: string[]): Promise<unknown> {
  return eventually(`all are ${statuses.join(" or ")}`, async () =>
    (await deliveries()).every(({ status }) => statuses.includes(status)) ? true : undefined,
  );
}

/** Resolves when what is sent later to another endpoint has arrived. */
async function overtake(count: number, settings: Record<string, unknown> = {}): Promise<void> {
  const later = startReceiver();
  const { body } = await sandbox.post(`${platform}/webhooks`, {
    url: later.url,
    events: ["webhook.test"],
    ...settings,
  });
  const beside = `${platform}/webhooks/${body.id}`;
  for (let sent = 0; sent < count; sent += 1) await sandbox.post(`${beside}/test`);
  await eventually("all of them", async () => {
    const { body: log } = await sandbox.get(`${beside}/deliveries?status=delivered`);
    return log.data.length === count;
  });
  await later.stop();
}

const received = (count: number) =>
  eventually(`${count} requests`, () => (receiver.received.length >= count ? true : undefined));

test("a shipment's next event waits until the one before has arrived; other shipments go on", async () => {
  await register();
  const first = Promise.withResolvers<Response>();
  receiver.answer = (number) => (number === 0 ? first.promise : new Response("ok"));
  const held = await shipmentWith(4);
  await received(1);
  const other = await shipmentWith(3);
  await eventually("the other shipment's events", () => sequences(other).length === 3 || undefined);
  expect(sequences(held)).toEqual([1]);
  // The last one of the other shipment has arrived, but may not be recorded yet.
  const waiting = (await deliveries()).filter(({ shipment_id: id }) => id === held);
  expect(waiting.map(({ next_attempt_at: at }) => at === null)).toEqual([true, true, true, false]);
  first.resolve(new Response("ok"));
  await allAre("delivered");
  expect(sequences(held)).toHaveLength(4);
  expect(rising(sequences(held))).toBe(true);
  expect(rising(sequences(other))).toBe(true);
});

test("without the option nothing waits", async () => {
  await register("none");
  const first = Promise.withResolvers<Response>();
  receiver.answer = (number) => (number === 0 ? first.promise : new Response("ok"));
  const id = await shipmentWith(4);
  await received(4);
  expect(sequences(id)).toHaveLength(4);
  first.resolve(new Response("ok"));
});

test("one that fails is repeated first, and one that is given up makes room", async () => {
  await register();
  receiver.answer = (number) => new Response("no", { status: number < 4 ? 500 : 200 });
  const id = await shipmentWith(3);
  await allAre("delivered", "failed");
  const [a = 0, b = 0, c = 0] = [...new Set(sequences(id))];
  // Three attempts of the first, and the second fails once.
  expect(sequences(id)).toEqual([a, a, a, b, b, c]);
  expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered", "failed"]);
});

test("an answer that gives up this delivery makes room at once", async () => {
  await register();
  receiver.answer = (number) =>
    number === 0
      ? new Response("no", { status: 500, headers: { "webhook-delivery": "abort-message" } })
      : new Response("ok");
  const id = await shipmentWith(3);
  await allAre("delivered", "failed");
  expect(sequences(id)).toHaveLength(3);
  expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered", "failed"]);
});

test("one that is sent again goes before those that wait, and holds none for ever", async () => {
  await register();
  receiver.answer = () => new Response("no", { status: 500 });
  const id = await shipmentWith(1);
  await allAre("failed");
  const [failed] = await deliveries();
  receiver.received.length = 0;
  const first = Promise.withResolvers<Response>();
  receiver.answer = (number) => (number === 0 ? first.promise : new Response("ok"));
  expect((await sandbox.post(`${path}/deliveries/${failed?.id}/retry`)).status).toBe(202);
  await received(1);
  await update(id, 2);
  await overtake(1);
  expect(sequences(id)).toHaveLength(1);
  first.resolve(new Response("ok"));
  await allAre("delivered");
  expect(rising(sequences(id))).toBe(true);
});

test("what was kept while the endpoint was disabled comes in order", async () => {
  await register();
  await patch({ enabled: false });
  const ids = [await shipmentWith(5), await shipmentWith(5)];
  for (const id of ids) await update(id, 2);
  await patch({ enabled: true });
  await allAre("delivered");
  for (const id of ids) {
    expect(sequences(id)).toHaveLength(7);
    expect(rising(sequences(id))).toBe(true);
  }
});

test("disabled while one is on its way, and enabled again: nothing is lost or turned round", async () => {
  await register();
  const first = Promise.withResolvers<Response>();
  receiver.answer = (number) => (number === 0 ? first.promise : new Response("ok"));
  const id = await shipmentWith(4);
  await received(1);
  await patch({ enabled: false });
  first.resolve(new Response("no", { status: 500 }));
  await allAre("paused");
  await patch({ enabled: true });
  await allAre("delivered");
  expect(new Set(sequences(id)).size).toBe(4);
  expect(rising(sequences(id))).toBe(true);
});

test("recovered events come in order", async () => {
  await register();
  const since = new Date(Date.now() - 1000).toISOString();
  receiver.answer = () => new Response("no", { status: 500 });
  const id = await shipmentWith(4);
  await allAre("failed");
  receiver.received.length = 0;
  receiver.answer = () => new Response("ok");
  expect((await sandbox.post(`${path}/recover`, { from: since })).body).toEqual({ queued: 4 });
  await allAre("delivered");
  expect(sequences(id)).toHaveLength(4);
  expect(rising(sequences(id))).toBe(true);
});

test("the option may be taken back: what waited is sent at once", async () => {
  await register();
  const first = Promise.withResolvers<Response>();
  receiver.answer = (number) => (number === 0 ? first.promise : new Response("ok"));
  const id = await shipmentWith(4);
  await received(1);
  await patch({ ordering: "none" });
  await received(4);
  expect(sequences(id)).toHaveLength(4);
  first.resolve(new Response("ok"));
  await allAre("delivered");
});

test("asked for later, it holds for what waits already", async () => {
  await register("none");
  const first = Promise.withResolvers<Response>();
  receiver.answer = () => first.promise.then(() => new Response("ok"));
  // More than may be on their way at once: the rest waits.
  const id = await shipmentWith(12);
  await received(8);
  await patch({ ordering: "per_shipment" });
  receiver.answer = () => new Response("ok");
  first.resolve(new Response("ok"));
  await allAre("delivered");
  expect(sequences(id)).toHaveLength(12);
  expect(rising(sequences(id).slice(8))).toBe(true);
});

test("taken back at the moment of a turn, it leaves nothing without a time", async () => {
  await register("none", { max_per_second: 1 });
  const first = Promise.withResolvers<Response>();
  receiver.answer = () => first.promise.then(() => new Response("ok"));
  await shipmentWith(2);
  await received(1);
  const [second] = await deliveries();
  await patch({ max_per_second: 1, ordering: "per_shipment" });
  // Both in one turn: what is decided for the delivery was read before the order was taken back.
  const webhookId = path.split("/").at(-1) ?? "";
  const change = write(server.deps, "sandbox", ({ tx }) =>
    webhookStore(tx).update(webhookId, { ordering: "none" }),
  );
  const attempt = attemptDelivery(server.deps, "sandbox", second?.id ?? "", () => {});
  await change;
  expect((await deliveries()).map(({ next_attempt_at: at }) => at === null)).toEqual([false, false]);
  first.resolve(new Response("ok"));
  await attempt;
  await allAre("delivered");
});

test("what waits for its shipment has no time from the start, whether its turn would have come or not", async () => {
  await register("per_shipment", { max_per_second: 1 });
  const first = Promise.withResolvers<Response>();
  receiver.answer = () => first.promise.then(() => new Response("ok"));
  await shipmentWith(3);
  await received(1);
  expect((await deliveries()).map(({ next_attempt_at: at }) => at === null)).toEqual([true, true, false]);
  first.resolve(new Response("ok"));
});

test("asked for later, it holds what is due already and comes to its turn", async () => {
  await register("none", { max_per_second: 1 });
  const first = Promise.withResolvers<Response>();
  receiver.answer = () => first.promise.then(() => new Response("ok"));
  const id = await shipmentWith(3);
  await received(1);
  await patch({ ordering: "per_shipment" });
  const before = receiver.received.length;
  // Two turns come round meanwhile.
  await overtake(3, { max_per_second: 1 });
  expect(receiver.received).toHaveLength(before);
  await patch({ max_per_second: null });
  first.resolve(new Response("ok"));
  await allAre("delivered");
  expect(sequences(id)).toHaveLength(3);
  expect(rising(sequences(id))).toBe(true);
});
