import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { jobsAtRest } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createAssigned, createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { startReceiver } from "../../support/receiver.ts";

const path = `${platform}/sandbox/clock`;
const daySeconds = 86_400;
const inDays = (days: number) => new Date(Date.now() + days * daySeconds * 1000).toISOString();

let server: TestServer;
let account: TestAccount;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({ config: { testClock: true, webhookSchedule: null } });
});
afterAll(() => server.stop());

async function newAccount() {
  account = await server.account();
  ({ sandbox } = account);
}

describe("the sandbox clock", () => {
  test("is real until it is moved, stands where it was frozen, runs on, and returns to real time", async () => {
    await newAccount();
    const real = (await sandbox.get(path)).body;
    expect(real).toMatchObject({ frozen_at: null, ahead_seconds: 0, is_real: true });
    const at = inDays(30);
    const frozen = await sandbox.patch(path, { frozen_at: at });
    expect([frozen.status, frozen.body]).toMatchObject([
      200,
      { now: at, frozen_at: at, is_real: false, ran: { tasks: 0, pending: 0 } },
    ]);
    const shipment = await createShipment(sandbox);
    expect(shipment.created_at).toBe(at);
    const later = new Date(Date.parse(at) + 60_000).toISOString();
    expect((await sandbox.patch(path, { advance_seconds: 60 })).body).toMatchObject({
      now: later,
      frozen_at: later,
    });
    const running = (await sandbox.patch(path, { frozen_at: null })).body;
    expect(running).toMatchObject({ frozen_at: null, is_real: false });
    expect(Date.parse(running.now)).toBeGreaterThanOrEqual(Date.parse(later));
    expect((await sandbox.patch(path, { to: inDays(31) })).body).toMatchObject({ frozen_at: null });
    const stopped = (await sandbox.patch(path, { freeze: true })).body;
    expect(stopped).toMatchObject({ frozen_at: stopped.now, is_real: false });
    expect((await sandbox.get(path)).body.now).toBe(stopped.now);
    expect((await sandbox.patch(path, { frozen_at: null })).body.frozen_at).toBeNull();
    expect((await sandbox.delete(path)).status).toBe(204);
    expect((await sandbox.get(path)).body.is_real).toBe(true);
    expect((await sandbox.get(`${platform}/shipments`)).body.data).toEqual([]);
  });

  test("leaves nothing in the future when it returns to real time, whatever is done meanwhile", async () => {
    await newAccount();
    await sandbox.patch(path, { frozen_at: inDays(30) });
    await Promise.all(Array.from({ length: 20 }, () => createShipment(sandbox)));
    let hasEnded = false;
    const advanced = sandbox.patch(path, { advance_seconds: 10 * daySeconds }).finally(() => {
      hasEnded = true;
    });
    const isMoving = () => typeof server.deps.clocks?.times.find(account.accountId)?.goalAt === "number";
    while (!hasEnded && !isMoving()) await new Promise((resolve) => setImmediate(resolve));
    let isRemoved = false;
    const create = async (worker: number) => {
      const statuses: number[] = [];
      while (!isRemoved) {
        const key = { "idempotency-key": `${worker} ${statuses.length}` };
        statuses.push((await sandbox.post(`${platform}/shipments`, shipmentBody(), key)).status);
      }
      return statuses;
    };
    const removed = sandbox.delete(path).finally(() => {
      isRemoved = true;
    });
    const moved = await advanced;
    const created = Promise.all([1, 2, 3, 4].map(create));
    expect([moved.status, (await removed).status]).toEqual([200, 204]);
    expect(new Set((await created).flat())).toEqual(new Set([201]));
    expect((await sandbox.get(path)).body.is_real).toBe(true);
    const { db } = server.deps.stores.platform("sandbox");
    const soon = Date.now() + 2 * daySeconds * 1000;
    for (const table of ["shipments", "events", "idempotency_keys"]) {
      const late = sql`SELECT 1 FROM ${sql.raw(table)} WHERE account_id = ${account.accountId} AND created_at > ${soon}`;
      expect([table, db.all(late)]).toEqual([table, []]);
    }
  });

  test("has its daily work also if it is moved while it returns to real time", async () => {
    await newAccount();
    await sandbox.patch(path, { frozen_at: inDays(1) });
    const [removed, moved] = await Promise.all([
      sandbox.delete(path),
      sandbox.patch(path, { advance_seconds: 60 }),
    ]);
    expect([removed.status, moved.status]).toEqual([204, 200]);
    const { db } = server.deps.stores.platform("sandbox");
    const count = (table: string) =>
      db.all(sql`SELECT 1 FROM ${sql.raw(table)} WHERE account_id = ${account.accountId}`).length;
    expect(count("sandbox_chores")).toBe(count("sandbox_clocks"));
  });

  test("expires shipments, each at its time", async () => {
    await newAccount();
    await sandbox.patch(path, { frozen_at: inDays(1) });
    const first = await createShipment(sandbox);
    await sandbox.patch(path, { advance_seconds: 3_600 });
    const second = await createShipment(sandbox);
    const moved = await sandbox.patch(path, { advance_seconds: 2 * daySeconds });
    expect(moved.body.ran).toMatchObject({ pending: 0 });
    for (const { id, created_at } of [first, second]) {
      const events = (await sandbox.get(`${platform}/shipments/${id}/events`)).body.data;
      const expired = new Date(Date.parse(created_at) + daySeconds * 1000).toISOString();
      expect(events.at(-1)).toMatchObject({ type: "shipment.expired", timestamp: expired });
    }
  });

  test("leaves other accounts and live alone", async () => {
    await newAccount();
    await sandbox.patch(path, { advance_seconds: 30 * daySeconds });
    const other = await server.account();
    expect((await other.sandbox.get(path)).body.is_real).toBe(true);
    for (const client of [account.live, other.sandbox, other.live]) {
      const shipment = await createShipment(client);
      expect(Date.parse(shipment.created_at)).toBeLessThan(Date.parse(inDays(1)));
    }
    const ahead = await createShipment(sandbox);
    expect(Date.parse(ahead.created_at)).toBeGreaterThan(Date.parse(inDays(29)));
  });

  test("leaves no rows when it is refused or removed, and chores as long as there is a clock", async () => {
    await newAccount();
    const { db } = server.deps.stores.platform("sandbox");
    const rows = () =>
      ["sandbox_clocks", "sandbox_chores"].map(
        (table) =>
          db.all(sql`SELECT 1 FROM ${sql.raw(table)} WHERE account_id = ${account.accountId}`).length,
      );
    const refusals = [{ to: inDays(-1) }, { advance_seconds: 1, to: inDays(3) }, { to: inDays(4_000) }];
    for (const body of refusals) expect((await sandbox.patch(path, body)).status).toBe(422);
    expect(rows()).toEqual([0, 0]);
    const move = () => sandbox.patch(path, { advance_seconds: 60 });
    await move();
    expect(rows()).toEqual([1, 1]);
    const both = await Promise.all([move(), sandbox.delete(path), move(), sandbox.delete(path), move()]);
    expect(both.map(({ status }) => status)).toEqual([200, 204, 200, 204, 200]);
    const [clocks, chores] = rows();
    expect(chores).toBe(clocks ?? -1);
    await sandbox.delete(path);
    expect(rows()).toEqual([0, 0]);
  });

  test("refuses to go back, or too far, or more than one way", async () => {
    await newAccount();
    const at = inDays(2);
    await sandbox.patch(path, { frozen_at: at });
    const refusals = [
      [{ frozen_at: inDays(1) }, "#/frozen_at"],
      [{ to: inDays(1) }, "#/to"],
      [{ to: inDays(4_000) }, "#/to"],
      [{ advance_seconds: 0 }, "#/advance_seconds"],
      [{ advance_seconds: 1, to: inDays(3) }, "#"],
      [{ freeze: true, frozen_at: null }, "#"],
      [{ freeze: false }, "#/freeze"],
    ] as const;
    for (const [body, pointer] of refusals) {
      const refused = await sandbox.patch(path, body);
      expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
        422,
        "validation_failed",
        pointer,
      ]);
    }
    expect((await sandbox.get(path)).body.now).toBe(at);
    const { body } = await sandbox.patch(path, { freeze: false });
    expect(body.errors[0].detail).toBe("must be true");
  });

  test("that stands still keeps nobody waiting for a carrier that answers later", async () => {
    await newAccount();
    await sandbox.patch(path, { freeze: true });
    const quotes = [
      { carrier: "swift_bike", price: { amount: 500, currency: "EUR" } },
      { carrier: "parcel_post", answer: "none" },
    ];
    const { id } = await createShipment(sandbox, { simulation: { script: { quotes } } });
    const assignments = `${platform}/shipments/${id}/assignments`;
    const early = (await sandbox.get(`${platform}/shipments/${id}/quotes?wait_seconds=30`)).body;
    expect([early.status, early.data.map(({ status }: { status: string }) => status)]).toEqual([
      "partial",
      ["open"],
    ]);
    const refused = await sandbox.post(assignments, { strategy: "cheapest" });
    expect([refused.status, refused.body.code]).toEqual([409, "no_open_quotes"]);
    expect(refused.body.detail).toContain("If the sandbox's clock stands still, move it");
    await sandbox.patch(path, { advance_seconds: 11 });
    expect((await sandbox.post(assignments, { strategy: "cheapest" })).status).toBe(201);
  });
});

