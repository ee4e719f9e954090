import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { forgetOldDeliveries } from "../../../../src/messaging/webhooks/deliveries/retention.ts";
import { createClock } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { register, rowsOf, writeDeliveries } from "../../../support/deliveries.ts";
import { platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

const dayMs = 86_400_000;
const url = "http://127.0.0.1:59999/";
const clock = createClock();
let server: TestServer;
let account: TestAccount;
let id: string;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());
afterEach(async () => {
  await account.sandbox.delete(`${platform}/sandbox/data`);
});

async function begin(): Promise<void> {
  account = await server.account();
  id = await register(account.sandbox, url, ["shipment.failed"]);
}

type Past = Partial<Parameters<typeof writeDeliveries>[1]>;

function write(count: number, days: number, status: "delivered" | "failed" | "discarded", more: Past = {}) {
  const at = () => clock.now() - days * dayMs;
  const past = { webhookId: id, accountId: account.accountId, count, status, at, ...more };
  return writeDeliveries(server.deps, past);
}

/** Rows of each transaction that removed any: deliveries and attempts. */
async function removedPerStep(run: () => Promise<unknown>): Promise<number[]> {
  const store = server.deps.stores.platform("sandbox");
  const removed: number[] = [];
  const rows = () => rowsOf(server.deps, "webhook_deliveries") + rowsOf(server.deps, "webhook_attempts");
  const original = store.write;
  const spy = spyOn(store, "write").mockImplementation((change: never) =>
    original((tx) => {
      const before = rows();
      const result = (change as (tx: unknown) => never)(tx);
      if (rows() < before) removed.push(before - rows());
      return result;
    }),
  );
  await run();
  spy.mockRestore();
  return removed;
}

const gone = (webhookId: string) =>
  eventually("no row of it", () => {
    const rows = rowsOf(server.deps, `webhook_endpoints WHERE id = '${webhookId}'`);
    return rows === 0 || undefined;
  });
const deliveries = () => rowsOf(server.deps, "webhook_deliveries");
const attempts = () => rowsOf(server.deps, "webhook_attempts");

describe("what is old is removed", () => {
  test("delivered after 30 days, failed and discarded after 90, with its attempts; its event stays", async () => {
    await begin();
    const kept = [
      ...(await write(1, 29.9, "delivered")),
      ...(await write(1, 89.9, "failed")),
      ...(await write(1, 89.9, "discarded")),
    ];
    await write(1, 30.1, "delivered");
    await write(1, 90.1, "failed");
    await write(1, 90.1, "discarded");
    await forgetOldDeliveries(server.deps, clock.now());
    const { body } = await account.sandbox.get(`${platform}/webhooks/${id}/deliveries`);
    expect(body.data.map((entry: { id: string }) => entry.id).sort()).toEqual(kept.sort());
    expect(attempts()).toBe(3);
    expect((await account.sandbox.get(`${platform}/events?limit=100`)).body.data).toHaveLength(6);
  });

  test("what waits is never too old", async () => {
    await begin();
    await account.sandbox.patch(`${platform}/webhooks/${id}`, { enabled: false });
    const at = () => clock.now() - 400 * dayMs;
    const past = { webhookId: id, accountId: account.accountId, count: 2, at };
    await writeDeliveries(server.deps, { ...past, status: "paused" });
    await writeDeliveries(server.deps, { ...past, status: "pending" });
    await forgetOldDeliveries(server.deps, clock.now());
    expect(deliveries()).toBe(4);
  });

  test("by small steps: what many attempts have goes with fewer others", async () => {
    await begin();
    await write(1200, 31, "delivered");
    await write(60, 91, "failed", { attempts: 10 });
    await write(5, 1, "delivered");
    const removed = await removedPerStep(() => forgetOldDeliveries(server.deps, clock.now()));
    expect(removed.reduce((sum, rows) => sum + rows, 0)).toBe(1200 * 2 + 60 * 11);
    expect(Math.max(...removed)).toBeLessThanOrEqual(200);
    expect(deliveries()).toBe(5);
  });

  test("counted from its end, not from when it was made", async () => {
    await begin();
    const [late = "", tried = ""] = [
      ...(await write(1, 100, "delivered")),
      ...(await write(1, 100, "failed")),
    ];
    const yesterday = clock.now() - dayMs;
    await server.deps.stores.platform("sandbox").write((tx) => {
      tx.run(sql`UPDATE webhook_deliveries SET delivered_at = ${yesterday} WHERE id = ${late}`);
      tx.run(sql`UPDATE webhook_attempts SET started_at = ${yesterday} WHERE delivery_id = ${tried}`);
    });
    await forgetOldDeliveries(server.deps, clock.now());
    expect([deliveries(), attempts()]).toEqual([2, 2]);
  });

  test("however many attempts one of them has", async () => {
    await begin();
    await write(1, 91, "failed", { attempts: 1203 });
    const removed = await removedPerStep(() => forgetOldDeliveries(server.deps, clock.now()));
    expect([deliveries(), attempts()]).toEqual([0, 0]);
    expect(Math.max(...removed)).toBeLessThanOrEqual(200);
  });

  test("past any number of those that have to stay", async () => {
    await begin();
    await write(2100, 60, "failed", { attempts: 0 });
    await write(3, 31, "delivered");
    await forgetOldDeliveries(server.deps, clock.now());
    expect([deliveries(), attempts()]).toEqual([2100, 0]);
  });

  test("samples after 90 days, as nobody can find them", async () => {
    await begin();
    await write(30, 90.1, "delivered", { sample: true });
    await write(2, 89.9, "delivered", { sample: true });
    await write(1, 90.1, "delivered");
    const before = rowsOf(server.deps, "events");
    await forgetOldDeliveries(server.deps, clock.now());
    expect(before - rowsOf(server.deps, "events")).toBe(30);
  });
});

