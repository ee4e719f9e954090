import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { endPersonalData } from "../../../../src/delivery/privacy/redaction/jobs.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer } from "../../../support/harness.ts";

/** Whatever happens meanwhile, a standing order makes each of its days once, and what it is made of ends with it. */

const path = `${platform}/schedules`;
const [hour, day] = [3_600, 86_400];
const start = Date.UTC(2027, 4, 3, 8);
const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const body = (change: Record<string, unknown> = {}) => ({
  name: "Bread for the café",
  shipment: shipmentBody({ reference: "standing" }),
  days: everyDay,
  pickup_window: { from: "09:00", to: "12:00" },
  ...change,
});
const datesOf = async (client: Client, id: string) => {
  const { body: page } = await client.get(`${platform}/shipments?schedule_id=${id}&sort=oldest&limit=100`);
  return page.data.map(({ scheduled_for: date }: { scheduled_for: string }) => date) as string[];
};

test("a server that stops between two steps of a day goes on with the next one", async () => {
  const clock = createClock(start);
  const dataDir = await makeDataFolder();
  const first = await startServer({ dataDir, replacements: { clock } });
  const account = await first.account();
  await addOpenFleet(first, account.accountId, {}, "live");
  const accept = { strategy: "cheapest" };
  const shipment = shipmentBody({ accept });
  const { id } = (await account.live.post(path, body({ shipment, create_hours_before: 0 }))).body;
  await jobsAtRest(first.deps);
  clock.advance(5);
  await jobsAtRest(first.deps);
  const at = async (client: Client) =>
    (await client.get(`${platform}/shipments?schedule_id=${id}`)).body.data as {
      id: string;
      status: string;
    }[];
  const [made] = await at(account.live);
  expect(made?.status).toBe("assigned");
  const stores = first.deps.stores.platform("live");
  // As if the process had been killed after the shipment was stored, and before anybody accepted an offer for it.
  await stores.write((tx) => {
    tx.run(sql`UPDATE schedule_days SET status = 'waiting', due_at = ${clock.now()}`);
  });
  await first.stop();
  const second = await startServer({ dataDir, replacements: { clock } });
  const client = second.client({ authorization: `Bearer ${account.liveKey}` });
  await jobsAtRest(second.deps);
  expect((await at(client)).map(({ id: one, status }) => [one, status])).toEqual([
    [made?.id as string, "assigned"],
  ]);
  // Two looks at once, and the time of the next day.
  clock.moveTo(start + day * 1000 - hour * 1000);
  await Promise.all([jobsAtRest(second.deps), jobsAtRest(second.deps)]);
  expect(await datesOf(client, id)).toEqual(["2027-05-03", "2027-05-04"]);
  const { db } = second.deps.stores.platform("live");
  const twice = () =>
    db.run(sql`UPDATE shipments SET scheduled_for = '2027-05-03' WHERE scheduled_for = '2027-05-04'`);
  expect(twice).toThrow();
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a revoked key's schedules go on, and a clock that jumps a week makes each day once", async () => {
  const server = await startServer({ config: { testClock: true } });
  const { session, sandbox } = await server.account();
  const issued = await session.post("/api/v1/keys", {
    name: "orders",
    environment: "sandbox",
    scopes: ["shipments:read", "shipments:write"],
  });
  const client = server.client({ authorization: `Bearer ${issued.body.secret}` });
  // What only accepting needs is refused, and the account's own default is not asked for.
  const refused = await client.post(
    path,
    body({ shipment: shipmentBody({ accept: { strategy: "cheapest" } }) }),
  );
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  const set = (seconds: number) => sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: seconds });
  expect(
    (await sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: "2027-05-03T08:00:00Z" })).status,
  ).toBe(200);
  const { id } = (await client.post(path, body({ create_hours_before: 3, days: ["mon", "wed", "fri"] })))
    .body;
  expect((await session.delete(`/api/v1/keys/${issued.body.id}`)).status).toBe(204);
  expect((await client.get(path)).status).toBe(401);
  expect((await set(7 * day)).status).toBe(200);
  expect(await datesOf(sandbox, id)).toEqual(["2027-05-03", "2027-05-05", "2027-05-07", "2027-05-10"]);
  expect((await set(1)).status).toBe(200);
  expect(await datesOf(sandbox, id)).toHaveLength(4);
  await server.stop();
});

test("one that is paused or over loses what it was made of after the account's days, and not before", async () => {
  const clock = createClock(start);
  const server = await startServer({ replacements: { clock } });
  const { session, live } = await server.account();
  expect(
    (await session.patch(`${platform}/account`, { retention_days: 30 }, { "x-environment": "live" })).status,
  ).toBe(200);
  const paused = (await live.post(path, body({ paused: true }))).body.id;
  const over = (await live.post(path, body({ ends_on: "2027-05-04" }))).body.id;
  const active = (await live.post(path, body())).body.id;
  await jobsAtRest(server.deps);
  clock.advance(2 * day);
  await jobsAtRest(server.deps);
  const shownOf = async (id: string) => {
    const { shipment, name, redacted_at } = (await live.get(`${path}/${id}`)).body;
    return [shipment === null, name, redacted_at === null];
  };
  const kept = [false, "Bread for the café", true];
  const retention = endPersonalData(server.deps);
  clock.moveTo(start + 29 * day * 1000);
  await retention.run(clock.now());
  for (const id of [paused, over, active]) expect(await shownOf(id)).toEqual(kept);
  clock.moveTo(start + 33 * day * 1000);
  await retention.run(clock.now());
  for (const id of [paused, over]) expect(await shownOf(id)).toEqual([true, "[redacted]", false]);
  expect(await shownOf(active)).toEqual(kept);
  // Without what it makes it cannot go on, and with something new it can.
  const resumed = await live.patch(`${path}/${paused}`, { paused: false });
  expect([resumed.status, resumed.body.errors?.[0]?.pointer]).toEqual([422, "#/shipment"]);
  const refilled = await live.patch(`${path}/${paused}`, {
    paused: false,
    name: "Rolls",
    shipment: shipmentBody(),
  });
  expect(refilled.body).toMatchObject({ name: "Rolls", redacted_at: null, paused: false });
  await server.stop();
});
