import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { webhookStore } from "../../../../src/messaging/webhooks/endpoints/store.ts";
import { patientTransport } from "../../../support/deliveries.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";

let server: TestServer;
let receiver: Receiver;
let free = 1_000_000_000;

beforeAll(async () => {
  server = await startServer({
    replacements: { transport: patientTransport(), freeBytes: async () => free },
  });
});
afterEach(() => receiver.stop());
afterAll(() => server.stop());

interface Endpoint {
  client: Client;
  path: string;
  secret: string;
}

async function register(answer: Receiver["answer"] = () => new Response("ok")): Promise<Endpoint> {
  receiver = startReceiver();
  receiver.answer = answer;
  const client = (await server.account()).sandbox;
  const made = await client.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  expect(made.status).toBe(201);
  return { client, path: `${platform}/webhooks/${made.body.id}`, secret: made.body.secret };
}

function sendTest({ client, path }: Endpoint) {
  return client.post(`${path}/test`).then(({ body }) => `${path}/deliveries/${body.id}`);
}

function settled({ client }: Endpoint, delivery: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () => {
    const { body } = await client.get(delivery);
    return body.status === status ? body : undefined;
  });
}

const answerWith = (status: number, wish: string) => () =>
  new Response("no", { status, headers: { "webhook-delivery": wish } });

describe("the answer's webhook-delivery header", () => {
  test.each([200, 400, 500])(
    "disable with %d ends the endpoint as 410 does, and keeps what waits",
    async (status) => {
      const endpoint = await register(answerWith(status, "disable"));
      const delivery = await sendTest(endpoint);
      await settled(endpoint, delivery, status === 200 ? "delivered" : "paused");
      const { body } = await endpoint.client.get(endpoint.path);
      expect(body).toMatchObject({ enabled: false, disabled_reason: "gone" });
      await createShipment(endpoint.client);
      const { body: log } = await endpoint.client.get(`${endpoint.path}/deliveries?status=paused`);
      expect(log.data).not.toEqual([]);
      expect(receiver.received).toHaveLength(1);
    },
  );

  test("abort-message gives this delivery up, and no other", async () => {
    const endpoint = await register((number) => answerWith(number === 0 ? 500 : 200, "Abort-Message")());
    const first = await sendTest(endpoint);
    const given = await settled(endpoint, first, "failed");
    expect(given).toMatchObject({ attempt_count: 1, next_attempt_at: null });
    expect(given.attempts[0]).toMatchObject({ error: "status", next_attempt_at: null });
    await settled(endpoint, await sendTest(endpoint), "delivered");
    expect((await endpoint.client.get(endpoint.path)).body.enabled).toBe(true);
    expect(receiver.received).toHaveLength(2);
  });

  test.each([
    ["in two lines", "webhook-delivery: abort-message\r\nwebhook-delivery: disable\r\n"],
    [
      "after more headers than are kept",
      `x-long: ${"a".repeat(20_000)}\r\nwebhook-delivery: abort-message, disable\r\n`,
    ],
  ])("is obeyed %s", async (_, lines) => {
    const endpoint = await register();
    const raw = createServer((socket) => {
      socket.once("data", () => socket.write(`HTTP/1.1 400 No\r\n${lines}content-length: 0\r\n\r\n`));
    });
    await new Promise<void>((resolve) => void raw.listen(0, "127.0.0.1", resolve));
    const { port } = raw.address() as AddressInfo;
    await endpoint.client.patch(endpoint.path, { url: `http://127.0.0.1:${port}/` });
    await settled(endpoint, await sendTest(endpoint), "failed");
    expect((await endpoint.client.get(endpoint.path)).body.disabled_reason).toBe("gone");
    raw.close();
  });

  test("anything else there means nothing", async () => {
    const endpoint = await register((number) => answerWith(number === 0 ? 500 : 200, "disabled?")());
    const done = await settled(endpoint, await sendTest(endpoint), "delivered");
    expect(done.attempt_count).toBe(2);
  });
});

describe("an endpoint that has moved", () => {
  test.each([410, 500])("is not judged by what its former server answers late: %d", async (status) => {
    const held = Promise.withResolvers<Response>();
    const endpoint = await register((number) => (number === 0 ? held.promise : new Response("ok")));
    const delivery = await sendTest(endpoint);
    await eventually("the request", () => receiver.received.length === 1 || undefined);
    const moved = `${receiver.url}/new`;
    await endpoint.client.patch(endpoint.path, { url: moved });
    held.resolve(new Response("gone", { status }));
    const done = await settled(endpoint, delivery, "delivered");
    expect(done.attempts.map(({ response }: { response: { status: number } }) => response.status)).toEqual([
      status,
      200,
    ]);
    const { body } = await endpoint.client.get(endpoint.path);
    expect(body).toMatchObject({ url: moved, enabled: true, disabled_reason: null });
    expect(failuresOf(endpoint)).toEqual([null, 0]);
  });

  test("has no failures yet", async () => {
    const endpoint = await register(() => new Response("no", { status: 500 }));
    await settled(endpoint, await sendTest(endpoint), "failed");
    expect(failuresOf(endpoint)).toEqual([expect.any(Number), expect.any(Number)]);
    await endpoint.client.patch(endpoint.path, { url: `${receiver.url}/new` });
    expect(failuresOf(endpoint)).toEqual([null, 0]);
  });

  function failuresOf({ path }: Endpoint) {
    const { db } = server.deps.stores.platform("sandbox");
    const row = webhookStore(db).findById(path.split("/").at(-1) ?? "");
    return [row?.failingSince, row?.failureCount];
  }
});

test("an attempt that cannot be recorded at once is recorded later, and not made again", async () => {
  const held = Promise.withResolvers<Response>();
  const endpoint = await register(() => held.promise);
  const delivery = await sendTest(endpoint);
  await eventually("the request", () => receiver.received.length === 1 || undefined);
  free = 0;
  await eventually("the disk to be full", () => server.deps.stores.condition.spaceIsLow || undefined);
  const faults = spyOn(server.deps.log, "error");
  held.resolve(new Response("ok"));
  const isRefusal = ([, message]: unknown[]) => message === "Recording a delivery attempt failed; will retry";
  await eventually("a record that is refused", () => faults.mock.calls.some(isRefusal) || undefined);
  faults.mockRestore();
  expect((await endpoint.client.get(delivery)).body).toMatchObject({ status: "pending", attempts: [] });
  free = 1_000_000_000;
  const done = await settled(endpoint, delivery, "delivered");
  expect(done.attempts).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
});

test("the public libraries verify what arrives, with either secret while one is replaced by another", async () => {
  const endpoint = await register();
  const rotated = await endpoint.client.post(`${endpoint.path}/rotate-secret`);
  await createShipment(endpoint.client, { metadata: { name: "Zoë ✓ 🚚" } });
  await eventually("the events", () => receiver.received.length >= 2 || undefined);
  for (const { body, headers } of receiver.received) {
    for (const secret of [endpoint.secret, rotated.body.secret]) {
      expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new SvixWebhook(secret).verify(body, headers)).not.toThrow();
    }
    const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
    expect(() => new StandardWebhook(other).verify(body, headers)).toThrow();
    expect(() => new SvixWebhook(other).verify(body, headers)).toThrow();
    expect(() => new SvixWebhook(endpoint.secret).verify(`${body} `, headers)).toThrow();
  }
});
