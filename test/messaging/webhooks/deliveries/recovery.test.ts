import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { recoverDeliveries, replayEvents } from "../../../../src/messaging/webhooks/deliveries/recovery.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { register, rowsOf, settled, writeDeliveries } from "../../../support/deliveries.ts";
import { createAssigned, createShipment, platform } from "../../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { type Receiver, startReceiver, verify } from "../../../support/receiver.ts";

const hourMs = 3_600_000;
let server: TestServer;
let receiver: Receiver;
let account: TestAccount;
let client: Client;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

async function begin(): Promise<void> {
  receiver = startReceiver();
  account = await server.account();
  client = account.sandbox;
}
afterEach(() => receiver.stop());

const receivedIds = () => receiver.received.map(({ event }) => event.id);

async function failedAt(webhookId: string, count: number, hours: number): Promise<void> {
  const at = Date.now() - hours * hourMs;
  const past = { webhookId, accountId: account.accountId, count, status: "failed", at: () => at } as const;
  await writeDeliveries(server.deps, past);
}

describe("recover", () => {
  test("goes on in steps until everything of the span is queued, once each", async () => {
    await begin();
    const id = await register(client, receiver.url);
    await failedAt(id, 450, 2);
    await failedAt(id, 3, 30);
    const answer = await client.post(`${platform}/webhooks/${id}/recover`, { from: hoursAgo(24) });
    expect([answer.status, answer.body]).toEqual([202, { queued: 450 }]);
    await eventually("all of them", () => (receiver.received.length >= 450 ? true : undefined));
    await jobsAtRest(server.deps);
    expect(new Set(receivedIds()).size).toBe(450);
    expect(receiver.received).toHaveLength(450);
  });

  test("ends, also where what is sent fails again at once", async () => {
    await begin();
    receiver.answer = () => new Response("", { status: 500 });
    const hasty = await startServer({ config: { webhookSchedule: [0] } });
    try {
      const own = await hasty.account();
      const id = await register(own.sandbox, receiver.url);
      const at = () => Date.now() - hourMs;
      const past = { webhookId: id, accountId: own.accountId, count: 600, status: "failed", at } as const;
      await writeDeliveries(hasty.deps, past);
      const answer = await own.sandbox.post(`${platform}/webhooks/${id}/recover`, { from: hoursAgo(2) });
      expect(answer.body).toEqual({ queued: 600 });
      await eventually("all of them", () => (receiver.received.length >= 600 ? true : undefined));
    } finally {
      await hasty.stop();
    }
  });

  test("repeated with its Idempotency-Key: the same answer, and nothing is sent twice", async () => {
    await begin();
    const id = await register(client, receiver.url);
    await failedAt(id, 250, 2);
    const body = { from: hoursAgo(24) };
    const send = () => client.post(`${platform}/webhooks/${id}/recover`, body, { "idempotency-key": "once" });
    const answers = [await send(), await send()];
    expect(answers.map((answer) => answer.body)).toEqual([{ queued: 250 }, { queued: 250 }]);
    expect(answers[1]?.headers.get("idempotent-replayed")).toBe("true");
  });

  test("interrupted after a step and asked again with its key, it goes on", async () => {
    await begin();
    const id = await register(client, receiver.url);
    await failedAt(id, 500, 2);
    const once = { key: "k", path: "/recover", fingerprint: "f", replayed: false };
    const caller = { accountId: account.accountId, environment: "sandbox", once } as never;
    const { platform: stores } = server.deps.stores;
    let writes = 0;
    const broken = {
      ...server.deps,
      stores: {
        ...server.deps.stores,
        platform: (environment: "sandbox") => {
          const store = stores(environment);
          return {
            ...store,
            write: (change: never) => {
              writes += 1;
              return writes === 2 ? Promise.reject(new Error("the process ended")) : store.write(change);
            },
          };
        },
      },
    } as never;
    const input = { from: hoursAgo(24) };
    await expect(recoverDeliveries(broken, caller, id, input)).rejects.toThrow("the process ended");
    expect(await recoverDeliveries(server.deps, caller, id, input)).toEqual({ queued: 500 });
    const left = await client.get(`${platform}/webhooks/${id}/deliveries?status=failed`);
    expect(left.body.data).toEqual([]);
  });
});

