import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { countOutcome } from "../../../src/access/usage/counting.ts";
import { write } from "../../../src/infra/deps.ts";
import { AppError } from "../../../src/infra/errors.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { advance, createAssigned, createShipment, platform } from "../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { startReceiver } from "../../support/receiver.ts";

const noon = Date.parse("2026-03-10T12:00:00Z");
const clock = createClock(noon);
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

async function usageOf(client: Client, query = "") {
  const answer = await client.get(`${platform}/usage${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Route → what is counted of it, without the latencies. */
async function byRoute(client: Client): Promise<Record<string, number[]>> {
  const { data } = await usageOf(client, "?group_by=route");
  return Object.fromEntries(
    data.map((item: { route: string; requests: number; errors: number; rate_limited: number }) => [
      item.route,
      [item.requests, item.errors, item.rate_limited],
    ]),
  );
}

async function keyWith(account: TestAccount, input: Record<string, unknown>) {
  const answer = await account.session.post("/api/v1/keys", { environment: "sandbox", ...input });
  expect(answer.status).toBe(201);
  return { id: answer.body.id as string, client: server.client({ "x-api-key": answer.body.secret }) };
}

/** A count of shipments with none in it. */
const none = {
  created: 0,
  quoted: 0,
  assigned: 0,
  in_transit: 0,
  delivered: 0,
  cancelled: 0,
  expired: 0,
  failed: 0,
  returning: 0,
  returned: 0,
};
const noDeliveries = { delivered: 0, failed: 0, failed_attempts: 0 };

describe("requests are counted", () => {
  test("once each, with their errors, by route", async () => {
    const { live: client } = await server.account();
    const shipment = await createShipment(client);
    const path = `${platform}/shipments/${shipment.id}`;
    const seen = await client.get(path);
    expect((await client.get(path, { "if-none-match": seen.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await client.send(path, { method: "HEAD" })).status).toBe(200);
    expect((await client.get(`${platform}/shipments/shp_none`)).status).toBe(404);
    expect((await client.get(`${platform}/shipments?nothing=1`)).status).toBe(400);
    expect((await client.post(`${platform}/shipments`, { parcels: [] })).status).toBe(422);
    expect((await client.send(`${platform}/shipments`, { method: "POST", body: "{" })).status).toBe(415);
    const webhook = await client.post(`${platform}/webhooks`, {
      url: "https://127.0.0.1:19999/hook",
      events: ["*"],
    });
    expect((await client.delete(`${platform}/webhooks/${webhook.body.id}`)).status).toBe(204);

    expect(await byRoute(client)).toEqual({
      createShipment: [3, 2, 0],
      getShipment: [4, 1, 0],
      listShipments: [1, 1, 0],
      registerWebhook: [1, 0, 0],
      removeWebhook: [1, 0, 0],
    });
    const { totals } = await usageOf(client);
    expect(totals).toMatchObject({ requests: 11, errors: 4, rate_limited: 0 });
    expect(totals.p50_ms).toBeGreaterThan(0);
    expect(totals.p95_ms).toBeGreaterThanOrEqual(totals.p50_ms);
  });

  test("if the key may not do it, and nobody if the caller is unknown", async () => {
    const account = await server.account();
    const { client } = await keyWith(account, { name: "narrow", scopes: ["usage:read"] });
    expect((await client.get(`${platform}/shipments`)).status).toBe(403);
    expect((await server.client().get(`${platform}/shipments`)).status).toBe(401);
    const forged = server.client({ "x-api-key": account.sandboxKey.replace(/.$/, "_") });
    expect((await forged.get(`${platform}/shipments`)).status).toBe(401);
    expect((await client.get(`${platform}/nothing`)).status).toBe(404);
    expect((await client.post(`${platform}/usage`, {})).status).toBe(405);
    expect((await client.send(`${platform}/usage`, { method: "OPTIONS" })).status).toBe(204);
    expect(await byRoute(client)).toEqual({ listShipments: [1, 1, 0] });
  });

  test("for their own account and environment only", async () => {
    const [one, other] = [await server.account(), await server.account()];
    await createShipment(one.sandbox);
    expect(await byRoute(other.sandbox)).toEqual({});
    expect(await byRoute(one.live)).toEqual({});
    expect(await byRoute(one.sandbox)).toEqual({ createShipment: [1, 0, 0] });
    expect((await usageOf(one.live)).shipments.created).toBe(0);
    expect((await usageOf(other.sandbox)).shipments.created).toBe(0);
    expect((await usageOf(one.sandbox)).shipments.created).toBe(1);
  });

  test("by key, with its name, most used first; signed-in users are one entry", async () => {
    const account = await server.account();
    const shop = await keyWith(account, { name: "Shop" });
    const unused = await keyWith(account, { name: "Unused" });
    const person = { "x-environment": "sandbox" };
    for (let times = 0; times < 3; times += 1) await shop.client.get(`${platform}/events`);
    for (let times = 0; times < 2; times += 1) await account.session.get(`${platform}/events`, person);
    await shop.client.get(`${platform}/events?limit=0`);
    expect((await account.session.delete(`/api/v1/keys/${shop.id}`)).status).toBe(204);

    const answer = await account.session.get(`${platform}/usage?group_by=key`, person);
    expect(answer.body.data).toMatchObject([
      { key_id: shop.id, key_name: "Shop", requests: 4, errors: 1 },
      { key_id: null, key_name: null, requests: 2, errors: 0 },
    ]);
    expect(answer.body.data.length).toBe(2);
    expect(answer.text).not.toContain(unused.id);

    const asked = async (caller: string, grouping: string) => {
      const query = `caller=${caller}&group_by=${grouping}`;
      const { body } = await account.session.get(`${platform}/usage?${query}`, person);
      return [body.totals.requests, body.data.map(({ requests }: { requests: number }) => requests)];
    };
    expect(await asked("key", "key")).toEqual([4, [4]]);
    expect((await asked("key", "day"))[1].at(-1)).toBe(4);
    // The same two, and the questions for usage up to this one.
    expect(await asked("session", "key")).toEqual([5, [5]]);
  });

  test("of each key on every day of the span, zeros included", async () => {
    const account = await server.account();
    const [shop, depot] = [
      await keyWith(account, { name: "Shop" }),
      await keyWith(account, { name: "Depot" }),
    ];
    await shop.client.get(`${platform}/events`);
    await shop.client.get(`${platform}/shipments`);
    clock.advance(2 * 86_400);
    await shop.client.get(`${platform}/events?limit=0`);
    await depot.client.get(`${platform}/events`);
    const { data } = await usageOf(shop.client, "?from=2026-03-09&group_by=key");
    const { data: live } = await usageOf(account.live, "?from=2026-03-09&group_by=key");
    clock.advance(-2 * 86_400);
    const days = Object.fromEntries(
      data.map((key: { key_name: string; requests_by_day: number[] }) => [key.key_name, key.requests_by_day]),
    );
    expect(live).toEqual([]);
    expect(days).toEqual({ Shop: [0, 2, 0, 1], Depot: [0, 0, 0, 1] });
  });
});

describe("a span of days", () => {
  test("is the last thirty unless it is named, and has the days without requests", async () => {
    const { sandbox } = await server.account();
    await sandbox.get(`${platform}/events`);
    clock.advance(2 * 86_400);
    await sandbox.get(`${platform}/events`);
    await sandbox.get(`${platform}/events`);
    const usage = await usageOf(sandbox);
    expect([usage.from, usage.to, usage.data.length]).toEqual(["2026-02-11", "2026-03-12", 30]);
    const counted = (days: { day: string; requests: number }[]) =>
      days.map(({ day, requests }) => `${day} ${requests}`);
    expect(counted(usage.data.slice(-4))).toEqual([
      "2026-03-09 0",
      "2026-03-10 1",
      "2026-03-11 0",
      "2026-03-12 2",
    ]);
    expect(usage.data[0]).toEqual({
      day: "2026-02-11",
      requests: 0,
      errors: 0,
      rate_limited: 0,
      p50_ms: null,
      p95_ms: null,
      shipments: none,
      deliveries: noDeliveries,
    });

    const first = await usageOf(sandbox, "?from=2026-03-10&to=2026-03-11");
    expect(counted(first.data)).toEqual(["2026-03-10 1", "2026-03-11 0"]);
    expect(first.totals.requests).toBe(1);
    // The two requests for usage that were answered on the last day count too.
    expect((await usageOf(sandbox, "?from=2026-03-12&group_by=route")).totals.requests).toBe(4);
    expect((await usageOf(sandbox, "?to=2026-03-09")).totals.requests).toBe(0);
    clock.advance(-2 * 86_400);
  });

  test.each([
    ["from=2026-03-11", { from: "range" }],
    ["from=2026-03-02&to=2026-03-01", { to: "range" }],
    ["from=2025-03-09", { from: "range" }],
    ["from=2026-02-30", { from: "format" }],
    ["to=today", { to: "format" }],
    ["to=2026-03-01T00:00:00Z", { to: "format" }],
    ["group_by=week", { group_by: "enum" }],
    ["days=7", { days: "unknown_field" }],
    ["from=2026-03-01&from=2026-03-02", { from: "repeated" }],
  ])("cannot be %s", async (query, at) => {
    const { sandbox } = await server.account();
    const answer = await sandbox.get(`${platform}/usage?${query}`);
    expectProblem(server, answer, { status: 400, code: "query_invalid", at });
  });

  test("can be a year", async () => {
    const { sandbox } = await server.account();
    const usage = await usageOf(sandbox, "?from=2025-03-10");
    expect(usage.data.length).toBe(366);
  });
});

describe("outcomes are counted", () => {
  test("shipments by the states they entered, also repeatedly", async () => {
    const { sandbox } = await server.account();
    const { shipment } = await createAssigned(sandbox);
    expect((await advance(sandbox, shipment.id, "delivered")).status).toBe(200);
    const { shipment: released, assignment } = await createAssigned(sandbox);
    const path = `${platform}/shipments/${released.id}`;
    expect((await sandbox.delete(`${path}/assignments/${assignment.id}`)).status).toBe(200);
    expect((await sandbox.post(`${path}/cancellation`, {})).status).toBe(200);
    expect((await sandbox.post(`${path}/cancellation`, {})).status).toBe(200);
    expect((await usageOf(sandbox)).shipments).toEqual({
      ...none,
      created: 2,
      quoted: 3,
      assigned: 2,
      in_transit: 1,
      delivered: 1,
      cancelled: 1,
    });
  });

  test("on the day on which they came about", async () => {
    const { sandbox } = await server.account();
    await createShipment(sandbox);
    clock.advance(86_400);
    await createShipment(sandbox);
    await createShipment(sandbox);
    const { data, shipments } = await usageOf(sandbox, "?from=2026-03-09");
    clock.advance(-86_400);
    expect(data.map((item: { shipments: { created: number } }) => item.shipments.created)).toEqual([0, 1, 2]);
    expect(shipments.created).toBe(3);
  });

  test("not when the transaction came to nothing", async () => {
    const { sandbox, accountId } = await server.account();
    const undone = write(server.deps, "sandbox", (writing) => {
      countOutcome(writing, accountId, "shipment", "created");
      countOutcome(writing, accountId, "delivery", "delivered");
      throw new AppError("busy");
    });
    expect(await undone.catch((error: AppError) => error.code)).toBe("busy");
    const usage = await usageOf(sandbox);
    expect(usage.shipments).toEqual(none);
    expect(usage.deliveries).toEqual(noDeliveries);
  });

  test("successful deliveries, failed attempts, and failed deliveries", async () => {
    const running = await startServer();
    const { sandbox } = await running.account();
    const receiver = startReceiver();
    const deliver = async (answer: number, status: string) => {
      receiver.answer = () => new Response("", { status: answer });
      const endpoint = { url: receiver.url, events: ["webhook.test"] };
      const path = `${platform}/webhooks/${(await sandbox.post(`${platform}/webhooks`, endpoint)).body.id}`;
      const { body } = await sandbox.post(`${path}/test`, {});
      await eventually(`a delivery that is ${status}`, async () => {
        const delivery = await sandbox.get(`${path}/deliveries/${body.id}`);
        return delivery.body.status === status || undefined;
      });
    };
    await deliver(204, "delivered");
    await deliver(500, "failed");
    expect((await usageOf(sandbox)).deliveries).toEqual({ delivered: 1, failed: 1, failed_attempts: 3 });
    await receiver.stop();
    await running.stop();
  });
});
