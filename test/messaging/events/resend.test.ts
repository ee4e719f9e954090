import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createQuoted, createShipment, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const events = `${platform}/events`;
const webhooks = `${platform}/webhooks`;

async function register({ sandbox }: TestAccount, receiver: Receiver, types: string[]): Promise<string> {
  const { body } = await sandbox.post(webhooks, { url: receiver.url, events: types });
  return body.id;
}

/** The account's first event, `shipment.created`, and no other that an endpoint could be waiting for. */
async function firstEvent({ sandbox }: TestAccount): Promise<string> {
  await createQuoted(sandbox);
  const { body } = await sandbox.get(`${events}?type=shipment.created`);
  return body.data[0].id;
}

const arrived = (receiver: Receiver, count: number) =>
  eventually(`${count} deliveries`, () => receiver.received.length >= count || undefined);

describe("an event that is sent again", () => {
  test("goes to whoever was sent it, asks for it now, and is enabled: the same bytes under the same id", async () => {
    const account = await server.account();
    const receivers = Array.from({ length: 4 }, startReceiver);
    const [had, late, others, disabled] = receivers as [Receiver, Receiver, Receiver, Receiver];
    const hadId = await register(account, had, ["shipment.created"]);
    const id = await firstEvent(account);
    await arrived(had, 1);
    await account.sandbox.patch(`${webhooks}/${hadId}`, { events: ["shipment.delivered"] });
    await register(account, late, ["*"]);
    await register(account, others, ["shipment.delivered"]);
    const disabledId = await register(account, disabled, ["*"]);
    await account.sandbox.patch(`${webhooks}/${disabledId}`, { enabled: false });

    const answer = await account.sandbox.post(`${events}/${id}/resend`);
    expect([answer.status, answer.body]).toEqual([202, { queued: 2 }]);
    await arrived(had, 2);
    await arrived(late, 1);
    expect(had.received[1]?.body).toBe(had.received[0]?.body ?? "");
    expect(had.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
    expect(late.received.map(({ body }) => body)).toEqual([had.received[0]?.body ?? ""]);
    expect([others.received.length, disabled.received.length]).toEqual([0, 0]);
    const { body: deliveries } = await account.sandbox.get(`${webhooks}/${hadId}/deliveries`);
    expect(deliveries.data).toHaveLength(1);
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  test("goes to the endpoint that is named alone, whatever it subscribed to", async () => {
    const account = await server.account();
    const [one, other] = [startReceiver(), startReceiver()];
    const id = await firstEvent(account);
    const oneId = await register(account, one, ["webhook.disabled"]);
    await register(account, other, ["*"]);
    const answer = await account.sandbox.post(`${events}/${id}/resend`, { webhook_id: oneId });
    expect(answer.body).toEqual({ queued: 1 });
    await arrived(one, 1);
    expect(other.received).toEqual([]);
    await Promise.all([one.stop(), other.stop()]);
  });

  test("goes nowhere without endpoints, and once however often the request is repeated", async () => {
    const account = await server.account();
    const id = await firstEvent(account);
    expect((await account.sandbox.post(`${events}/${id}/resend`)).body).toEqual({ queued: 0 });
    const receiver = startReceiver();
    await register(account, receiver, ["*"]);
    const once = { "idempotency-key": "again" };
    for (let time = 0; time < 2; time += 1) {
      const answer = await account.sandbox.post(`${events}/${id}/resend`, {}, once);
      expect(answer.body).toEqual({ queued: 1 });
    }
    await arrived(receiver, 1);
    await createShipment(account.sandbox);
    await arrived(receiver, 3);
    expect(receiver.received.filter(({ event }) => event.id === id)).toHaveLength(1);
    await receiver.stop();
  });
});

describe("refused are", () => {
  test("endpoints that are disabled, unknown, or another account's", async () => {
    const [mine, other] = [await server.account(), await server.account()];
    const receiver = startReceiver();
    const id = await firstEvent(mine);
    const disabled = await register(mine, receiver, ["*"]);
    await mine.sandbox.patch(`${webhooks}/${disabled}`, { enabled: false });
    const foreign = await register(other, receiver, ["*"]);
    const codes: string[] = [];
    for (const webhookId of [disabled, foreign, "whe_01m7x5rdwme1ct34p92xd7wpnk", "whe_1"]) {
      const answer = await mine.sandbox.post(`${events}/${id}/resend`, { webhook_id: webhookId });
      codes.push(answer.body.code);
    }
    expect(codes).toEqual(["webhook_disabled", "not_found", "not_found", "validation_failed"]);
    expect(receiver.received).toEqual([]);
    await receiver.stop();
  });

  test("samples: they are for the endpoint that they were made for", async () => {
    const account = await server.account();
    const receiver = startReceiver();
    const id = await register(account, receiver, ["*"]);
    await account.sandbox.post(`${webhooks}/${id}/test`, { type: "shipment.delivered" });
    await arrived(receiver, 1);
    const sample = receiver.received[0]?.headers["webhook-id"];
    expect((await account.sandbox.post(`${events}/${sample}/resend`)).status).toBe(404);
    await receiver.stop();
  });
});

describe("an event that is made in the sandbox", () => {
  test("is the type's example, listed and sent like every other", async () => {
    const account = await server.account();
    const receiver = startReceiver();
    await register(account, receiver, ["shipment.expired"]);
    const made = await account.sandbox.post(`${platform}/sandbox/events`, { type: "shipment.expired" });
    expect(made.status).toBe(201);
    expect(made.body.data.shipment.status).toBe("expired");
    expect((await account.sandbox.get(events)).body.data).toEqual([made.body]);
    expect((await account.sandbox.get(made.headers.get("location") ?? "")).body).toEqual(made.body);
    await arrived(receiver, 1);
    expect(receiver.received[0]?.event).toEqual(made.body);
    await receiver.stop();
  });

  test("is made by sandbox keys only", async () => {
    const account = await server.account();
    const answer = await account.live.post(`${platform}/sandbox/events`, { type: "shipment.expired" });
    expect(answer.body.code).toBe("sandbox_only");
  });
});
