import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createClock } from "../../../support/clock.ts";
import { addDriver, driverToken, giveJob, type TestDriver } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";

/** Positions take storage. In a full one the oldest go for the new ones, and no news of goods is refused. */

const plenty = 200e9;
const bytesOfTrack = 280;
const bytesOfTracking = 150;
const leastKept = 10_000;
const clock = createClock();
let server: TestServer;
let operator: TestOperator;
let account: TestAccount;
let carrierId: string;

beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "scale" }, replacements: { clock } });
  operator = await createOperator(server);
});
beforeEach(async () => {
  await allow(plenty);
  account = await server.account();
  carrierId = await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

async function allow(bytes: number): Promise<void> {
  const { status } = await operator.session.patch("/api/v1/operator/tiers/scale", { storage_bytes: bytes });
  expect(status).toBe(200);
}

const db = () => server.deps.stores.platform("sandbox").db;
const storedBytes = async () =>
  (await account.sandbox.get(`${platform}/account`)).body.stored_bytes as number;
const onDuty = (name: string, of = account.accountId, fleet = carrierId): Promise<TestDriver> =>
  addDriver(server, "sandbox", of, { carrierId: fleet, onDuty: true, name });
const phoneOf = async (driver: TestDriver, of = account.accountId) =>
  server.client({ authorization: `Bearer ${await driverToken(server, driver, of)}` });
const idsOf = ({ driverId }: TestDriver) =>
  db()
    .all<{ report_id: string }>(
      sql`SELECT report_id FROM driver_positions WHERE driver_id = ${driverId} ORDER BY id`,
    )
    .map(({ report_id }) => report_id);
const countedAs = () =>
  db().all(sql`SELECT account_id, sum(bytes) AS bytes FROM stored_rows GROUP BY account_id
    EXCEPT SELECT account_id, bytes FROM storage_use`);

let sent = 0;
/** Sends `count` positions, a second apart. @returns their ids */
async function drive(phone: Awaited<ReturnType<typeof phoneOf>>, count: number, assignmentId?: string) {
  clock.advance(count);
  const reports = Array.from({ length: count }, (_, index) => {
    sent += 1;
    const at = new Date(clock.now() - (count - index) * 1_000).toISOString();
    const of = assignmentId === undefined ? {} : { assignment_id: assignmentId };
    return { id: `p-${sent}`, type: "position", at, latitude: 52.5, longitude: 13.4, ...of };
  });
  const sent_at = new Date(clock.now()).toISOString();
  const { status, body } = await phone.post("/api/v1/driver/reports", { sent_at, reports });
  expect([status, new Set(body.results.map(({ result }: { result: string }) => result))]).toEqual([
    200,
    new Set(["applied"]),
  ]);
  return reports.map(({ id }) => id);
}

test("a position counts in the track of its driver, and in the tracking of the driver's job", async () => {
  const kim = await onDuty("Kim");
  const phone = await phoneOf(kim);
  const before = await storedBytes();
  await drive(phone, 100);
  expect((await storedBytes()) - before).toBe(100 * bytesOfTrack);
  const trip = await acceptFleet(account.sandbox, carrierId);
  await giveJob(server, kim, trip);
  const assigned = await storedBytes();
  await drive(phone, 10);
  const events = db().get<{ bytes: number }>(
    sql`SELECT ifnull(sum(octet_length(body)), 0) AS bytes FROM events WHERE account_id = ${account.accountId}`,
  );
  expect(events?.bytes).toBeGreaterThan(0);
  const [copies] = db().values<[number]>(sql`SELECT count(*) FROM positions WHERE shipment_id = ${trip.id}`);
  expect(copies?.[0]).toBeGreaterThan(0);
  expect((await storedBytes()) - assigned).toBeGreaterThanOrEqual(10 * bytesOfTrack + bytesOfTracking);
  expect(countedAs()).toEqual([]);
  expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  expect(countedAs()).toEqual([]);
});

test("in a full storage the oldest of the account go first, whichever driver's, until it is no longer full", async () => {
  const [kim, sam] = [await onDuty("Kim"), await onDuty("Sam")];
  const [phone, other] = [await phoneOf(kim), await phoneOf(sam)];
  for (let batch = 0; batch < 21; batch += 1) await drive(phone, 500);
  const stored = await storedBytes();
  const newest = idsOf(kim).slice(100);
  // Room for fifty more.
  await allow(stored + 50 * bytesOfTrack + 1);
  const fromSam = await drive(other, 50);
  expect(idsOf(kim).length).toBe(10_500);
  const later = await drive(other, 50);
  expect(idsOf(kim)).toEqual(newest);
  expect(idsOf(sam)).toEqual([...fromSam, ...later]);
  expect(await storedBytes()).toBe(stored);
  expect(countedAs()).toEqual([]);
});

test("an account far above its limit keeps its newest positions, and its reports go on; others keep theirs", async () => {
  const stranger = await server.account();
  const theirs = await addOpenFleet(server, stranger.accountId);
  const robin = await onDuty("Robin", stranger.accountId, theirs);
  await drive(await phoneOf(robin, stranger.accountId), 20);
  const kim = await onDuty("Kim");
  const phone = await phoneOf(kim);
  const trip = await acceptFleet(account.sandbox, carrierId);
  await giveJob(server, kim, trip);
  await allow(1);
  let last: string[] = [];
  for (let batch = 0; batch < 24; batch += 1) last = await drive(phone, 500);
  const kept = idsOf(kim);
  expect(kept.length).toBe(leastKept);
  expect(kept.slice(-500)).toEqual(last);
  const [copies] = db().values<[number]>(sql`SELECT count(*) FROM positions WHERE shipment_id = ${trip.id}`);
  expect(copies?.[0]).toBeLessThanOrEqual(1_000);
  const { body: tracking } = await account.sandbox.get(`${platform}/tracking/${trip.id}`);
  expect(tracking.position.latitude).toBe(52.5);
  expect(idsOf(robin).length).toBe(20);
  expect(countedAs()).toEqual([]);
});
