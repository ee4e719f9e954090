import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addFleet } from "../../../support/carrier-rows.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** What nobody can compute, people agree on: a typed order without a known place is booked at a price that somebody enters. */

const byDistance = {
  ...plainService,
  code: "city",
  name: "City",
  price: { base: 500, per_km: 100 },
  cancellation: [{ until: "at_pickup" as const, percent: 50 }],
};
const card = { ...plainCard, services: [byDistance] };
const contact = { name: "Alex Example" };
const address = (line1: string) => ({ line1, city: "Berlin", postal_code: "10119", country: "DE" });
const typed = {
  pickup: { contact, address: address("Torstr. 1") },
  delivery: { contact, address: address("Linienstr. 7") },
};
const price = { amount: 1250, currency: "EUR" };

let server: TestServer;
let account: TestAccount;
let fleetId: string;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  fleetId = await addFleet(server, "live", account.accountId, { status: "active" }, card);
});
afterAll(() => server.stop());

const shipments = `${platform}/shipments`;
const accept = (id: string, body: object, client: Client = account.live) =>
  client.post(`${shipments}/${id}/assignments`, body);
const keyWith = async (...scopes: string[]): Promise<Client> => {
  const { body } = await account.session.post("/api/v1/keys", { name: "test", environment: "live", scopes });
  return server.client({ "x-api-key": body.secret });
};
const history = async (id: string): Promise<Answer["body"][]> =>
  (await account.live.get(`${platform}/tracking/${id}`)).body.entries;

test("a price by kilometers of a typed order is none, and the reason says what is missing", async () => {
  const { id } = await createShipment(account.live, typed);
  const { body } = await account.live.get(`${shipments}/${id}/quotes`);
  expect(body.data).toEqual([]);
  expect(body.unavailable).toMatchObject([
    {
      code: "incomplete_address",
      message:
        "The price is by kilometers, and the place of both addresses is not known. Set the pin, or agree on a price.",
    },
  ]);
});

test("the order is taken at an agreed price, with the service's cancellation, and the entry says who", async () => {
  const body = shipmentBody({ ...typed, accept: { price, service: "city" } });
  const created = await account.session.post(shipments, body, { "x-environment": "live" });
  expect([created.status, created.body.accept_problem]).toEqual([201, null]);
  const { id } = created.body;
  const shipment = await eventually("the booking", async () => {
    const { body } = await account.live.get(`${shipments}/${id}`);
    return body.assignment?.status === "confirmed" && body;
  });
  expect(shipment.price).toEqual(price);
  expect(shipment.assignment).toMatchObject({ carrier: { id: fleetId }, service: { code: "city" } });
  const { data } = (await account.live.get(`${shipments}/${id}/quotes`)).body;
  expect(data).toMatchObject([
    {
      status: "accepted",
      price,
      price_breakdown: [{ code: "agreed_price", name: "Agreed price", amount: 1250 }],
      cancellation: [{ until: "at_pickup", fee: { amount: 625, currency: "EUR" } }],
    },
  ]);
  const entry = (await history(id)).find(({ status }) => status === "assigned");
  expect(entry.message).toMatch(/ was booked at an agreed price of 12\.50 EUR, by usr_\w+\.$/);
  expect(entry.message).not.toContain(account.email);
});

test("a created shipment is booked too, while its carriers are still asked", async () => {
  const { id } = await createShipment(account.live, typed);
  const { status, body } = await accept(id, { price, service: "city", carrier_id: fleetId });
  expect([status, body.price]).toEqual([201, price]);
  const again = await accept(id, { price, service: "city" });
  expect([again.status, again.body.code]).toEqual([409, "shipment_already_assigned"]);
});

test.each<[string, object, string]>([
  ["another currency", { price: { amount: 1250, currency: "USD" }, service: "city" }, "#/price/currency"],
  ["no money", { price: { amount: 0, currency: "EUR" }, service: "city" }, "#/price/amount"],
  [
    "more than sums hold",
    { price: { amount: 1e12 + 1, currency: "EUR" }, service: "city" },
    "#/price/amount",
  ],
  ["a service that no card has", { price, service: "express" }, "#/service"],
  ["a fleet that is none", { price, service: "city", carrier_id: "car_unknown" }, "#/service"],
  ["no service", { price }, "#/service"],
  ["a strategy too", { price, service: "city", strategy: "cheapest" }, "#"],
  ["a service without a price", { strategy: "cheapest", service: "city" }, "#/service"],
])("%s changes nothing", async (_, body, pointer) => {
  const { id } = await createShipment(account.live, typed);
  const answer = await accept(id, body);
  expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  expect((await account.live.get(`${shipments}/${id}`)).body.assignment).toBeNull();
});

test("at creation a wrong one stores no shipment", async () => {
  const count = async () => (await account.live.get(`${shipments}/statistics`)).body;
  const before = await count();
  const body = shipmentBody({ ...typed, accept: { price, service: "express" } });
  const { status, body: problem } = await account.live.post(shipments, body);
  expect([status, problem.errors[0].pointer]).toEqual([422, "#/accept/service"]);
  expect(await count()).toEqual(before);
});

