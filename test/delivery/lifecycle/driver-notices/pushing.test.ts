import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectProblem } from "../../../api/problem.ts";
import { addDriver, driverClient, driverToken, type TestDriver } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { type PushService, startPushService } from "../../../support/push-service.ts";

/** Phones are woken when their driver is told something, by a push service that a test plays. */

const me = "/api/v1/driver/me";
const folder = mkdtempSync(join(tmpdir(), "waybill-push-"));
let service: PushService;
let server: TestServer;
let account: TestAccount;
let fleet: string;
beforeAll(async () => {
  service = startPushService();
  const caFile = join(folder, "ca.pem");
  await Bun.write(caFile, service.authority);
  server = await startServer({ config: { push: "on", caFile } });
  account = await server.account();
  fleet = await addOpenFleet(server, account.accountId);
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

const newDriver = () => addDriver(server, "sandbox", account.accountId, { carrierId: fleet, onDuty: true });
const phoneOf = (driver: TestDriver) => driverClient(server, driver, account.accountId);
/** A phone of the driver that is woken. */
async function wakeable(driver: TestDriver) {
  const phone = await phoneOf(driver);
  const browser = service.browser();
  expect((await phone.put(`${me}/push`, browser.subscription)).status).toBe(204);
  return { phone, browser };
}
const note = ({ id }: TestDriver, text = "Please call.") =>
  account.sandbox.post(`${platform}/drivers/${id}/notes`, { text });
/** How many the service got for a browser, when nothing more is due for the driver. */
async function atRest({ id }: TestDriver): Promise<void> {
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("all pushes of the driver", async () => {
    const due = db.all(`SELECT id FROM driver_notices WHERE driver_id = '${id}' AND push_at IS NOT NULL`);
    return due.length === 0;
  });
}

describe("a phone", () => {
  test("is woken by a job, in a message for it alone that says no more than that", async () => {
    const driver = await newDriver();
    const { phone, browser } = await wakeable(driver);
    const { assignmentId } = await acceptFleet(account.sandbox, fleet);
    await account.sandbox.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id: driver.id });
    const message = await eventually("the push", async () => browser.messages[0]);
    expect(message.data).toEqual({ kind: "job" });
    expect(message.headers).toMatchObject({ ttl: "1800", urgency: "high", topic: "news" });
    expect(message.token.aud).toBe(new URL(browser.subscription.endpoint).origin);
    const { push } = (await phone.get(me)).body;
    expect(push).toEqual({ public_key: message.key });
    await atRest(driver);
    expect(browser.messages).toHaveLength(1);
  });

  test("is woken no more once its driver says so, disconnects it, or the service knows it no more", async () => {
    const driver = await newDriver();
    const phones = [await wakeable(driver), await wakeable(driver), await wakeable(driver)] as const;
    const [asleep, ended, dead] = phones;
    dead.browser.answer = () => new Response(null, { status: 410 });
    await asleep.phone.delete(`${me}/push`);
    await ended.phone.delete(`${me}/session`);
    for (const times of [1, 2]) {
      await note(driver);
      await atRest(driver);
      expect([times, ...phones.map(({ browser }) => browser.messages.length)]).toEqual([times, 0, 0, 1]);
    }
  });

  test("is one of the three that subscribed last", async () => {
    const driver = await newDriver();
    const phones = [];
    for (let count = 0; count < 4; count += 1) phones.push(await wakeable(driver));
    await note(driver);
    await atRest(driver);
    expect(phones.map(({ browser }) => browser.messages.length)).toEqual([0, 1, 1, 1]);
  });

  test("that is dead holds nobody up: a hundred notes are two messages, and another driver's comes at once", async () => {
    const [stuck, other] = [await newDriver(), await newDriver()];
    const [dead, alive] = [await wakeable(stuck), await wakeable(other)];
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const;
    dead.browser.answer = () => answers[dead.browser.messages.length === 1 ? 0 : 1].promise;
    for (let count = 0; count < 100; count += 1) expect((await note(stuck)).status).toBe(201);
    await note(other);
    await eventually("the other driver's push", async () => alive.browser.messages[0]);
    expect(dead.browser.messages).toHaveLength(1);
    // The other 99 came meanwhile: one more message is for all of them.
    answers[0].resolve(new Response(null, { status: 201 }));
    await eventually("the second message", async () => dead.browser.messages[1]);
    answers[1].resolve(new Response(null, { status: 201 }));
    await atRest(stuck);
    expect(dead.browser.messages).toHaveLength(2);
    expect((await stopsOf(dead.phone)).notices).toHaveLength(100);
  });
});

const stopsOf = async (phone: Client) => (await phone.get("/api/v1/driver/stops")).body;

test("an address that may not be called, keys of no browser and a token are refused", async () => {
  const driver = await newDriver();
  const phone = await phoneOf(driver);
  const { subscription } = service.browser();
  const addresses = [
    "http://127.0.0.1:9/",
    "https://10.0.0.1/",
    "https://user@push.example.com/",
    "push",
    "",
  ];
  for (const endpoint of addresses) {
    const answer = await phone.put(`${me}/push`, { ...subscription, endpoint });
    expect(answer.body.errors?.[0]?.pointer).toBe("#/endpoint");
  }
  for (const keys of [
    { p256dh: "short", auth: subscription.keys.auth },
    { p256dh: subscription.keys.p256dh },
  ])
    expect((await phone.put(`${me}/push`, { ...subscription, keys })).status).toBe(422);
  const token = await driverToken(server, driver, account.accountId);
  const client = server.client({ authorization: `Bearer ${token}` });
  const refused = await client.put(`${me}/push`, subscription);
  expectProblem(server, refused, { status: 409, code: "push_unavailable" });
  expect((await client.get(me)).body.push).toBeNull();
});

test("a driver hears how a phone is woken, and the dispatcher reads what it can do", async () => {
  const driver = await newDriver();
  const { phone, browser } = await wakeable(driver);
  expect((await phone.post(`${me}/push/test`)).body).toEqual({ sent: true });
  expect(browser.messages.map(({ data }) => data)).toEqual([{ kind: "test" }]);
  browser.answer = () => new Response(null, { status: 500 });
  expect((await phone.post(`${me}/push/test`)).body).toEqual({ sent: false });
  const silent = await phoneOf(driver);
  expectProblem(server, await silent.post(`${me}/push/test`), { status: 409, code: "push_unavailable" });

  const abilities = {
    location: "yes",
    camera: "no",
    notifications: "yes",
    sound: "yes",
    home_screen: "unknown",
  };
  expect((await phone.put(`${me}/phone`, abilities)).status).toBe(204);
  const devices = (await account.sandbox.get(`${platform}/drivers/${driver.id}/devices`)).body.data;
  expect(devices).toMatchObject([
    { abilities: null },
    { abilities: { ...abilities, checked_at: expect.any(String) } },
  ]);
  expect((await phone.put(`${me}/phone`, { ...abilities, sound: "loud" })).status).toBe(422);
});
