import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { addDriver } from "../../../support/drivers.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import type { Answer, Client } from "../../../support/harness.ts";

/** A firm with its own riders books one of them in the request that takes the order. */

const shipments = `${platform}/shipments`;
const price = { amount: 1250, currency: "EUR" };

let world: DispatchWorld;
let fleetId: string;
let riderId: string;
beforeAll(async () => {
  world = await startDispatchWorld({ watchesVersions: true });
  fleetId = await world.addFleet({ dispatch: "manual" });
  riderId = (await addDriver(world.server, "sandbox", world.account.accountId, { carrierId: fleetId })).id;
});
afterAll(() => world.server.stop());

const create = (accept: object, client: Client = world.account.sandbox): Promise<Answer> =>
  client.post(shipments, shipmentBody({ accept }));
const accept = (id: string, body: object, client: Client = world.account.sandbox): Promise<Answer> =>
  client.post(`${shipments}/${id}/assignments`, body);
const rider = (change: object = {}) =>
  addDriver(world.server, "sandbox", world.account.accountId, { carrierId: fleetId, ...change });
const keyWith = async (...scopes: string[]): Promise<Client> => {
  const body = { name: "test", environment: "sandbox", scopes };
  const { secret } = (await world.account.session.post("/api/v1/keys", body)).body;
  return world.server.client({ "x-api-key": secret });
};

test("one request creates the shipment and gives the job to a rider who is off duty", async () => {
  const { status, body } = await create({ driver_id: riderId });
  expect([status, body.accept_problem]).toEqual([201, null]);
  expect(body.assignment).toMatchObject({ carrier: { id: fleetId }, driver: { name: "Kim B." } });
  await world.pass();
  expect(await world.shipment(body.id)).toMatchObject({
    status: "assigned",
    assignment: { status: "confirmed", driver: { name: "Kim B." } },
  });
  expect(world.row(body.assignment.id)).toMatchObject({ status: "accepted", driverId: riderId });
});

test("a shipment that is there is accepted for a rider, once for the key", async () => {
  const { id: driver_id } = await rider();
  const { id } = await createShipment(world.account.sandbox);
  const key = { "idempotency-key": "for-a-rider" };
  const path = `${shipments}/${id}/assignments`;
  const first = await world.account.sandbox.post(path, { driver_id }, key);
  const second = await world.account.sandbox.post(path, { driver_id }, key);
  expect([first.status, first.body.driver.name]).toEqual([201, "Kim B."]);
  expect(second.body).toEqual(first.body);
  expect((await world.account.sandbox.get(path)).body.data).toHaveLength(1);
});

test("a rider and an agreed price stand together", async () => {
  const { id: driver_id } = await rider();
  const [service] = (await world.account.sandbox.get(`${platform}/carriers/${fleetId}/rate-card`)).body
    .services;
  const { body } = await create({ driver_id, price, service: service.code });
  expect([body.accept_problem, body.price]).toEqual([null, price]);
  expect(world.row(body.assignment.id)).toMatchObject({ status: "accepted", driverId: driver_id });
});

test("services that the fleet does not have leave the shipment without a booking", async () => {
  const { body } = await create({ driver_id: riderId, services: ["none-such"] });
  expect([body.assignment, body.accept_problem.code]).toEqual([null, "no_open_quotes"]);
});

test("a rider without room gets nothing, and nothing is booked", async () => {
  const { id: driver_id } = await rider({ capacityAssignments: 1 });
  expect((await create({ driver_id })).body.accept_problem).toBeNull();
  const { body } = await create({ driver_id });
  expect(body.accept_problem.code).toBe("driver_over_capacity");
  const { status, assignment, price } = await world.shipment(body.id);
  expect([status, assignment, price]).toEqual(["quoted", null, null]);
  const refused = await accept(body.id, { driver_id });
  expect([refused.status, refused.body.code]).toEqual([409, "driver_over_capacity"]);
  expect((await world.account.sandbox.get(`${shipments}/${body.id}/assignments`)).body.data).toEqual([]);
});

