import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { createClock, jobsAtRest } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Answer, type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

type Body = Answer["body"];

const clock = createClock();
let dataDir: string;
let server: TestServer;
let key: string;
beforeAll(async () => {
  dataDir = await makeDataFolder();
  server = await start();
  key = (await server.account()).sandboxKey;
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startServer({ dataDir, replacements: { clock } });
const sandbox = (): Client => server.client({ "x-api-key": key });
const iso = (at: number) => new Date(at).toISOString();
const get = async (path: string): Promise<Body> => (await sandbox().get(`${platform}${path}`)).body;

/** The newest round, as it is now. */
async function roundOf(id: string) {
  await jobsAtRest(server.deps);
  const { status, data, unavailable } = await get(`/shipments/${id}/quotes?wait_seconds=0`);
  const codes = (list: Body[], code: (one: Body) => unknown) =>
    list.map((one) => [one.carrier.code, code(one)]);
  return {
    status,
    offers: codes(data, ({ price }) => price.amount),
    unavailable: codes(unavailable, ({ code }) => code),
  };
}

test("carriers answer late, partly, with an error, or not at all, also over a restart", async () => {
  const price = { amount: 500, currency: "EUR" };
  const quotes = [
    { carrier: "swift_bike", answer: "error" },
    { carrier: "city_van", price, after_seconds: 4 },
    { carrier: "parcel_post", answer: "none" },
  ];
  const { id } = await createShipment(sandbox(), { simulation: { script: { quotes } } });
  await eventually("the answer that comes at once", async () =>
    (await roundOf(id)).unavailable.length > 0 ? true : undefined,
  );
  const first = { status: "partial", offers: [], unavailable: [["swift_bike", "carrier_error"]] };
  expect(await roundOf(id)).toEqual(first);
  clock.advance(3.999);
  expect(await roundOf(id)).toEqual(first);
  await server.stop();
  server = await start();
  expect(await roundOf(id)).toEqual(first);
  clock.advance(0.001);
  const second = { ...first, offers: [["city_van", 500]] };
  expect(await roundOf(id)).toEqual(second);
  expect((await get(`/shipments/${id}`)).status).toBe("created");
  clock.advance(6);
  expect(await roundOf(id)).toEqual({
    ...second,
    status: "complete",
    unavailable: [
      ["swift_bike", "carrier_error"],
      ["parcel_post", "carrier_timeout"],
    ],
  });
  expect((await get(`/shipments/${id}`)).status).toBe("quoted");

  const estimate = await sandbox().post(`${platform}/estimates`, {
    ...shipmentBody({ simulation: { script: { quotes } } }),
  });
  expect(estimate.body.data.map(({ carrier }: Body) => carrier.code)).toEqual(["city_van"]);
  expect(estimate.body.unavailable.map(({ code }: Body) => code).sort()).toEqual([
    "carrier_error",
    "carrier_timeout",
  ]);
  const { data: carriers } = await get("/carriers");
  expect(carriers.map(({ status }: Body) => status)).toEqual(carriers.map(() => "active"));
});

test("an answer after the deadline is too late, and nobody but the silent carrier is asked", async () => {
  const quotes = [{ carrier: "city_van", after_seconds: 11 }];
  const { id } = await createShipment(sandbox(), { simulation: { script: { quotes } } });
  expect(await roundOf(id)).toEqual({ status: "pending", offers: [], unavailable: [] });
  clock.advance(10);
  const over = { status: "complete", offers: [], unavailable: [["city_van", "carrier_timeout"]] };
  expect(await roundOf(id)).toEqual(over);
  clock.advance(2);
  expect(await roundOf(id)).toEqual(over);
});

test("steps come at their seconds or times, whatever the speed does to the others", async () => {
  const start = clock.now();
  const at = (seconds: number) => iso(start + seconds * 1000);
  const steps = [
    { type: "progress", substatus: "confirmed", after_seconds: 20 },
    { type: "progress", substatus: "picked_up", at: at(60) },
    { type: "ride", leg: "delivery", lasting_seconds: 40, every_seconds: 20 },
    { type: "scan", message: "Seen.", after_seconds: 20, late_seconds: 10 },
    { type: "progress", substatus: "at_delivery", after_seconds: 20 },
    { type: "undeliverable", reason_code: "weather", at: at(120) },
    { type: "returned", after_seconds: 10 },
  ];
  const { id } = await createShipment(sandbox(), { simulation: { speed: 2, script: { steps } } });
  await jobsAtRest(server.deps);
  const accepted = await sandbox().post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
  expect(accepted.status).toBe(201);
  for (let second = 0; second < 130; second += 1) {
    await jobsAtRest(server.deps);
    clock.advance(1);
  }
  await jobsAtRest(server.deps);
  const { entries } = await get(`/tracking/${id}`);
  const told = entries
    .slice(3)
    .map(({ occurred_at, code, substatus, status }: Body) => [
      (Date.parse(occurred_at) - start) / 1000,
      code ?? substatus ?? status,
    ]);
  expect(told).toEqual([
    [10, "confirmed"],
    [60, "picked_up"],
    [65, "scanned"],
    [80, "at_delivery"],
    [120, "weather"],
    [125, "returned"],
  ]);
  const { data } = await get(`/tracking/${id}/positions`);
  const seconds = data.map(({ recorded_at }: Body) => (Date.parse(recorded_at) - start) / 1000);
  expect(seconds).toEqual([60, 70, 80]);
});

test("a script follows the account's own clock", async () => {
  const owned = await startServer({ config: { testClock: true } });
  const { sandbox: client } = await owned.account();
  const clockPath = `${platform}/sandbox/clock`;
  const advanced = async (seconds: number) => {
    const answer = await client.patch(clockPath, { advance_seconds: seconds });
    expect([answer.status, answer.body.ran.pending]).toEqual([200, 0]);
  };
  const begin = Date.now() + 86_400_000;
  expect((await client.patch(clockPath, { frozen_at: iso(begin) })).status).toBe(200);
  const at = (seconds: number) => iso(begin + seconds * 1000);
  const simulation = {
    script: {
      quotes: [{ carrier: "city_van", after_seconds: 5 }],
      steps: [
        { type: "progress", substatus: "picked_up", after_seconds: 3600 },
        { type: "attempt_failed", reason_code: "age_check_failed", at: at(90_000) },
        { type: "delivered", after_seconds: 60 },
      ],
    },
  };
  const { id } = await createShipment(client, { simulation });
  const state = async () => (await client.get(`${platform}/shipments/${id}`)).body;
  expect((await state()).status).toBe("created");
  await advanced(5);
  expect((await state()).status).toBe("quoted");
  await client.post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
  await eventually("a booking", async () => {
    const { body } = await client.get(`${platform}/shipments/${id}/assignments`);
    const { db } = owned.deps.stores.platform("sandbox");
    const begun = db.all(sql`SELECT 1 FROM simulations WHERE shipment_id = ${id}`);
    return (body.data.length > 0 && begun.length > 0) || undefined;
  });
  await advanced(3_600);
  expect(await state()).toMatchObject({ substatus: "picked_up", picked_up_at: at(3_605) });
  await advanced(86_400);
  const { entries } = (await client.get(`${platform}/tracking/${id}`)).body;
  expect(
    entries.slice(3).map(({ occurred_at, code, status }: Body) => [occurred_at, code ?? status]),
  ).toEqual([
    [at(3_605), "in_transit"],
    [at(90_000), "age_check_failed"],
  ]);
  await advanced(55);
  expect(await state()).toMatchObject({ status: "delivered", delivered_at: at(90_060) });
  await owned.stop();
});
