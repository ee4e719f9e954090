import { afterAll, beforeAll, expect, test } from "bun:test";
import { addFleet } from "../../../support/carrier-rows.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { plainCard } from "../../carriers/kinds/fleet/support.ts";

/** A firm that delivers by itself says once that each new shipment is its own. */

const path = `${platform}/account`;
const own = { strategy: "cheapest", carriers: ["riders"] };
let server: TestServer;
let account: TestAccount;
let fleetId: string;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  fleetId = await addFleet(
    server,
    "sandbox",
    account.accountId,
    { status: "active", code: "riders" },
    plainCard,
  );
});
afterAll(() => server.stop());

const set = (accept_by_default: object | null): Promise<Answer> =>
  account.session.patch(path, { accept_by_default }, { "x-environment": "sandbox" });
const create = (change: object = {}, client = account.sandbox): Promise<Answer> =>
  client.post(`${platform}/shipments`, shipmentBody({ ...change }));
const keyWith = async (...scopes: string[]) => {
  const { body } = await account.session.post("/api/v1/keys", {
    name: "test",
    environment: "sandbox",
    scopes,
  });
  return server.client({ "x-api-key": body.secret });
};

test("nothing is accepted until the account says so, and again after it has taken that back", async () => {
  expect((await account.sandbox.get(path)).body.accept_by_default).toBeNull();
  expect((await create()).body.assignment).toBeNull();
  expect((await set(own)).body.accept_by_default).toEqual(own);
  expect((await create()).body).toMatchObject({
    accept_problem: null,
    assignment: { carrier: { id: fleetId } },
  });
  const batch = await account.sandbox.post(`${platform}/shipments/batch`, { shipments: [shipmentBody()] });
  expect(batch.body.data[0].shipment.assignment.carrier.id).toBe(fleetId);
  expect((await set(null)).body.accept_by_default).toBeNull();
  const { body } = await create();
  expect([body.assignment, "accept_problem" in body]).toEqual([null, false]);
});

test("the sandbox and live each have their own, so that a trial books nothing in live", async () => {
  const live = await addFleet(
    server,
    "live",
    account.accountId,
    { status: "active", code: "riders" },
    plainCard,
  );
  const seen = async () => [
    (await account.sandbox.get(path)).body.accept_by_default,
    (await account.live.get(path)).body.accept_by_default,
  ];
  await set(own);
  expect(await seen()).toEqual([own, null]);
  expect((await create({}, account.live)).body.assignment).toBeNull();
  const other = { strategy: "fastest", services: ["plain"] };
  const inLive = { "x-environment": "live" };
  const { body } = await account.session.patch(path, { accept_by_default: other }, inLive);
  expect([body.accept_by_default, await seen()]).toEqual([other, [own, other]]);
  expect((await create({}, account.live)).body.assignment.carrier.id).toBe(live);
  await set(null);
  expect(await seen()).toEqual([null, other]);
  await account.session.patch(path, { accept_by_default: null }, inLive);
  expect(await seen()).toEqual([null, null]);
});

test("a change keeps what it leaves out, and null removes a member", async () => {
  await set(null);
  expect((await set({ carriers: ["riders"], services: ["plain"] })).body.accept_by_default).toEqual({
    strategy: "cheapest",
    carriers: ["riders"],
    services: ["plain"],
  });
  const { body } = await set({ strategy: "fastest", services: null });
  expect(body.accept_by_default).toEqual({ strategy: "fastest", carriers: ["riders"] });
  const kept = await set({ services: ["plain"] });
  expect(kept.body.accept_by_default).toMatchObject({ strategy: "fastest", services: ["plain"] });
  await set(null);
});

test("a request has the last word", async () => {
  await set(own);
  const { body } = await create({ accept: null });
  expect([body.assignment, "accept_problem" in body]).toEqual([null, false]);
  const other = await create({ accept: { strategy: "cheapest", carriers: ["swift_bike"] } });
  expect(other.body.assignment.carrier.code).toBe("swift_bike");
});

test("a key that may not accept creates, and hears why nothing was accepted", async () => {
  await set(own);
  const { status, body } = await create({}, await keyWith("shipments:write"));
  expect([status, body.assignment, body.accept_problem.code]).toEqual([201, null, "scope_missing"]);
});

test.each<[string, object, string]>([
  ["another strategy", { strategy: "nearest" }, "strategy"],
  ["a driver", { strategy: "cheapest", driver_id: "drv_x" }, "driver_id"],
  ["an agreed price", { strategy: "cheapest", price: { amount: 1, currency: "EUR" } }, "price"],
  [
    "21 carriers",
    { strategy: "cheapest", carriers: Array.from({ length: 21 }, (_, i) => `c${i}`) },
    "carriers",
  ],
])("%s is refused and changes nothing", async (_, wrong, member) => {
  await set(own);
  const { status, body } = await set(wrong);
  expect([status, body.errors[0].pointer]).toEqual([422, `#/accept_by_default/${member}`]);
  expect((await account.sandbox.get(path)).body.accept_by_default).toEqual(own);
});
