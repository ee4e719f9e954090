import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createClock, jobsAtRest, wakeJobs } from "../../../support/clock.ts";
import { writeDeliveries } from "../../../support/deliveries.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";

const clock = createClock();
let server: TestServer;
let receivers: Receiver[] = [];
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
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

interface Listed {
  id: string;
  event_id: string;
  event_type: string;
  shipment_id: string | null;
  status: string;
}

async function register(client: Client, url: string, events = ["*"]): Promise<string> {
  return (await client.post(`${platform}/webhooks`, { url, events })).body.id;
}

async function list(client: Client, webhookId: string, query = ""): Promise<Listed[]> {
  const answer = await client.get(`${platform}/webhooks/${webhookId}/deliveries?limit=100${query}`);
  expect([answer.status, query]).toEqual([200, query]);
  return answer.body.data;
}

async function sendTest(client: Client, webhookId: string): Promise<Listed> {
  return (await client.post(`${platform}/webhooks/${webhookId}/test`)).body;
}

function settled(client: Client, webhookId: string, deliveryId: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () => {
    await wakeJobs(server.deps);
    clock.advance(0.1);
    const { body } = await client.get(`${platform}/webhooks/${webhookId}/deliveries/${deliveryId}`);
    return body.status === status ? body : undefined;
  });
}

describe("the list", () => {
  test("is told apart by status, type, shipment and time, each with the others", async () => {
    const { sandbox } = await server.account();
    let status = 200;
    const id = await register(sandbox, receive(() => new Response("", { status })).url);
    const [first, second] = [await createShipment(sandbox), await createShipment(sandbox)];
    await eventually("four arrived", async () => {
      await wakeJobs(server.deps);
      return (await list(sandbox, id, "&status=delivered")).length === 4 || undefined;
    });
    clock.advance(60);
    const between = new Date(clock.now()).toISOString();
    clock.advance(60);
    status = 500;
    const failed = await sendTest(sandbox, id);
    await settled(sandbox, id, failed.id, "failed");

    const all = await list(sandbox, id);
    const chosen = async (query: string) => (await list(sandbox, id, query)).map((entry) => entry.id);
    const those = (wanted: (entry: Listed) => boolean) => all.filter(wanted).map((entry) => entry.id);
    expect(all).toHaveLength(5);
    expect(all[0]).toMatchObject({ id: failed.id, shipment_id: null });
    expect(all.filter((entry) => entry.shipment_id === first.id)).toHaveLength(2);

    const created = (entry: Listed) => entry.event_type === "shipment.created";
    const ofFirst = (entry: Listed) => entry.shipment_id === first.id;
    expect(await chosen("&status=failed")).toEqual([failed.id]);
    expect(await chosen("&status=failed,delivered")).toEqual(those(() => true));
    expect(await chosen("&status=pending")).toEqual([]);
    expect(await chosen("&event_type=shipment.created")).toEqual(those(created));
    expect(await chosen("&event_type=shipment.created,webhook.test")).toEqual(
      those((entry) => created(entry) || entry.id === failed.id),
    );
    expect(await chosen("&event_type=shipment.created&status=failed")).toEqual([]);
    expect(await chosen(`&shipment_id=${first.id}`)).toEqual(those(ofFirst));
    expect(await chosen(`&shipment_id=${first.id}&event_type=shipment.created&status=delivered`)).toEqual(
      those((entry) => ofFirst(entry) && created(entry)),
    );
    expect(await chosen(`&shipment_id=${second.id}&status=failed`)).toEqual([]);
    expect(await chosen(`&created_after=${between}`)).toEqual([failed.id]);
    expect(await chosen(`&created_before=${between}`)).toEqual(those((entry) => entry.id !== failed.id));
    expect(await chosen(`&created_before=${between}&status=failed`)).toEqual([]);
    expect(await chosen(`&created_after=${between}&shipment_id=${first.id}`)).toEqual([]);
  });

  test("goes on from page to page in one order, also where many were made in the same millisecond", async () => {
    const { sandbox } = await server.account();
    const id = await register(sandbox, receive().url);
    for (let count = 0; count < 6; count += 1) await createShipment(sandbox);
    await eventually("all of them", async () => {
      await wakeJobs(server.deps);
      return (await list(sandbox, id, "&status=delivered")).length === 12 || undefined;
    });
    const all = await list(sandbox, id);
    for (const filter of ["", "&status=delivered,failed", "&event_type=shipment.created,shipment.quoted"]) {
      const read: Listed[] = [];
      let cursor = "";
      for (let pages = 0; pages < 9; pages += 1) {
        const { body } = await sandbox.get(`${platform}/webhooks/${id}/deliveries?limit=5${filter}${cursor}`);
        read.push(...body.data);
        if (body.next_cursor === null) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      expect([filter, read.map((entry) => entry.id)]).toEqual([filter, all.map((entry) => entry.id)]);
    }
  });

  test("takes no word that it does not know", async () => {
    const { sandbox } = await server.account();
    const id = await register(sandbox, receive().url);
    for (const query of ["status=lost", "event_type=shipment.lost", "shipment_id=1", "created_after=today"]) {
      const answer = await sandbox.get(`${platform}/webhooks/${id}/deliveries?${query}`);
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, "query_invalid"]);
    }
  });
});