test("it needs the dispatcher's scope", async () => {
  const { id } = await createShipment(account.live, typed);
  const client = await keyWith("shipments:write", "assignments:write");
  const booked = await accept(id, { price, service: "city" }, client);
  expect([booked.status, booked.body.code]).toEqual([403, "scope_missing"]);
  const body = shipmentBody({ ...typed, accept: { price, service: "city" } });
  const created = await client.post(shipments, body);
  expect([created.status, created.body.code]).toEqual([403, "scope_missing"]);
});

test("of several fleets with the service one is named", async () => {
  const other = await addFleet(server, "live", account.accountId, { status: "active", code: "other" }, card);
  const { id } = await createShipment(account.live, typed);
  const unnamed = await accept(id, { price, service: "city" });
  expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([422, "#/carrier_id"]);
  const { body } = await accept(id, { price, service: "city", carrier_id: other });
  expect(body.carrier.id).toBe(other);
});

describe("of a shipment that is limited to carriers", () => {
  const named = { ...card, services: [{ ...byDistance, code: "near" }] };
  const fleetOf = (own: string, code: string) =>
    addFleet(server, "live", own, { status: "active", code }, named);

  test("one of them is booked, though others have the service", async () => {
    const { accountId, live } = await server.account();
    await fleetOf(accountId, "red");
    const blue = await fleetOf(accountId, "blue");
    const agreed = { price, service: "near" };
    const { id } = await createShipment(live, { ...typed, carriers: ["blue"] });
    expect((await accept(id, agreed, live)).body.carrier?.id).toBe(blue);
    const created = await live.post(shipments, shipmentBody({ ...typed, carriers: [blue], accept: agreed }));
    expect([created.status, created.body.accept_problem]).toEqual([201, null]);
    expect(created.body.assignment.carrier.id).toBe(blue);
  });

  test("none of the others is, also if it is named, until quotes are requested with it", async () => {
    const { accountId, live } = await server.account();
    const red = await fleetOf(accountId, "red");
    const limited = { ...typed, carriers: ["blue"] };
    const { id } = await createShipment(live, limited);
    for (const body of [
      { price, service: "near" },
      { price, service: "near", carrier_id: red },
    ]) {
      const answer = await accept(id, body, live);
      expect([answer.status, answer.body.errors?.[0]]).toMatchObject([
        422,
        { pointer: "#/service", code: "contradictory", detail: expect.stringContaining("request quotes") },
      ]);
      const created = await live.post(shipments, shipmentBody({ ...limited, accept: body }));
      expect([created.status, created.body.errors?.[0]?.pointer]).toEqual([422, "#/accept/service"]);
    }
    expect((await live.get(`${shipments}/${id}`)).body.assignment).toBeNull();
    expect((await live.get(shipments)).body.data.length).toBe(1);
    expect((await live.post(`${shipments}/${id}/quotes`, { carriers: null })).status).toBeLessThan(300);
    expect((await accept(id, { price, service: "near" }, live)).body.carrier?.id).toBe(red);
  });
});

describe("of a shipment that is limited to services", () => {
  const agreed = { price, service: "city" };
  const limited = { ...typed, services: ["night"] };
  const refusal = {
    pointer: "#/service",
    code: "contradictory",
    detail: expect.stringContaining("shipment's `services`"),
  };
  const withFleet = async (): Promise<Client> => {
    const { live, accountId } = await server.account();
    await addFleet(server, "live", accountId, { status: "active" }, card);
    return live;
  };

  test("one of them is booked", async () => {
    const live = await withFleet();
    const created = await live.post(
      shipments,
      shipmentBody({ ...typed, services: ["night", "city"], accept: agreed }),
    );
    expect([created.status, created.body.accept_problem]).toEqual([201, null]);
    expect(created.body.assignment.service.code).toBe("city");
  });

  test("none of the others is, until quotes are requested with it", async () => {
    const live = await withFleet();
    const { id } = await createShipment(live, limited);
    const answer = await accept(id, agreed, live);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [refusal]]);
    expect((await live.get(`${shipments}/${id}`)).body.assignment).toBeNull();
    const widened = await live.post(`${shipments}/${id}/quotes`, { services: ["city"] });
    expect(widened.status).toBeLessThan(300);
    expect((await accept(id, agreed, live)).body.service?.code).toBe("city");
  });

  test("a contradiction at creation stores nothing", async () => {
    const live = await withFleet();
    const atOnce = await live.post(shipments, shipmentBody({ ...limited, accept: agreed }));
    expect([atOnce.status, atOnce.body.errors]).toMatchObject([
      422,
      [{ ...refusal, pointer: "#/accept/service" }],
    ]);
    const batch = await live.post(`${shipments}/batch`, {
      shipments: [shipmentBody({ ...limited, accept: agreed })],
    });
    expect(batch.body.data[0]).toMatchObject({
      shipment: null,
      problem: { errors: [{ code: "contradictory" }] },
    });
    expect((await live.get(shipments)).body.data).toEqual([]);
  });
});

test("a fleet of the installation has its own prices", async () => {
  const { accountId, live } = await server.account();
  await addFleet(server, "live", null, { status: "active", accounts: [accountId] }, card);
  const { id } = await createShipment(live, typed);
  const { status, body } = await accept(id, { price, service: "city" }, live);
  expect([status, body.errors[0].pointer]).toEqual([422, "#/service"]);
});