test("a rider of others, and one who was deleted, are unknown, and no shipment is stored", async () => {
  const { server, account } = world;
  const other = await server.account();
  const deleted = await rider();
  const gone = await account.sandbox.delete(`${platform}/drivers/${deleted.id}`);
  expect(gone.status).toBe(204);
  const strangers = [
    (await addDriver(server, "sandbox", other.accountId)).id,
    (await addDriver(server, "sandbox", null)).id,
    deleted.id,
    "drv_unknown",
  ];
  const { id } = await createShipment(account.sandbox);
  const newest = async () => (await account.sandbox.get(`${shipments}?limit=1`)).body.data[0].id;
  for (const driver_id of strangers) {
    const created = await create({ driver_id });
    expect([created.status, created.body.errors[0].pointer]).toEqual([422, "#/accept/driver_id"]);
    expect(await newest()).toBe(id);
    const accepted = await accept(id, { driver_id });
    expect([accepted.status, accepted.body.errors[0].pointer]).toEqual([422, "#/driver_id"]);
  }
  expect((await account.sandbox.get(`${shipments}/${id}/assignments`)).body.data).toEqual([]);
});

test("a shipment whose rider is deleted forgets the number, and whoever asks for changes hears of it", async () => {
  const { sandbox } = world.account;
  const { id: driver_id } = await rider();
  const { body } = await create({ driver_id });
  await world.pass();
  await world.report(fleetId, body.assignment.id, "picked_up");
  await world.end(fleetId, body.assignment.id);
  const before = await world.shipment(body.id);
  expect(before.assignment.driver).toMatchObject({ name: "Kim B.", phone: "+4930123456" });
  world.clock.advance(1);
  expect((await sandbox.delete(`${platform}/drivers/${driver_id}`)).status).toBe(204);
  const after = await world.shipment(body.id);
  expect(after.assignment.driver).toEqual({ ...before.assignment.driver, phone: null });
  expect([after.version, after.updated_at > before.updated_at]).toEqual([before.version + 1, true]);
  const changed = await sandbox.get(`${shipments}?updated_after=${after.updated_at}&sort=updated`);
  expect(changed.body.data.map(({ id }: Answer["body"]) => id)).toEqual([body.id]);
  const { data } = (await sandbox.get(`${shipments}/${body.id}/events?limit=100`)).body;
  expect(data.at(-1)).toMatchObject({
    type: "shipment.updated",
    data: { shipment: { version: after.version } },
  });
});

test.each<[string, object, string]>([
  ["a strategy too", { strategy: "cheapest" }, "#/accept"],
  ["a service without a price", { service: "city" }, "#/accept/service"],
])("%s is refused with a rider", async (_, more, pointer) => {
  const { status, body } = await create({ driver_id: riderId, ...more });
  expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
});

test("it needs the dispatcher's scope", async () => {
  const client = await keyWith("shipments:write", "assignments:write");
  const created = await create({ driver_id: riderId }, client);
  expect([created.status, created.body.code]).toEqual([403, "scope_missing"]);
  const { id } = await createShipment(world.account.sandbox);
  const accepted = await accept(id, { driver_id: riderId }, client);
  expect([accepted.status, accepted.body.code]).toEqual([403, "scope_missing"]);
});

test("a strategy takes only quotes of the carriers and services that it names", async () => {
  const own = await create({ strategy: "cheapest", carriers: [fleetId] });
  expect(own.body.assignment.carrier.id).toBe(fleetId);
  const none = await create({ strategy: "cheapest", carriers: ["none-such"] });
  expect([none.body.assignment, none.body.accept_problem.code]).toEqual([null, "no_open_quotes"]);
  const many = await create({
    strategy: "cheapest",
    carriers: Array.from({ length: 21 }, (_, i) => `c${i}`),
  });
  expect([many.status, many.body.errors[0].pointer]).toEqual([422, "#/accept/carriers"]);
});
