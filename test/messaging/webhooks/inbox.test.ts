import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { verifyWebhook } from "waybill-client";
import { storedBytes } from "../../../src/access/limits/storage.ts";
import { write } from "../../../src/infra/deps.ts";
import { toJson } from "../../../src/infra/http/raw-json.ts";
import { eventPatterns, eventTypes, matches } from "../../../src/messaging/events/event.ts";
import { appendEvent, awaitEvents } from "../../../src/messaging/events/service.ts";
import {
  keptMessagesMax,
  keptMessagesMs,
  messagesPerClearance,
} from "../../../src/messaging/webhooks/inbox/inbox.ts";
import { forgetOldMessages, saveMessage } from "../../../src/messaging/webhooks/inbox/service.ts";
import { inboxStore } from "../../../src/messaging/webhooks/inbox/store.ts";
import { expectProblem } from "../../api/problem.ts";
import {
  advance,
  callerOf,
  createAssigned,
  createQuoted,
  createShipment,
  platform,
} from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

const inbox = `${platform}/sandbox/inbox`;
const webhooks = `${platform}/webhooks`;
const url = "waybill:inbox";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function accountWithInbox(
  events: string[] = ["*"],
): Promise<TestAccount & { secret: string; id: string }> {
  const account = await server.account();
  const { status, body } = await account.sandbox.post(webhooks, { url, events });
  expect([status, body.url]).toEqual([201, url]);
  return { ...account, secret: body.secret, id: body.id };
}

const list = async (client: Client, query = "") => (await client.get(`${inbox}${query}`)).body.data;
const typesOf = (messages: { type: string }[]) => messages.map(({ type }) => type);

/** A request that waits: it has no response until something comes. */
async function waiting(client: Client, path: string): Promise<{ answer: Promise<Answer> }> {
  let isAnswered = false;
  const answer = client.get(path).finally(() => {
    isAnswered = true;
  });
  // It has arrived when a later request has its response.
  await client.get(`${platform}/account`);
  expect(isAnswered).toBe(false);
  return { answer };
}

test("a delivery to the inbox is one like every other, and its signature is verified by the client", async () => {
  const { sandbox, secret, id: webhookId } = await accountWithInbox();
  const headers = { authorization: "Bearer 0123456789" };
  expect((await sandbox.patch(`${webhooks}/${webhookId}`, { headers })).status).toBe(200);
  const shipment = await createShipment(sandbox);
  const [message] = (await sandbox.get(`${inbox}?wait_seconds=30&type=shipment.created`)).body.data;
  expect(message).toMatchObject({ webhook_id: webhookId, shipment_id: shipment.id, attempt: 1 });
  // What no response shows is not shown here either.
  expect(message.headers.authorization).toBe("***");
  const event = verifyWebhook(message.body, message.headers, secret);
  expect(event).toEqual((await sandbox.get(`${platform}/events/${message.event_id}`)).body);
  expect(() => verifyWebhook(`${message.body} `, message.headers, secret)).toThrow();
  expect(message.headers["webhook-id"]).toBe(message.event_id);

  const delivery = await sandbox.get(`${webhooks}/${webhookId}/deliveries/${message.delivery_id}`);
  expect(delivery.body).toMatchObject({ status: "delivered", attempt_count: 1 });
  expect(delivery.body.attempts[0]).toMatchObject({
    request: { url, body: message.body, headers: message.headers },
    response: { status: 200 },
    error: null,
  });
});

test("faults of the endpoint hold: a dropped attempt is made again, and a copy comes twice", async () => {
  const { sandbox, id } = await accountWithInbox(["shipment.created"]);
  const faults = { drop_first_attempt: true, duplicate: 1 };
  expect((await sandbox.patch(`${webhooks}/${id}`, { faults })).status).toBe(200);
  await createShipment(sandbox);
  const messages = await eventually("both copies", async () => {
    const found = await list(sandbox);
    return found.length === 2 ? found : undefined;
  });
  expect(messages.map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 2]);
  expect(new Set(messages.map((message: { event_id: string }) => message.event_id)).size).toBe(1);
});

