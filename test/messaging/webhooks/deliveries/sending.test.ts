import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { nextMillisecond } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { patientTransport } from "../../../support/deliveries.ts";
import { advance, createAssigned, createShipment, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type Receiver, startReceiver, verify } from "../../../support/receiver.ts";

let server: TestServer;
let receivers: Receiver[] = [];
beforeAll(async () => {
  server = await startServer({ replacements: { transport: patientTransport() } });
});
// Receivers first: an attempt that one of them holds would hold the server too.
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  receivers = [];
});
afterAll(() => server.stop());

function receive(answer?: Receiver["answer"]): Receiver {
  const receiver = startReceiver();
  if (answer) receiver.answer = answer;
  receivers.push(receiver);
  return receiver;
}

const hang = () => new Promise<Response>(() => {});
const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response("no", { status, headers });

async function register(client: Client, url: string, events = ["webhook.test"]) {
  const answer = await client.post(`${platform}/webhooks`, { url, events });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; secret: string };
}

async function sendTest(client: Client, webhookId: string) {
  const answer = await client.post(`${platform}/webhooks/${webhookId}/test`);
  expect(answer.status).toBe(202);
  return answer.body as { id: string; event_id: string };
}

async function deliveryOf(client: Client, webhookId: string, deliveryId: string) {
  const answer = await client.get(`${platform}/webhooks/${webhookId}/deliveries/${deliveryId}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

function settled(client: Client, webhookId: string, deliveryId: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () => {
    const delivery = await deliveryOf(client, webhookId, deliveryId);
    return delivery.status === status ? delivery : undefined;
  });
}

async function deliveriesOf(client: Client, webhookId: string, query = "") {
  const answer = await client.get(`${platform}/webhooks/${webhookId}/deliveries?limit=100${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data as { id: string; event_type: string; status: string; attempt_count: number }[];
}

/** Goes through the whole schedule of another delivery, which fails each time. */
async function failAnother(client: Client): Promise<void> {
  const { id } = await register(client, receive(answerWith(500)).url);
  const sent = await sendTest(client, id);
  expect((await settled(client, id, sent.id, "failed")).attempt_count).toBe(3);
}

const received = (receiver: Receiver, count: number) =>
  eventually(`${count} requests`, () => (receiver.received.length >= count ? true : undefined));

test("an event arrives once, signed, as the very bytes that the event log keeps", async () => {
  const { sandbox } = await server.account();
  const receiver = receive();
  const { id, secret } = await register(sandbox, receiver.url, ["shipment.created"]);
  const shipment = await createShipment(sandbox, { metadata: { name: "Zoë ✓" } });
  await received(receiver, 1);
  const [request] = receiver.received;
  if (!request) throw new Error("nothing was received");
  verify(secret, request);
  const sent = await eventually(
    "delivered",
    async () => (await deliveriesOf(sandbox, id, "&status=delivered"))[0],
  );
  const event = await sandbox.get(`${platform}/events/${request.event.id}`);
  expect(JSON.parse(request.body)).toEqual(event.body);
  expect(request.event).toMatchObject({
    type: "shipment.created",
    api_version: "v1",
    environment: "sandbox",
    data: { sequence: 1, previous_status: null, shipment: { id: shipment.id, metadata: { name: "Zoë ✓" } } },
  });
  expect(request.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": request.event.id,
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  expect(await deliveryOf(sandbox, id, sent?.id ?? "")).toMatchObject({
    webhook_id: id,
    event_id: request.event.id,
    status: "delivered",
    attempt_count: 1,
    next_attempt_at: null,
    delivered_at: expect.any(String),
    last_attempt: { response_status: 200, error: null },
  });
  expect(receiver.received).toHaveLength(1);
});

test("any tampering breaks the signature", async () => {
  const { sandbox } = await server.account();
  const receiver = receive();
  const { id, secret } = await register(sandbox, receiver.url);
  await sendTest(sandbox, id);
  await received(receiver, 1);
  const [request] = receiver.received;
  if (!request) throw new Error("nothing was received");
  const changes: Partial<typeof request>[] = [
    { body: request.body.replace("webhook.test", "webhook.tost") },
    { headers: { ...request.headers, "webhook-id": "evt_other" } },
    {
      headers: {
        ...request.headers,
        "webhook-timestamp": String(Number(request.headers["webhook-timestamp"]) + 1),
      },
    },
  ];
  for (const change of changes) expect(() => verify(secret, { ...request, ...change })).toThrow();
  const other = await register(sandbox, receiver.url);
  expect(() => verify(other.secret, request)).toThrow();
});

test("a failed delivery is repeated by the schedule, byte for byte, until it succeeds", async () => {
  const { sandbox } = await server.account();
  const receiver = receive((number) => new Response("busy", { status: number < 2 ? 500 : 204 }));
  const { id, secret } = await register(sandbox, receiver.url);
  const sent = await sendTest(sandbox, id);
  const delivery = await settled(sandbox, id, sent.id, "delivered");
  expect(delivery.attempt_count).toBe(3);
  expect(receiver.received).toHaveLength(3);
  const [first] = receiver.received;
  for (const request of receiver.received) {
    verify(secret, request);
    expect(request.body).toBe(first?.body ?? "");
    expect(request.headers["webhook-id"]).toBe(sent.event_id);
  }
  const outcomes = delivery.attempts.map(
    (attempt: { number: number; error: string; response: { status: number } }) => [
      attempt.number,
      attempt.response.status,
      attempt.error,
    ],
  );
  expect(outcomes).toEqual([
    [1, 500, "status"],
    [2, 500, "status"],
    [3, 204, null],
  ]);
});

test("when the schedule is over the delivery has failed, and nothing more is sent", async () => {
  const { sandbox } = await server.account();
  const receiver = receive(answerWith(500));
  const { id } = await register(sandbox, receiver.url);
  const sent = await sendTest(sandbox, id);
  const delivery = await settled(sandbox, id, sent.id, "failed");
  expect(delivery).toMatchObject({
    attempt_count: 3,
    next_attempt_at: null,
    delivered_at: null,
    last_attempt: { response_status: 500, error: "status" },
  });
  expect(delivery.attempts.at(-1).next_attempt_at).toBeNull();
  for (const attempt of delivery.attempts.slice(0, -1))
    expect(attempt.next_attempt_at).toEqual(expect.any(String));
  await failAnother(sandbox);
  expect(receiver.received).toHaveLength(3);
  expect((await sandbox.get(`${platform}/webhooks/${id}`)).body.enabled).toBe(true);
});

test("an attempt shows what was sent and what came back, of the body the first 16 KiB", async () => {
  const { sandbox } = await server.account();
  const long = "ä".repeat(10_000);
  const receiver = receive(() => new Response(long, { status: 422, headers: { "x-reason": "too long" } }));
  const { id } = await register(sandbox, receiver.url);
  const sent = await sendTest(sandbox, id);
  const { attempts } = await settled(sandbox, id, sent.id, "failed");
  const [request] = receiver.received;
  expect(attempts[0]).toMatchObject({
    number: 1,
    attempted_at: expect.any(String),
    duration_ms: expect.any(Number),
    request: {
      url: receiver.url,
      body: request?.body ?? "",
      headers: {
        "content-type": "application/json",
        "webhook-id": sent.event_id,
        "webhook-timestamp": request?.headers["webhook-timestamp"] ?? "",
        "webhook-signature": request?.headers["webhook-signature"] ?? "",
      },
    },
    response: { status: 422, headers: { "x-reason": "too long" }, body: "ä".repeat(8192) },
    error: "status",
  });
});

test("nobody listens: the attempt says so and has no response", async () => {
  const { sandbox } = await server.account();
  const closed = receive();
  await closed.stop();
  const { id } = await register(sandbox, closed.url);
  const sent = await sendTest(sandbox, id);
  const { attempts } = await settled(sandbox, id, sent.id, "failed");
  expect(
    attempts.map((attempt: { error: string; response: unknown }) => [attempt.error, attempt.response]),
  ).toEqual(Array(3).fill(["connect", null]));
});

test("a redirect is a failure, and nobody goes where it points", async () => {
  const { sandbox } = await server.account();
  const elsewhere = receive();
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = receive(answerWith(status, { location: elsewhere.url }));
    const { id } = await register(sandbox, receiver.url);
    const sent = await sendTest(sandbox, id);
    const { attempts } = await settled(sandbox, id, sent.id, "failed");
    expect([status, attempts[0].error, attempts[0].response.status]).toEqual([status, "redirect", status]);
    expect(receiver.received).toHaveLength(3);
  }
  expect(elsewhere.received).toEqual([]);
});

test("retry: sends a failed delivery once more, the same bytes and id, with a fresh schedule", async () => {
  const { sandbox } = await server.account();
  const receiver = receive(answerWith(500));
  const { id } = await register(sandbox, receiver.url);
  const sent = await sendTest(sandbox, id);
  await settled(sandbox, id, sent.id, "failed");
  const path = `${platform}/webhooks/${id}/deliveries/${sent.id}/retry`;
  const again = await sandbox.post(path);
  expect([again.status, again.body.id, again.body.status]).toEqual([202, sent.id, "pending"]);
  await settled(sandbox, id, sent.id, "failed");
  expect(receiver.received).toHaveLength(6);
  receiver.answer = () => new Response(null, { status: 202 });
  await sandbox.post(path);
  const delivered = await settled(sandbox, id, sent.id, "delivered");
  expect(delivered.attempt_count).toBe(7);
  expect(delivered.attempts.map((attempt: { number: number }) => attempt.number)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(new Set(receiver.received.map((request) => request.body)).size).toBe(1);
  expect(new Set(receiver.received.map((request) => request.headers["webhook-id"])).size).toBe(1);
  await sandbox.post(path);
  await received(receiver, 8);
});

test("retry of what is not there or not ours: 404, and nothing is sent", async () => {
  const { sandbox } = await server.account();
  const stranger = (await server.account()).sandbox;
  const receiver = receive();
  const [one, two] = [await register(sandbox, receiver.url), await register(sandbox, receiver.url)];
  const sent = await sendTest(sandbox, one.id);
  await settled(sandbox, one.id, sent.id, "delivered");
  const retry = (client: Client, webhookId: string, deliveryId: string) =>
    client.post(`${platform}/webhooks/${webhookId}/deliveries/${deliveryId}/retry`);
  const answers = await Promise.all([
    retry(sandbox, two.id, sent.id),
    retry(sandbox, one.id, "dlv_00000000000000000000000000"),
    retry(stranger, one.id, sent.id),
    stranger.get(`${platform}/webhooks/${one.id}/deliveries`),
    stranger.get(`${platform}/webhooks/${one.id}/deliveries/${sent.id}`),
    sandbox.get(`${platform}/webhooks/${two.id}/deliveries/${sent.id}`),
    stranger.post(`${platform}/webhooks/${one.id}/recover`, { from: new Date().toISOString() }),
  ]);
  expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
    Array(7).fill([404, "not_found"]),
  );
  expect(receiver.received).toHaveLength(1);
});

describe("recover", () => {
  test("sends again exactly what failed in the span", async () => {
    const { sandbox } = await server.account();
    const receiver = receive(() => new Response("ok"));
    const { id } = await register(sandbox, receiver.url);
    const good = await sendTest(sandbox, id);
    await settled(sandbox, id, good.id, "delivered");
    receiver.answer = answerWith(500);
    const early = await sendTest(sandbox, id);
    await settled(sandbox, id, early.id, "failed");
    await nextMillisecond();
    const since = new Date().toISOString();
    const failed = await Promise.all([sendTest(sandbox, id), sendTest(sandbox, id)]);
    for (const sent of failed) await settled(sandbox, id, sent.id, "failed");
    await nextMillisecond();
    const until = new Date().toISOString();
    await nextMillisecond();
    const late = await sendTest(sandbox, id);
    await settled(sandbox, id, late.id, "failed");

    receiver.answer = () => new Response("ok");
    const before = receiver.received.length;
    const answer = await sandbox.post(`${platform}/webhooks/${id}/recover`, { from: since, to: until });
    expect([answer.status, answer.body]).toEqual([202, { queued: 2 }]);
    for (const sent of failed) await settled(sandbox, id, sent.id, "delivered");
    expect(
      receiver.received
        .slice(before)
        .map((request) => request.event.id)
        .sort(),
    ).toEqual(failed.map((sent) => sent.event_id).sort());
    expect((await deliveryOf(sandbox, id, early.id)).status).toBe("failed");
    expect((await deliveryOf(sandbox, id, late.id)).status).toBe("failed");
    const rest = await sandbox.post(`${platform}/webhooks/${id}/recover`, { from: since });
    expect(rest.body).toEqual({ queued: 1 });
  });

  test("at most 14 days back, forwards in time, and only what is a time", async () => {
    const { sandbox } = await server.account();
    const { id } = await register(sandbox, receive().url);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const [body, pointer] of [
      [{ from: at(-15) }, "#/from"],
      [{ from: at(-1), to: at(-2) }, "#/to"],
      [{ from: "yesterday" }, "#/from"],
      [{}, "#/from"],
    ] as const) {
      const answer = await sandbox.post(`${platform}/webhooks/${id}/recover`, body);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
    expect((await sandbox.post(`${platform}/webhooks/${id}/recover`, { from: at(-13.9) })).body).toEqual({
      queued: 0,
    });
  });
});

test("the list: newest first, by status and type, a page at a time", async () => {
  const { sandbox } = await server.account();
  const receiver = receive((number) => new Response("", { status: number === 0 ? 200 : 500 }));
  const { id } = await register(sandbox, receiver.url, ["*"]);
  const first = await sendTest(sandbox, id);
  await settled(sandbox, id, first.id, "delivered");
  const second = await sendTest(sandbox, id);
  await createShipment(sandbox);
  await eventually("three failures", async () =>
    (await deliveriesOf(sandbox, id, "&status=failed")).length === 3 ? true : undefined,
  );
  const all = await deliveriesOf(sandbox, id);
  expect(all.map((entry) => entry.event_type)).toEqual([
    "shipment.quoted",
    "shipment.created",
    "webhook.test",
    "webhook.test",
  ]);
  const tests = await deliveriesOf(sandbox, id, "&event_type=webhook.test");
  expect(tests.map((entry) => entry.id)).toEqual([second.id, first.id]);
  expect((await deliveriesOf(sandbox, id, "&status=delivered")).map((entry) => entry.id)).toEqual([first.id]);
  const page = await sandbox.get(`${platform}/webhooks/${id}/deliveries?limit=3`);
  expect([page.body.has_more, page.body.data.length]).toEqual([true, 3]);
  const rest = await sandbox.get(
    `${platform}/webhooks/${id}/deliveries?limit=3&cursor=${page.body.next_cursor}`,
  );
  expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
  expect([...page.body.data, ...rest.body.data]).toEqual(all);
  const foreign = await sandbox.get(
    `${platform}/webhooks/${id}/deliveries?status=failed&cursor=${page.body.next_cursor}`,
  );
  expect([foreign.status, foreign.body.code]).toEqual([400, "cursor_invalid"]);
});

test("an endpoint gets the types it asked for and no other", async () => {
  const { sandbox } = await server.account();
  const [all, some, none] = [receive(), receive(), receive()];
  await register(sandbox, all.url, ["*"]);
  await register(sandbox, some.url, ["shipment.delivered", "shipment.assigned"]);
  await register(sandbox, none.url, ["shipment.failed"]);
  await createAssigned(sandbox, { simulation: { speed: "instant" } });
  await received(all, 13);
  await received(some, 2);
  const sequences = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(new Set(all.received.map(({ event }) => event.data.sequence ?? event.type))).toEqual(
    new Set([...sequences, "charge.created"]),
  );
  expect(all.received).toHaveLength(13);
  expect(some.received.map((request) => request.event.type).sort()).toEqual([
    "shipment.assigned",
    "shipment.delivered",
  ]);
  expect(none.received).toEqual([]);
});

describe("disabling", () => {
  test("by the owner: what comes meanwhile waits as paused and is sent on enabling", async () => {
    const { sandbox } = await server.account();
    const receiver = receive();
    const { id } = await register(sandbox, receiver.url, ["shipment.created"]);
    const path = `${platform}/webhooks/${id}`;
    const disabled = await sandbox.patch(path, { enabled: false });
    expect(disabled.body).toMatchObject({ enabled: false, disabled_reason: "owner" });
    const shipments = await Promise.all([1, 2, 3].map(() => createShipment(sandbox)));
    const waiting = await deliveriesOf(sandbox, id);
    expect(waiting.map((entry) => entry.status)).toEqual(["paused", "paused", "paused"]);
    for (const entry of waiting) {
      expect(await deliveryOf(sandbox, id, entry.id)).toMatchObject({ next_attempt_at: null, attempts: [] });
    }
    const retry = await sandbox.post(`${path}/deliveries/${waiting[0]?.id}/retry`);
    expect([retry.status, retry.body.code]).toEqual([409, "webhook_disabled"]);
    const tried = await sandbox.post(`${path}/test`);
    expect([tried.status, tried.body.code]).toEqual([409, "webhook_disabled"]);
    expect(receiver.received).toEqual([]);

    expect((await sandbox.patch(path, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
    await received(receiver, 3);
    expect(receiver.received.map((request) => request.event.data.shipment.id).sort()).toEqual(
      shipments.map((shipment) => shipment.id).sort(),
    );
  });

  /** An endpoint that an attempt has reached and that has not answered it. */
  async function beginAttempt() {
    const { sandbox } = await server.account();
    const answer = Promise.withResolvers<Response>();
    const receiver = receive(() => answer.promise);
    const { id } = await register(sandbox, receiver.url);
    const sent = await sendTest(sandbox, id);
    await received(receiver, 1);
    return { sandbox, answer, receiver, id, sent };
  }

  test("during an attempt that fails: it waits as paused, with its place in the schedule", async () => {
    const { sandbox, answer, receiver, id, sent } = await beginAttempt();
    await sandbox.patch(`${platform}/webhooks/${id}`, { enabled: false });
    answer.resolve(new Response("", { status: 500 }));
    await eventually("the attempt", async () => (await deliveryOf(sandbox, id, sent.id)).attempts[0]);
    expect(await deliveryOf(sandbox, id, sent.id)).toMatchObject({ status: "paused", attempt_count: 1 });
    receiver.answer = () => new Response("ok");
    await sandbox.patch(`${platform}/webhooks/${id}`, { enabled: true });
    await settled(sandbox, id, sent.id, "delivered");
    expect(receiver.received).toHaveLength(2);
  });

  test("discarded during its last attempt: it stays discarded, also where that fails", async () => {
    const { sandbox, answer, id, sent } = await beginAttempt();
    expect((await sandbox.post(`${platform}/webhooks/${id}/discard`)).body).toEqual({ discarded: 1 });
    answer.resolve(new Response("", { status: 500, headers: { "webhook-delivery": "abort-message" } }));
    await eventually("the attempt", async () => (await deliveryOf(sandbox, id, sent.id)).attempts[0]);
    expect(await deliveryOf(sandbox, id, sent.id)).toMatchObject({ status: "discarded", attempt_count: 1 });
  });

  test("410: gone at once; the other endpoints are told; nothing more is tried until it is enabled", async () => {
    const { sandbox } = await server.account();
    const gone = receive(answerWith(410));
    const [told, deaf] = [receive(), receive()];
    const { id } = await register(sandbox, gone.url, ["*"]);
    const other = await register(sandbox, told.url, ["webhook.disabled"]);
    await register(sandbox, deaf.url, ["shipment.created"]);
    const sent = await sendTest(sandbox, id);
    await received(told, 1);
    expect((await sandbox.get(`${platform}/webhooks/${id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: "gone",
    });
    expect(told.received[0]?.event).toMatchObject({
      type: "webhook.disabled",
      data: { webhook: { id, enabled: false, disabled_reason: "gone" } },
    });
    verify(other.secret, told.received[0] ?? { headers: {}, body: "", event: null });
    const met = await deliveryOf(sandbox, id, sent.id);
    expect(met).toMatchObject({ status: "paused", attempt_count: 1, next_attempt_at: null });
    expect(met.attempts[0]).toMatchObject({ error: "status", next_attempt_at: null });
    await createShipment(sandbox);
    await received(deaf, 1);
    const waiting = await deliveriesOf(sandbox, id, "&status=paused");
    expect(waiting.map((entry) => entry.event_type)).not.toContain("webhook.disabled");
    expect(waiting.map((entry) => entry.event_type)).toContain("shipment.created");
    expect(gone.received).toHaveLength(1);
    gone.answer = () => new Response("ok");
    await sandbox.patch(`${platform}/webhooks/${id}`, { enabled: true });
    await received(gone, 1 + waiting.length);
    expect(gone.received.filter(({ event }) => event.id === sent.event_id)).toHaveLength(2);
    await settled(sandbox, id, sent.id, "delivered");
    expect((await sandbox.get(`${platform}/webhooks/${id}`)).body.disabled_reason).toBeNull();
  });
});

test("one that hangs delays nobody: the other gets all fifty while none of its own is answered", async () => {
  const { sandbox } = await server.account();
  const hanging = receive(hang);
  const healthy = receive();
  const slow = await register(sandbox, hanging.url, ["shipment.created"]);
  await register(sandbox, healthy.url, ["shipment.created"]);
  await Promise.all(Array.from({ length: 50 }, () => createShipment(sandbox)));
  await received(healthy, 50);
  const waiting = await deliveriesOf(sandbox, slow.id);
  expect(waiting).toHaveLength(50);
  expect(waiting.every((entry) => entry.status === "pending" && entry.attempt_count === 0)).toBe(true);
  expect(hanging.received.length).toBeLessThan(50);
});

test("nor do forty-five of one account that all hang delay another account", async () => {
  const { sandbox } = await server.account();
  const hanging = receive(hang);
  await Promise.all(
    Array.from({ length: 45 }, (_, index) =>
      register(sandbox, `${hanging.url}/${index}`, ["shipment.created"]),
    ),
  );
  for (let round = 0; round < 10; round += 1) await createShipment(sandbox);
  await received(hanging, 100);
  const neighbour = await server.account();
  const healthy = receive();
  const { id } = await register(neighbour.sandbox, healthy.url);
  const sent = await sendTest(neighbour.sandbox, id);
  await settled(neighbour.sandbox, id, sent.id, "delivered");
});

test("deleting an endpoint during an attempt is harmless, and the others go on", async () => {
  const { sandbox } = await server.account();
  const answer = Promise.withResolvers<Response>();
  const held = receive(() => answer.promise);
  const other = receive();
  const { id } = await register(sandbox, held.url, ["*"]);
  await register(sandbox, other.url, ["shipment.created"]);
  const sent = await sendTest(sandbox, id);
  await received(held, 1);
  expect((await sandbox.delete(`${platform}/webhooks/${id}`)).status).toBe(204);
  answer.resolve(new Response("", { status: 500 }));
  await createShipment(sandbox);
  await received(other, 1);
  await failAnother(sandbox);
  expect(held.received).toHaveLength(1);
  expect((await sandbox.get(`${platform}/webhooks/${id}/deliveries/${sent.id}`)).status).toBe(404);
  expect((await sandbox.get(`${platform}/events/${sent.event_id}`)).status).toBe(200);
});

test("a destination that is forbidden at the attempt is refused then, and tried again by the schedule", async () => {
  const dataDir = await makeDataFolder();
  const before = await startServer({ dataDir });
  const { sandbox, sandboxKey } = await before.account();
  const receiver = receive();
  const { id } = await register(sandbox, receiver.url, ["shipment.created"]);
  await before.stop();

  const strict = await startServer({ dataDir, config: { webhookAllowCidrs: parseCidrs([]) } });
  const client = strict.client({ "x-api-key": sandboxKey });
  await createShipment(client);
  const sent = await eventually("failed", async () => (await deliveriesOf(client, id, "&status=failed"))[0]);
  const { attempts } = await deliveryOf(client, id, sent.id);
  expect(
    attempts.map((attempt: { error: string; response: unknown }) => [attempt.error, attempt.response]),
  ).toEqual(Array(3).fill(["refused_address", null]));
  expect((await client.get(`${platform}/webhooks/${id}`)).body.enabled).toBe(true);
  expect(receiver.received).toEqual([]);
  await strict.stop();
  rmSync(dataDir, { recursive: true });
});

test("a restart sends what was waiting; what had arrived is not sent again", async () => {
  const dataDir = await makeDataFolder();
  const config = { webhookSchedule: [0, 1] };
  const before = await startServer({ dataDir, config });
  const { sandbox, sandboxKey } = await before.account();
  const receiver = receive((number) => new Response("", { status: number === 0 ? 200 : 500 }));
  const { id } = await register(sandbox, receiver.url);
  const arrived = await sendTest(sandbox, id);
  await settled(sandbox, id, arrived.id, "delivered");
  const waiting = await sendTest(sandbox, id);
  await eventually("one failure", async () => (await deliveryOf(sandbox, id, waiting.id)).attempts[0]);
  await before.stop();
  receiver.answer = () => new Response("ok");
  const after = await startServer({ dataDir, config });
  const client = after.client({ "x-api-key": sandboxKey });
  await settled(client, id, waiting.id, "delivered");
  expect(receiver.received.map((request) => request.event.id)).toEqual([
    arrived.event_id,
    waiting.event_id,
    waiting.event_id,
  ]);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

test("positions go only to who names them, and the rest of a life goes on as usual", async () => {
  const { sandbox } = await server.account();
  const [all, positions] = [receive(), receive()];
  await register(sandbox, all.url, ["*"]);
  await register(sandbox, positions.url, ["tracking.position_updated"]);
  const { shipment } = await createAssigned(sandbox);
  await advance(sandbox, shipment.id, "delivered");
  await received(positions, 1);
  await received(all, 10);
  expect(new Set(positions.received.map((request) => request.event.type))).toEqual(
    new Set(["tracking.position_updated"]),
  );
  expect(all.received.map((request) => request.event.type)).not.toContain("tracking.position_updated");
});