test("an event shows its deliveries at every endpoint, and to its account alone", async () => {
  const [mine, other] = [await server.account(), await server.account()];
  const url = receive().url;
  const endpoints = [await register(mine.sandbox, url), await register(mine.sandbox, url)];
  const gone = await register(mine.sandbox, url);
  await register(mine.sandbox, url, ["shipment.failed"]);
  const shipment = await createShipment(mine.sandbox);
  const events = await mine.sandbox.get(`${platform}/shipments/${shipment.id}/events`);
  const eventId = events.body.data[0].id;
  await mine.sandbox.delete(`${platform}/webhooks/${gone}`);

  const answer = await mine.sandbox.get(`${platform}/events/${eventId}/deliveries`);
  expect(answer.body.data.map((entry: { webhook_id: string }) => entry.webhook_id).sort()).toEqual(
    endpoints.sort(),
  );
  expect(new Set(answer.body.data.map((entry: Listed) => entry.event_id))).toEqual(new Set([eventId]));
  for (const client of [other.sandbox, mine.live]) {
    expect((await client.get(`${platform}/events/${eventId}/deliveries`)).status).toBe(404);
  }
});

test("a delivery is shown with its latest hundred attempts", async () => {
  const own = await server.account();
  const webhookId = await register(own.sandbox, "https://shop.example.com/hook");
  const past = { webhookId, accountId: own.accountId, count: 1, status: "failed", attempts: 103 } as const;
  const [id] = await writeDeliveries(server.deps, { ...past, at: () => Date.now() });
  const { body } = await own.sandbox.get(`${platform}/webhooks/${webhookId}/deliveries/${id}`);
  expect(body.attempt_count).toBe(103);
  expect(body.attempts.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 4),
  );
});

test("an attempt keeps no cookie of the answer", async () => {
  const { sandbox } = await server.account();
  const headers = { "set-cookie": "session=very-secret; HttpOnly", "x-served-by": "one" };
  const id = await register(sandbox, receive(() => new Response("no", { status: 500, headers })).url);
  const { id: deliveryId } = await sendTest(sandbox, id);
  const delivery = await settled(sandbox, id, deliveryId, "failed");
  expect(delivery.attempts[0].response.headers).toMatchObject({ "set-cookie": "***", "x-served-by": "one" });
  expect(JSON.stringify(delivery)).not.toContain("very-secret");
});

describe("retry", () => {
  test("of what waits for its next attempt: now, with a fresh schedule", async () => {
    const { sandbox } = await server.account();
    const receiver = receive(() => new Response("", { status: 429, headers: { "retry-after": "3600" } }));
    const id = await register(sandbox, receiver.url);
    const { id: deliveryId } = await sendTest(sandbox, id);
    const path = `${platform}/webhooks/${id}/deliveries/${deliveryId}`;
    await eventually("a first attempt", async () => {
      await wakeJobs(server.deps);
      return (await sandbox.get(path)).body.attempt_count === 1 || undefined;
    });
    receiver.answer = () => new Response("ok");
    const answer = await sandbox.post(`${path}/retry`);
    expect([answer.status, answer.body.status]).toEqual([202, "pending"]);
    expect(Date.parse(answer.body.next_attempt_at)).toBe(clock.now());
    expect(await settled(sandbox, id, deliveryId, "delivered")).toMatchObject({ attempt_count: 2 });
  });

  test("of what is paused: refused, as its endpoint is disabled; of what was discarded: sent", async () => {
    const { sandbox } = await server.account();
    const receiver = receive(() => new Response("", { status: 500 }));
    const id = await register(sandbox, receiver.url);
    const { id: deliveryId } = await sendTest(sandbox, id);
    await settled(sandbox, id, deliveryId, "failed");
    const path = `${platform}/webhooks/${id}`;
    await sandbox.patch(path, { enabled: false });
    const shipment = await createShipment(sandbox);
    const [paused] = await list(
      sandbox,
      id,
      `&shipment_id=${shipment.id}&event_type=shipment.created&status=paused`,
    );
    const refused = await sandbox.post(`${path}/deliveries/${paused?.id}/retry`);
    expect([refused.status, refused.body.code]).toEqual([409, "webhook_disabled"]);
    expect(receiver.received.some(({ event }) => event.id === paused?.event_id)).toBe(false);

    await sandbox.post(`${path}/discard`);
    await sandbox.patch(path, { enabled: true });
    receiver.answer = () => new Response("ok");
    const [discarded] = await list(sandbox, id, "&event_type=shipment.created&status=discarded");
    expect(discarded?.id).toBe(paused?.id);
    expect((await sandbox.post(`${path}/deliveries/${discarded?.id}/retry`)).status).toBe(202);
    await settled(sandbox, id, discarded?.id ?? "", "delivered");
    expect(receiver.received.filter(({ event }) => event.id === discarded?.event_id)).toHaveLength(1);
  });

  test("of what is on its way: not sent a second time", async () => {
    const { sandbox } = await server.account();
    const held = Promise.withResolvers<Response>();
    const receiver = receive(() => held.promise);
    const id = await register(sandbox, receiver.url);
    const { id: deliveryId } = await sendTest(sandbox, id);
    await wakeJobs(server.deps);
    await eventually("a request", () => receiver.received.length === 1 || undefined);
    const answer = await sandbox.post(`${platform}/webhooks/${id}/deliveries/${deliveryId}/retry`);
    expect(answer.status).toBe(202);
    await wakeJobs(server.deps);
    held.resolve(new Response("ok"));
    expect(await settled(sandbox, id, deliveryId, "delivered")).toMatchObject({ attempt_count: 1 });
    await jobsAtRest(server.deps);
    expect(receiver.received).toHaveLength(1);
  });
});