describe("a list", () => {
  test("has pages and filters in both orders, and continues after a message", async () => {
    const { sandbox } = await accountWithInbox();
    const { shipment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "delivered");
    await createQuoted(sandbox);
    const all = await eventually("every event in the inbox", async () => {
      const [events, messages] = await Promise.all([
        sandbox.get(`${platform}/events?limit=100`),
        list(sandbox, "?limit=100"),
      ]);
      return messages.length === events.body.data.length ? messages : undefined;
    });
    const paged = [];
    for (let next: string | undefined = `${inbox}?limit=3`; next !== undefined; ) {
      const { body, headers } = await sandbox.get(next);
      paged.push(...body.data);
      next = /^<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
    expect(typesOf(await list(sandbox, "?limit=100&type=shipment.*"))).toEqual(
      typesOf(all).filter((type) => type.startsWith("shipment.")),
    );
    const [last] = await list(sandbox, `?shipment_id=${shipment.id}`);
    const newer = await list(sandbox, `?limit=100&after=${last.id}`);
    expect(newer).toEqual(
      all.slice(
        0,
        all.findIndex(({ id }: { id: string }) => id === last.id),
      ),
    );
    // A reader who goes on after the last message loses none, though more come than a page holds.
    const polled = [];
    for (let after = ""; ; after = `&after=${polled.at(-1).id}`) {
      const page = await list(sandbox, `?sort=oldest&limit=2${after}`);
      if (page.length === 0) break;
      polled.push(...page);
    }
    expect(polled).toEqual(all.toReversed());
    const turned = (await sandbox.get(`${inbox}?sort=oldest&limit=2`)).body;
    expect(turned.has_more).toBe(true);
    const rest = await list(sandbox, `?sort=oldest&limit=100&cursor=${turned.next_cursor}`);
    expect([...turned.data, ...rest]).toEqual(all.toReversed());
    expectProblem(server, await sandbox.get(`${inbox}?limit=2&cursor=${turned.next_cursor}`), {
      status: 400,
      code: "cursor_invalid",
      at: { cursor: "cursor" },
    });
    await sandbox.delete(inbox);
    await createShipment(sandbox);
    const after = `${inbox}?wait_seconds=30&after=${last.id}`;
    expect((await sandbox.get(after)).body.data.length).toBeGreaterThan(0);
  });

  test("waits for the first that fits, and for the next after one", async () => {
    const { sandbox } = await accountWithInbox();
    const first = await waiting(sandbox, `${inbox}?wait_seconds=30&type=shipment.created`);
    const shipment = await createShipment(sandbox);
    const { body } = await first.answer;
    expect(body.data).toMatchObject([{ type: "shipment.created", shipment_id: shipment.id }]);
    const [{ id: after }] = body.data;
    const path = `${inbox}?wait_seconds=30&type=shipment.created,shipment.cancelled&after=${after}`;
    const next = await waiting(sandbox, path);
    await sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`);
    expect(typesOf((await next.answer).body.data)).toEqual(["shipment.cancelled"]);
  });

  test("is empty when the time is over, and a wait ends with the server and with its key", async () => {
    const other = await startServer();
    const account = await other.account();
    const { sandbox } = account;
    expect((await sandbox.get(`${inbox}?wait_seconds=1`)).body.data).toEqual([]);
    expect((await sandbox.get(`${inbox}?wait_seconds=31`)).status).toBe(400);
    const revoked = await waiting(sandbox, `${inbox}?wait_seconds=30`);
    await account.session.post(webhooks, { url, events: ["*"] }, { "x-environment": "sandbox" });
    const keys = (await account.session.get("/api/v1/keys")).body.data;
    for (const { id } of keys) await account.session.delete(`/api/v1/keys/${id}`);
    const headers = { "x-environment": "sandbox" };
    await account.session.post(`${platform}/sandbox/events`, { type: "shipment.created" }, headers);
    expect((await revoked.answer).body.data).toEqual([]);
    const stopped = await other.account();
    const last = await waiting(stopped.sandbox, `${inbox}?wait_seconds=30`);
    await other.stop();
    expect((await last.answer).body.data).toEqual([]);
  });

  test("of 201 requests that wait, one is refused", async () => {
    const { sandbox } = await accountWithInbox();
    const path = `${inbox}?wait_seconds=30&type=shipment.created`;
    const answers = Array.from({ length: 201 }, () => sandbox.get(path));
    expectProblem(server, await Promise.race(answers), { status: 409, code: "limit_reached" });
    await createShipment(sandbox);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(200);
  });
});

test("a wait for events ends in the turn of the commit", async () => {
  const { accountId, sandbox } = await server.account();
  const { key } = (await sandbox.get(`${platform}/account`)).body;
  const caller = callerOf(accountId, "sandbox", key.id);
  const never = new AbortController().signal;
  let found: unknown;
  void awaitEvents(server.deps, caller, { wait_seconds: 30, type: "shipment.*" }, never).then((page) => {
    found = JSON.parse(toJson(page) ?? "").data;
  });
  const append = (type: "shipment.created" | "tracking.silent") =>
    write(server.deps, "sandbox", (writing) => {
      const none = { shipmentId: null, sequence: null, data: {} };
      return appendEvent(writing, { type, accountId, at: writing.now, ...none });
    });
  await append("tracking.silent");
  await Bun.sleep(0);
  expect(found).toBeUndefined();
  const id = await append("shipment.created");
  await Bun.sleep(0);
  expect(found).toMatchObject([{ id, type: "shipment.created" }]);
});

test("the list of events waits like the inbox, takes patterns, and continues after an event", async () => {
  const { sandbox } = await server.account();
  const events = `${platform}/events`;
  const first = await waiting(sandbox, `${events}?wait_seconds=30&type=shipment.*`);
  const { shipment } = await createAssigned(sandbox);
  const [{ id: after }] = (await first.answer).body.data;
  await advance(sandbox, shipment.id, "delivered");
  const all = (await sandbox.get(`${events}?limit=100`)).body.data;
  const newer = (await sandbox.get(`${events}?limit=100&after=${after}`)).body.data;
  expect(newer).toEqual(
    all.slice(
      0,
      all.findIndex(({ id }: { id: string }) => id === after),
    ),
  );
  const ofShipment = `${events}?limit=100&after=${after}&shipment_id=${shipment.id}`;
  const isOfShipment = ({ data }: { data: Record<string, unknown> }) => !("charge" in data);
  expect((await sandbox.get(ofShipment)).body.data).toEqual(newer.filter(isOfShipment));
  const some = (await sandbox.get(`${events}?limit=100&after=${after}&type=shipment.*`)).body.data;
  expect(typesOf(some)).toEqual(typesOf(newer).filter((type) => type.startsWith("shipment.")));
  expectProblem(server, await sandbox.get(`${events}?after=${after}&created_after=2026-01-01T00:00:00Z`), {
    status: 400,
    code: "query_invalid",
    at: { after: "contradictory" },
  });
});

test("an endpoint that names a pattern gets its types, and positions only by their name", () => {
  expect(matches(["shipment.*"], "shipment.created")).toBe(true);
  expect(matches(["shipment.*"], "tracking.silent")).toBe(false);
  expect(eventPatterns.some((pattern) => matches([pattern], "tracking.position_updated"))).toBe(false);
  expect(eventTypes.filter((type) => !matches(eventPatterns, type))).toEqual(["tracking.position_updated"]);
});

test("a live key has no inbox, and another account's is empty", async () => {
  const { sandbox, live } = await accountWithInbox(["shipment.*"]);
  await createShipment(sandbox);
  await sandbox.get(`${inbox}?wait_seconds=30`);
  const refusal = { status: 403, code: "sandbox_only" } as const;
  expectProblem(server, await live.post(webhooks, { url, events: ["*"] }), refusal);
  expectProblem(server, await live.get(inbox), refusal);
  expectProblem(server, await live.delete(inbox), refusal);
  const https = { url: "https://shop.example.com/hook", events: ["*"] };
  const { body: endpoint } = await live.post(webhooks, https);
  expectProblem(server, await live.patch(`${webhooks}/${endpoint.id}`, { url }), refusal);

  const stranger = await server.account();
  const [{ id }] = await list(sandbox);
  expect(await list(stranger.sandbox)).toEqual([]);
  expect(await list(stranger.sandbox, `?after=${id}`)).toEqual([]);
  expect((await stranger.sandbox.delete(inbox)).status).toBe(204);
  expect((await list(sandbox)).length).toBeGreaterThan(0);
});

test("messages are bounded by number and age, count as storage, and go when the inbox is emptied", async () => {
  const { sandbox, accountId } = await accountWithInbox(["shipment.created"]);
  const place = { accountId, environment: "sandbox" } as const;
  const before = storedBytes(server.deps, place);
  await createShipment(sandbox);
  const [first] = (await sandbox.get(`${inbox}?wait_seconds=30`)).body.data;
  const sentAt = String(Math.floor(Date.now() / 1000));
  const { db } = server.deps.stores.platform("sandbox");
  const numbers = new Set<number>();
  await write(server.deps, "sandbox", (writing) => {
    for (let count = 0; count < keptMessagesMax + 2 * messagesPerClearance - 1; count += 1) {
      saveMessage(writing, {
        accountId,
        webhookId: first.webhook_id,
        deliveryId: first.delivery_id,
        attempt: 1,
        eventId: first.event_id,
        type: first.type,
        shipmentId: null,
        headers: { "webhook-timestamp": sentAt },
        at: writing.now,
      });
      if (count < keptMessagesMax) continue;
      const limit = keptMessagesMax + 2 * messagesPerClearance;
      numbers.add(inboxStore(db).list("newest", { accountId, limit }).length);
    }
  });
  // Older ones make room for some at a time.
  expect(Math.max(...numbers)).toBe(keptMessagesMax + messagesPerClearance - 1);
  const all = inboxStore(db).list("newest", { accountId, limit: keptMessagesMax + 1 });
  expect(all.length).toBe(keptMessagesMax);
  expect(all.some(({ id }) => id === first.id)).toBe(false);
  const kept = all.reduce((sum, { headers }) => sum + JSON.stringify(headers).length, 0);
  expect(storedBytes(server.deps, place)).toBeGreaterThan(before + kept);
  const full = storedBytes(server.deps, place);
  await forgetOldMessages(server.deps, server.deps.clock.now() + keptMessagesMs - 60_000);
  expect((await list(sandbox)).length).toBeGreaterThan(0);
  await forgetOldMessages(server.deps, server.deps.clock.now() + keptMessagesMs + 1);
  expect(await list(sandbox)).toEqual([]);
  expect(storedBytes(server.deps, place)).toBe(full - kept);
  await createShipment(sandbox);
  await sandbox.get(`${inbox}?wait_seconds=30`);
  expect((await sandbox.delete(inbox)).status).toBe(204);
  expect(await list(sandbox)).toEqual([]);
});
