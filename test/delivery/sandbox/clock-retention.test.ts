import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createCalendar } from "../../../src/app/jobs.ts";
import { isChore } from "../../../src/infra/chores/service.ts";
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { createClock } from "../../support/clock.ts";
import { rowsOf, writeDeliveries } from "../../support/deliveries.ts";
import { addDriver } from "../../support/drivers.ts";
import { advance, createAssigned, createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** What is kept for a time ends by the clock of its account, and for all others in real time, which goes on here. */

const clock = createClock(Date.UTC(2026, 5, 1, 12));
const [hour, day] = [3_600, 86_400];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { testClock: true }, replacements: { clock } });
});
afterAll(() => server.stop());

const iso = (ms: number) => new Date(ms).toISOString();

/** Moves the account's clock by so many seconds. */
async function pass({ sandbox }: TestAccount, seconds: number): Promise<void> {
  const { status, text } = await sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: seconds });
  if (status !== 200) throw new Error(`advancing gave ${status}: ${text}`);
}

const runAll = () =>
  Promise.all(
    createCalendar(server.deps)
      .filter(isChore)
      .map((job) => job.run(clock.now())),
  );
const isRedacted = async ({ sandbox }: TestAccount, id: string) =>
  (await sandbox.get(`${platform}/shipments/${id}`)).body.redacted_at !== null;
async function delivered({ session, sandbox }: TestAccount, retention_days: number | null) {
  await session.patch(`${platform}/account`, { retention_days }, { "x-environment": "sandbox" });
  const { shipment } = await createAssigned(sandbox);
  await advance(sandbox, shipment.id, "delivered");
  return shipment.id;
}

/** One of everything that is kept for a time, in the account's own time. @returns a count of what is left */
async function fill(account: TestAccount, deliveries: number) {
  const { deps } = server;
  const { sandbox, accountId } = account;
  const at = deps.clocks?.times.now(accountId) ?? 0;
  const shipmentId = await delivered(account, 2);
  const endpoint = { url: "waybill:inbox", events: ["shipment.created"] };
  const { body: webhook } = await sandbox.post(`${platform}/webhooks`, endpoint);
  const past = { webhookId: webhook.id, accountId, status: "failed" as const, at: () => at };
  await writeDeliveries(deps, { ...past, count: deliveries });
  await writeDeliveries(deps, { ...past, count: 1, sample: true });
  const { id: driverId, carrierId } = await addDriver(server, "sandbox", accountId);
  await deps.stores.platform("sandbox").write((tx) => {
    tx.run(sql`INSERT INTO images
        (id, carrier_id, account_id, content_type, sha256, width, height, size, created_at)
        VALUES (${deps.ids.make("img")}, ${carrierId}, ${accountId}, 'image/png', '', 1, 1, 1, ${at})`);
    tx.run(sql`INSERT INTO driver_positions
        (driver_id, report_id, reported_at, latitude, longitude, recorded_at, received_at, verdict)
        VALUES (${driverId}, 'r', ${at}, 1, 1, ${at}, ${at}, 'good')`);
    tx.run(sql`UPDATE positions SET of_driver = 1 WHERE shipment_id = ${shipmentId}`);
  });
  const left = (table: string) => rowsOf(deps, table);
  return () => ({
    deliveries: left(`webhook_deliveries WHERE webhook_id = '${webhook.id}'`),
    samples: left(`events WHERE sample = 1 AND account_id = '${accountId}'`),
    images: left(`images WHERE account_id = '${accountId}'`),
    tracks: left(`driver_positions WHERE driver_id = '${driverId}'`),
    positions: left(`positions WHERE shipment_id = '${shipmentId}' AND of_driver = 1`),
    personal: left(`shipments WHERE id = '${shipmentId}' AND redacted_at IS NULL`),
  });
}

test.each([
  ["ahead", 400 * day],
  ["behind", 1],
])("it removes what others kept, and nothing of an account whose clock stands %s", async (_, seconds) => {
  const [still, real] = [await server.account(), await server.account()];
  await still.sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: iso(clock.now() + seconds * 1000) });
  // More than one look reads.
  const leftOf = { still: await fill(still, 1_100), real: await fill(real, 1) };
  const [ofStill, ofReal] = [leftOf.still(), leftOf.real()];
  expect(Object.values(ofReal)).not.toContain(0);
  clock.advance(100 * day);
  await runAll();
  expect(leftOf.still()).toEqual(ofStill);
  expect(Object.values(leftOf.real())).toEqual(Object.values(ofReal).map(() => 0));
  // Its own clock removes the same.
  await pass(still, 100 * day);
  expect(leftOf.still()).toEqual(leftOf.real());
  await still.sandbox.delete(`${platform}/sandbox/clock`);
});

test("retention that is switched on while a clock runs ends personal data within a day", async () => {
  const account = await server.account();
  const id = await delivered(account, null);
  await pass(account, 3 * day);
  await account.session.patch(`${platform}/account`, { retention_days: 2 }, { "x-environment": "sandbox" });
  clock.advance(day + 2 * hour);
  // A commit lets the account's clock look at what is due.
  await createShipment(account.sandbox);
  await eventually("the end of personal data", async () => (await isRedacted(account, id)) || undefined);
  await account.sandbox.delete(`${platform}/sandbox/clock`);
});

test("repeated requests are the same for a day of it, wherever the clock is", async () => {
  const [frozen, ahead] = [await server.account(), await server.account()];
  const key = { "idempotency-key": "k" };
  const create = async ({ sandbox }: TestAccount) =>
    (await sandbox.post(`${platform}/shipments`, shipmentBody(), key)).body.id;
  const endpoint = { url: "waybill:inbox", events: ["*"] };
  await frozen.sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: iso(clock.now() + 1000) });
  await pass(ahead, 400 * day);
  const first = [await create(frozen), await create(ahead)];
  await ahead.session.post("/api/v1/keys", { name: "k", environment: "sandbox" }, key);
  await ahead.sandbox.post(`${platform}/webhooks`, endpoint, key);
  const { shipment } = await createAssigned(ahead.sandbox);
  const step = `${platform}/sandbox/shipments/${shipment.id}/advance`;
  expect((await ahead.sandbox.post(step, {}, { "idempotency-key": "step" })).status).toBe(200);
  await pass(ahead, 2 * day);
  clock.advance(day - 1);
  await forgetRows(server.deps).run(clock.now());
  expect([await create(frozen), await create(ahead)]).toEqual(first);
  clock.advance(1);
  const second = [await create(frozen), await create(ahead)];
  expect(new Set([...first, ...second]).size).toBe(4);
  clock.advance(day);
  await forgetRows(server.deps).run(clock.now());
  const { accounts, platform: of } = server.deps.stores;
  for (const { db } of [accounts, of("sandbox")]) {
    expect(db.all(sql`SELECT account_id FROM idempotency_keys`)).toEqual([]);
  }
});
