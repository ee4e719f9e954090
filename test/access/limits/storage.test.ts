import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { readMigrations } from "../../../src/infra/db/migrations.macro.ts" with { type: "macro" };
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { forgetOldDeliveries } from "../../../src/messaging/webhooks/deliveries/retention.ts";
import { expectProblem } from "../../api/problem.ts";
import { migrate, temporaryFolder } from "../../infra/db/support.ts";
import { createClock, wakeJobs } from "../../support/clock.ts";
import { settledRows } from "../../support/database.ts";
import {
  advance,
  createAssigned,
  createQuoted,
  createShipment,
  platform,
  shipmentBody,
} from "../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { createOperator, type TestOperator } from "../../support/operator.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

const clock = createClock();
const shipments = `${platform}/shipments`;
const webhooks = `${platform}/webhooks`;
const plenty = 200e9;
let server: TestServer;
let operator: TestOperator;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "scale" }, replacements: { clock } });
  operator = await createOperator(server);
  receiver = startReceiver();
  receiver.answer = () => new Response("x".repeat(1_000));
});
beforeEach(async () => {
  account = await server.account();
  await allow(plenty);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

async function allow(bytes: number): Promise<void> {
  const { status } = await operator.session.patch("/api/v1/operator/tiers/scale", { storage_bytes: bytes });
  expect(status).toBe(200);
}

const registered = () => account.sandbox.post(webhooks, { url: receiver.url, events: ["*"] });

async function storedBytes({ sandbox }: TestAccount): Promise<number> {
  return (await sandbox.get(`${platform}/account`)).body.stored_bytes;
}

describe("an account that stores as much as its tier allows", () => {
  test("cannot create or change shipments or endpoints, and a refusal changes nothing", async () => {
    const { sandbox } = account;
    const { shipment, assignment } = await createAssigned(sandbox);
    const { shipment: quoted } = await createQuoted(sandbox);
    const { body: endpoint } = await registered();
    await allow(1);
    const before = await settledRows(server);
    const refused: (() => Promise<Answer>)[] = [
      () => sandbox.post(shipments, shipmentBody(), { "idempotency-key": "refused" }),
      () => sandbox.patch(`${shipments}/${quoted.id}`, { reference: "new" }),
      () => sandbox.post(`${shipments}/${quoted.id}/quotes`),
      () => sandbox.delete(`${shipments}/${shipment.id}/assignments/${assignment.id}`),
      registered,
      () => sandbox.post(`${webhooks}/${endpoint.id}/test`, {}),
      () => sandbox.post(`${platform}/sandbox/events`, { type: "shipment.created" }),
    ];
    for (const ask of refused) {
      expectProblem(server, await ask(), { status: 429, code: "storage_quota_exceeded" });
    }
    expect(await settledRows(server)).toEqual(before);
  });

  test("still reads, accepts, cancels and gets events; carriers continue to the proof of delivery", async () => {
    const { sandbox } = account;
    const { shipment: quoted } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    const { shipment: other } = await createQuoted(sandbox);
    const { body: endpoint } = await registered();
    await allow(1);
    const stored = await storedBytes(account);
    const accepted = await sandbox.post(`${shipments}/${quoted.id}/assignments`, { strategy: "cheapest" });
    expect(accepted.status).toBe(201);
    expect((await advance(sandbox, quoted.id, "delivered")).status).toBe(200);
    expect((await sandbox.post(`${shipments}/${other.id}/cancellation`, {})).status).toBe(200);
    expect((await sandbox.patch(`${shipments}/${quoted.id}`, { reference: null })).status).toBe(200);
    expect((await sandbox.patch(`${webhooks}/${endpoint.id}`, { events: ["*"] })).status).toBe(200);
    const { body: events } = await sandbox.get(`${platform}/events?limit=100`);
    expect(events.data.map(({ type }: { type: string }) => type)).toContain("shipment.delivered");
    await eventually("the deliveries", () =>
      receiver.received.some(({ event }) => event.type === "shipment.delivered"),
    );
    expect(await storedBytes(account)).toBeGreaterThan(stored);
  });

  test("gets its deliveries again, and no answer of its receiver is stored", async () => {
    const { sandbox } = account;
    await createShipment(sandbox);
    const { body: endpoint } = await registered();
    const ping = async () => (await sandbox.post(`${webhooks}/${endpoint.id}/test`)).body.id as string;
    const attemptsOf = (id: string) =>
      eventually("the attempt", async () => {
        const { attempts } = (await sandbox.get(`${webhooks}/${endpoint.id}/deliveries/${id}`)).body;
        return attempts.length > 0 ? attempts : undefined;
      });
    const id = await ping();
    expect((await attemptsOf(id))[0].response).toMatchObject({ status: 200, body: "x".repeat(1_000) });
    await allow(1);
    const before = receiver.received.length;
    const retried = await sandbox.post(`${webhooks}/${endpoint.id}/deliveries/${id}/retry`);
    expect(retried.status).toBe(202);
    await eventually("the second attempt", () => receiver.received.length > before);
    const attempts = await eventually("its record", async () => {
      const found = await attemptsOf(id);
      return found.length === 2 ? found : undefined;
    });
    expect(attempts[1].response).toEqual({ status: 200, headers: {}, body: "" });
  });

  test("is that in one environment; a larger tier lets it go on", async () => {
    await createShipment(account.sandbox);
    await allow(1);
    expect((await account.sandbox.post(shipments, shipmentBody())).status).toBe(429);
    expect((await account.live.post(shipments, shipmentBody())).status).toBe(201);
    await changeAccount(server.deps, account.accountId, { tier: "unlimited" });
    expect((await account.sandbox.post(shipments, shipmentBody())).status).toBe(201);
  });

  test("has its bytes back when the sandbox is emptied", async () => {
    const { sandbox } = account;
    const { shipment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "delivered");
    await allow(await storedBytes(account));
    expect((await sandbox.post(shipments, shipmentBody())).status).toBe(429);
    expect((await sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
    expect(await storedBytes(account)).toBe(0);
    expect((await sandbox.post(shipments, shipmentBody())).status).toBe(201);
  });
});

describe("a shipment of more than 64 KiB", () => {
  const parcels = (count: number) =>
    Array.from({ length: count }, () => ({ weight_grams: 1, description: "é".repeat(100) }));
  const metadata = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`key-${key}`, "é".repeat(500)]));

  test("is refused on creation, and on a change that would exceed the limit", async () => {
    const { sandbox } = account;
    const large = { metadata: metadata(49), parcels: parcels(40) };
    const refused = await sandbox.post(shipments, shipmentBody(large));
    expectProblem(server, refused, { status: 422, code: "shipment_too_large" });
    const { id } = await createShipment(sandbox, { ...large, metadata: metadata(10) });
    const before = (await sandbox.get(`${shipments}/${id}`)).body;
    const patched = await sandbox.patch(`${shipments}/${id}`, { metadata: metadata(49) });
    expectProblem(server, patched, { status: 422, code: "shipment_too_large" });
    expect((await sandbox.get(`${shipments}/${id}`)).body.metadata).toEqual(before.metadata);
    expect((await sandbox.patch(`${shipments}/${id}`, { metadata: metadata(20) })).status).toBe(200);
  });
});

describe("the count", () => {
  const counted = () =>
    server.deps.stores
      .platform("sandbox")
      .db.all(sql`SELECT account_id, bytes FROM storage_use WHERE bytes <> 0 ORDER BY account_id`);
  const recounted = () =>
    server.deps.stores
      .platform("sandbox")
      .db.all(sql`SELECT account_id, sum(bytes) AS bytes FROM stored_rows GROUP BY account_id ORDER BY 1`);

  test("begins at what a database of before holds", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "sandbox.db");
    const connection = openConnection(path, undefined);
    const { platform: all } = readMigrations();
    const here = all.findIndex(({ name }) => name === "0008_limits");
    migrate(connection, path, all.slice(0, here));
    const insert = `INSERT INTO events (id, account_id, type, body, sample, created_at)
      VALUES (?, ?, 'shipment.created', ?, 0, 0)`;
    for (const [id, body] of [
      ["evt_1", "é".repeat(10)],
      ["evt_2", "x"],
    ]) {
      connection.prepare(insert).run(id, "acct_1", body);
    }
    migrate(connection, path, all.slice(0, here + 1));
    const found = connection.prepare("SELECT * FROM storage_use").all();
    expect(found).toEqual([{ account_id: "acct_1", bytes: 21 }]);
    connection.close();
  });

  test("equals a recount, whatever was created, changed and deleted", async () => {
    const { accountId, sandbox } = account;
    await changeAccount(server.deps, accountId, { tier: "unlimited" });
    let number = 0;
    const made: string[] = [];
    const some = (pick: number) => made[pick % Math.max(1, made.length)] ?? "shp_none";
    const once = () => ({ "idempotency-key": `key-${++number}` });
    const operations: ((pick: number) => Promise<unknown>)[] = [
      async (pick) => {
        const change = { reference: "é".repeat(pick % 50), simulation: { speed: "manual" } };
        const { body } = await sandbox.post(shipments, shipmentBody(change), once());
        made.push(body.id);
      },
      (pick) => sandbox.patch(`${shipments}/${some(pick)}`, { metadata: { key: "x".repeat(pick % 400) } }),
      (pick) => sandbox.post(`${shipments}/${some(pick)}/quotes`, undefined, once()),
      (pick) => sandbox.post(`${shipments}/${some(pick)}/assignments`, { strategy: "cheapest" }, once()),
      (pick) => advance(sandbox, some(pick), "delivered"),
      (pick) => sandbox.post(`${shipments}/${some(pick)}/cancellation`, {}),
      registered,
      async () => {
        const { body } = await sandbox.get(webhooks);
        await sandbox.post(`${webhooks}/${body.data[0]?.id}/test`, {}, once());
      },
      async () => {
        const { body } = await sandbox.get(webhooks);
        await sandbox.delete(`${webhooks}/${body.data[0]?.id}`);
      },
      async (pick) => {
        clock.advance((pick % 100) * 86_400);
        await wakeJobs(server.deps);
        await forgetOldDeliveries(server.deps, clock.now());
        await forgetRows(server.deps).run(clock.now());
      },
      () => sandbox.delete(`${platform}/sandbox/data`),
    ];
    const step = fc.tuple(fc.nat(operations.length - 1), fc.nat(1_000));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        // Something to act on, in each run.
        for (const [operation, pick] of [[0, 1], [6, 0], [3, 0], ...steps] as [number, number][]) {
          await operations[operation]?.(pick);
          expect(counted()).toEqual(recounted());
        }
      }),
      { numRuns: 15 },
    );
  });
});