describe("a removed endpoint", () => {
  test("is gone at once; its rows go by steps, and no other", async () => {
    await begin();
    await write(700, 1, "delivered", { attempts: 3 });
    const at = () => clock.now();
    const past = { webhookId: id, accountId: account.accountId, count: 50, status: "pending", at } as const;
    await writeDeliveries(server.deps, { ...past, at: () => clock.now() + dayMs });
    const kept = await register(account.sandbox, url, ["shipment.failed"]);
    await writeDeliveries(server.deps, { ...past, webhookId: kept, status: "paused" });
    const path = `${platform}/webhooks/${id}`;
    const removed = await removedPerStep(async () => {
      expect((await account.sandbox.delete(path)).status).toBe(204);
      for (const of of ["", "/deliveries", "/statistics"]) {
        expect((await account.sandbox.get(path + of)).status).toBe(404);
      }
      const { body } = await account.sandbox.get(`${platform}/webhooks`);
      expect(body.data.map((webhook: { id: string }) => webhook.id)).toEqual([kept]);
      await gone(id);
    });
    expect(removed.length).toBeGreaterThan(700 / 50);
    expect(Math.max(...removed)).toBeLessThanOrEqual(200);
    expect([deliveries(), attempts()]).toEqual([50, 50]);
    await account.sandbox.delete(`${platform}/webhooks/${kept}`);
    await gone(kept);
  });

  test("leaves to the next start what is there when the server stops", async () => {
    const dataDir = await makeDataFolder();
    const first = await startServer({ dataDir });
    const own = await first.account();
    const webhookId = await register(own.sandbox, url);
    const past = { webhookId, accountId: own.accountId, count: 3000, at: () => Date.now() };
    await writeDeliveries(first.deps, { ...past, status: "delivered" });
    await own.sandbox.delete(`${platform}/webhooks/${webhookId}`);
    await first.stop();
    const second = await startServer({ dataDir });
    await eventually("no row of it", () => rowsOf(second.deps, "webhook_endpoints") === 0 || undefined);
    expect(rowsOf(second.deps, "webhook_deliveries")).toBe(0);
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test("emptying the sandbox removes deliveries by steps, before their events", async () => {
  await begin();
  await write(300, 1, "failed", { attempts: 10 });
  const removed = await removedPerStep(async () => {
    expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  });
  expect(Math.max(...removed)).toBeLessThanOrEqual(200);
  expect([deliveries(), rowsOf(server.deps, "events")]).toEqual([0, 0]);
});