describe("replay", () => {
  test("sends what was before the endpoint, oldest first, with the events' own ids and bytes", async () => {
    await begin();
    const shipment = await createShipment(client);
    const log = await eventually("two events", async () => {
      const { body } = await client.get(`${platform}/shipments/${shipment.id}/events`);
      return body.data.length === 2 ? body.data : undefined;
    });
    const created = await client.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
    const path = `${platform}/webhooks/${created.body.id}`;
    const answer = await client.post(`${path}/replay`, { from: hoursAgo(1) });
    expect([answer.status, answer.body]).toEqual([202, { queued: 2 }]);
    await eventually("both", () => receiver.received.length === 2 || undefined);
    expect(receivedIds().sort()).toEqual(log.map((event: { id: string }) => event.id).sort());
    for (const received of receiver.received) {
      verify(created.body.secret, received);
      expect(received.headers["webhook-id"]).toBe(received.event.id);
      expect(log).toContainEqual(received.event);
    }
    const { body } = await client.get(`${path}/deliveries`);
    expect(body.data.map((entry: { event_id: string }) => entry.event_id).reverse()).toEqual(
      log.map((event: { id: string }) => event.id),
    );
    expect(body.data[0].shipment_id).toBe(shipment.id);
    expect((await client.post(`${path}/replay`, { from: hoursAgo(1) })).body).toEqual({ queued: 0 });
  });

  test("sends what its filter did not ask for at the time, and of that only what it asks for now", async () => {
    await begin();
    const id = await register(client, receiver.url, ["shipment.delivered"]);
    const path = `${platform}/webhooks/${id}`;
    await createAssigned(client);
    await eventually("three events", async () => {
      const { body } = await client.get(`${platform}/events?limit=100`);
      return body.data.length >= 3 || undefined;
    });
    const replay = async (body: object) =>
      (await client.post(`${path}/replay`, { from: hoursAgo(1), ...body })).body;
    expect(await replay({})).toEqual({ queued: 0 });
    await client.patch(path, { events: ["shipment.created", "shipment.quoted"] });
    expect(await replay({ event_types: ["shipment.assigned"] })).toEqual({ queued: 0 });
    expect(await replay({ event_types: ["shipment.quoted", "shipment.assigned"] })).toEqual({ queued: 1 });
    expect(await replay({ to: hoursAgo(0.5) })).toEqual({ queued: 0 });
    expect(await replay({})).toEqual({ queued: 1 });
    await eventually("both", () => receiver.received.length === 2 || undefined);
    expect(receiver.received.map(({ event }) => event.type).sort()).toEqual([
      "shipment.created",
      "shipment.quoted",
    ]);
  });

  test("leaves out samples and what was told of endpoints, and other accounts' events", async () => {
    await begin();
    const [first, other] = [await register(client, receiver.url), await server.account()];
    await createShipment(other.sandbox);
    await client.post(`${platform}/webhooks/${first}/test`, { type: "shipment.delivered" });
    await client.post(`${platform}/webhooks/${first}/test`);
    await eventually("both tests", () => receiver.received.length === 2 || undefined);
    const second = await register(client, receiver.url);
    const answer = await client.post(`${platform}/webhooks/${second}/replay`, { from: hoursAgo(1) });
    expect(answer.body).toEqual({ queued: 0 });
  });

  test("goes on in steps, past what it does not send", async () => {
    await begin();
    const id = await register(client, receiver.url, ["shipment.created"]);
    const older = await register(client, receiver.url, ["shipment.failed"]);
    const past = { webhookId: older, accountId: account.accountId, status: "delivered" } as const;
    const at = (index: number) => Date.now() - hourMs + index;
    await writeDeliveries(server.deps, { ...past, count: 700, at, type: "shipment.updated" });
    await writeDeliveries(server.deps, { ...past, count: 450, at: (index) => at(index + 700) });
    const caller = { accountId: account.accountId, environment: "sandbox" } as never;
    expect(await replayEvents(server.deps, caller, id, { from: hoursAgo(2) })).toEqual({ queued: 450 });
    const rows = rowsOf(server.deps, `webhook_deliveries WHERE webhook_id = '${id}'`);
    expect(rows).toBe(450);
    await eventually("all of them", () => (receiver.received.length >= 450 ? true : undefined));
    expect(new Set(receivedIds()).size).toBe(450);
  });

  test("takes the older spelling of a period, and refuses two that say different times", async () => {
    await begin();
    const id = await register(client, receiver.url);
    for (const call of ["recover", "replay"]) {
      const path = `${platform}/webhooks/${id}/${call}`;
      const at = hoursAgo(2);
      for (const body of [
        { since: at },
        { since: at, until: hoursAgo(1) },
        { from: at, until: hoursAgo(1) },
        { since: at, from: at },
      ])
        expect([call, body, (await client.post(path, body)).status]).toEqual([call, body, 202]);
      for (const [body, pointer] of [
        [{ since: hoursAgo(15 * 24) }, "#/since"],
        [{ since: at, until: hoursAgo(3) }, "#/until"],
        [{ from: at, until: hoursAgo(3) }, "#/until"],
        [{ since: at, from: hoursAgo(1) }, "#/since"],
        [{ from: at, to: hoursAgo(1), until: hoursAgo(0) }, "#/until"],
        [{ to: hoursAgo(1) }, "#/from"],
      ] as const) {
        const answer = await client.post(path, body);
        expect([
          call,
          body,
          answer.status,
          answer.body.errors?.map((each: { pointer: string }) => each.pointer),
        ]).toEqual([call, body, 422, [pointer]]);
      }
    }
  });

  test("refuses what is too old, goes backwards or is to a disabled endpoint, and queues nothing", async () => {
    await begin();
    const id = await register(client, receiver.url);
    const path = `${platform}/webhooks/${id}`;
    for (const [body, pointer] of [
      [{ from: hoursAgo(15 * 24) }, "#/from"],
      [{ from: hoursAgo(1), to: hoursAgo(2) }, "#/to"],
      [{ from: hoursAgo(1), event_types: [] }, "#/event_types"],
      [{ from: hoursAgo(1), event_types: ["shipment.lost"] }, "#/event_types/0"],
      [{}, "#/from"],
    ] as const) {
      const answer = await client.post(`${path}/replay`, body);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
    await client.patch(path, { enabled: false });
    const refused = await client.post(`${path}/replay`, { from: hoursAgo(1) });
    expect([refused.status, refused.body.code]).toEqual([409, "webhook_disabled"]);
    expect(rowsOf(server.deps, `webhook_deliveries WHERE webhook_id = '${id}'`)).toBe(0);
  });
});

test("a retried delivery that had arrived arrives once more", async () => {
  await begin();
  const id = await register(client, receiver.url);
  const { body } = await client.post(`${platform}/webhooks/${id}/test`);
  await settled(server.deps, client, id, body.id, "delivered");
  await client.post(`${platform}/webhooks/${id}/deliveries/${body.id}/retry`);
  await eventually("a second time", () => receiver.received.length === 2 || undefined);
  expect(new Set(receivedIds()).size).toBe(1);
});