describe("what falls due", () => {
  test("retries webhooks at their times, signed in real time", async () => {
    await newAccount();
    const receiver = startReceiver();
    const failing = { url: receiver.url, events: ["shipment.created"] };
    const webhook = (await sandbox.post(`${platform}/webhooks`, failing)).body;
    receiver.answer = () => new Response(null, { status: 500 });
    const start = (await sandbox.patch(path, { frozen_at: inDays(400) })).body;
    await createShipment(sandbox);
    const first = await eventually("a first attempt", () => receiver.received[0]);
    expect(Math.abs(Number(first.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(daySeconds);
    const moved = (await sandbox.patch(path, { advance_seconds: daySeconds })).body;
    expect(moved.ran.pending).toBe(0);
    const quiet = await server.account();
    await quiet.sandbox.patch(path, { frozen_at: inDays(400) });
    await createShipment(quiet.sandbox);
    const without = (await quiet.sandbox.patch(path, { advance_seconds: daySeconds })).body.ran.tasks;
    expect(moved.ran.tasks - without).toBe(3);
    const [delivery] = (await sandbox.get(`${platform}/webhooks/${webhook.id}/deliveries`)).body.data;
    const { attempts, status } = (
      await sandbox.get(`${platform}/webhooks/${webhook.id}/deliveries/${delivery.id}`)
    ).body;
    expect([status, attempts.length]).toEqual(["failed", 4]);
    const begun = attempts.map((attempt: { attempted_at: string }) => attempt.attempted_at);
    expect(begun[0]).toBe(start.now);
    const waits = begun
      .slice(1)
      .map((at: string, index: number) => (Date.parse(at) - Date.parse(begun[index])) / 1000);
    for (const [index, seconds] of [5, 300, 1_800].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds);
      expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2);
    }
    await receiver.stop();
  });

  test("drives a simulated driver in the account's time", async () => {
    await newAccount();
    await sandbox.patch(path, { frozen_at: inDays(1) });
    const { shipment } = await createAssigned(sandbox, { simulation: { speed: 1 } });
    const moved = (await sandbox.patch(path, { advance_seconds: 3_600 })).body;
    expect(moved.ran.pending).toBe(0);
    const ended = (await sandbox.get(`${platform}/shipments/${shipment.id}`)).body;
    expect(ended.status).toBe("delivered");
    expect(ended.delivered_at < moved.now).toBe(true);
    const events = (await sandbox.get(`${platform}/shipments/${shipment.id}/events?limit=100`)).body.data;
    const times = events.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBeGreaterThan(5);
  });

  test("is run once by two advances at the same time, one after the other, while requests create more", async () => {
    await newAccount();
    const start = (await sandbox.patch(path, { frozen_at: inDays(1) })).body;
    for (let count = 0; count < 5; count += 1) await createShipment(sandbox);
    const half = { advance_seconds: daySeconds };
    const [one, other, ...created] = await Promise.all([
      sandbox.patch(path, half),
      sandbox.patch(path, half),
      ...Array.from({ length: 10 }, () => createShipment(sandbox)),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const now = (await sandbox.get(path)).body.now;
    expect(Date.parse(now) - Date.parse(start.now)).toBe(2 * daySeconds * 1000);
    for (const { created_at } of created) expect(created_at >= start.now && created_at <= now).toBe(true);
    await sandbox.patch(path, half);
    const { data } = (await sandbox.get(`${platform}/events?type=shipment.expired&limit=100`)).body;
    expect(data).toHaveLength(15);
    const left = (await sandbox.get(`${platform}/shipments?status=created,quoted`)).body.data;
    expect(left).toEqual([]);
  });

  test("is done when writes succeed again, if one of them is refused, and a clock that ran runs on", async () => {
    await newAccount();
    const { db } = server.deps.stores.platform("sandbox");
    const clockOf = () => server.deps.clocks?.times.find(account.accountId);
    const failToMove = async () => {
      db.run(sql`CREATE TEMP TRIGGER refuse_moves BEFORE UPDATE ON main.sandbox_clocks
        WHEN OLD.frozen_at IS NOT NULL AND NEW.frozen_at > OLD.frozen_at BEGIN SELECT RAISE(ABORT, 'refused'); END`);
      expect((await sandbox.patch(path, { advance_seconds: 2 * daySeconds })).status).toBe(500);
    };
    await sandbox.patch(path, { frozen_at: null });
    const shipment = await createShipment(sandbox);
    await failToMove();
    const between = await sandbox.get(path);
    expect([between.body.frozen_at, between.headers.get("x-waybill-clock")]).toEqual([
      null,
      between.body.now,
    ]);
    db.run(sql`DROP TRIGGER refuse_moves`);
    expect((await sandbox.patch(path, { advance_seconds: 60 })).body).toMatchObject({ frozen_at: null });
    expect(clockOf()).toMatchObject({ frozenAt: null, goalAt: null });
    await failToMove();
    db.run(sql`DROP TRIGGER refuse_moves`);
    await eventually("the end of the advance", () => clockOf()?.goalAt === null);
    expect((await sandbox.get(`${platform}/shipments/${shipment.id}`)).body.status).toBe("expired");
  });

  test("is finished by the next start, if a stop interrupts an advance", async () => {
    const dataDir = await makeDataFolder();
    const before = await startServer({ config: { testClock: true }, dataDir });
    const { sandbox: client, sandboxKey, accountId } = await before.account();
    const start = (await client.patch(path, { frozen_at: inDays(1) })).body;
    for (let count = 0; count < 30; count += 1) {
      await createShipment(client);
      await client.patch(path, { advance_seconds: 1 });
    }
    let hasEnded = false;
    const interrupted = client
      .patch(path, { advance_seconds: daySeconds * 3 })
      .catch(() => undefined)
      .finally(() => {
        hasEnded = true;
      });
    const isMoving = () =>
      Date.parse(start.now) + daySeconds * 1000 < (before.deps.clocks?.times.now(accountId) ?? 0);
    while (!hasEnded && !isMoving()) await new Promise((resolve) => setImmediate(resolve));
    await before.stop();
    await interrupted;
    const after = await startServer({ config: { testClock: true }, dataDir });
    const again = after.client({ "x-api-key": sandboxKey });
    await eventually(
      "the end of the advance",
      () => after.deps.clocks?.times.find(accountId)?.goalAt === null,
    );
    const { now } = (await again.get(path)).body;
    expect(Date.parse(now) - Date.parse(start.now)).toBe((3 * daySeconds + 30) * 1000);
    const { data } = (await again.get(`${platform}/events?type=shipment.expired&limit=100`)).body;
    expect(data).toHaveLength(30);
    const times = data.map(({ timestamp }: { timestamp: string }) => timestamp).reverse();
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(30);
    await after.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test("costs nothing where no account can have one", async () => {
  const plain = await startServer();
  const { deps } = plain;
  expect(deps.clocks).toBeUndefined();
  expect(deps.clock).toBe(deps.realClock);
  const { db } = deps.stores.platform("sandbox");
  await jobsAtRest(deps);
  const temporary = db.all<{ sql: string }>(sql`SELECT sql FROM sqlite_temp_schema`);
  expect(temporary.length).toBeGreaterThan(10);
  expect(temporary.filter(({ sql: text }) => /clock/.test(text))).toEqual([]);
  expect(
    db.all(
      sql`SELECT 1 FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'sandbox_clocks' AND sql NOT NULL`,
    ),
  ).toEqual([]);
  await plain.stop();
});
