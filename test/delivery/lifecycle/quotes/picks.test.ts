import { afterAll, beforeAll, expect, test } from "bun:test";
import { addFleet } from "../../../support/carrier-rows.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** Own work without a market: a shipment says who is asked for it, and which services count. */

const shipments = `${platform}/shipments`;
const card = {
  ...plainCard,
  services: [
    { ...plainService, code: "city", name: "City" },
    { ...plainService, code: "night", name: "Night" },
  ],
};

let server: TestServer;
let account: TestAccount;
let own: string;
let other: string;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  own = await addFleet(server, "sandbox", account.accountId, { status: "active", code: "riders" }, card);
  other = await addFleet(
    server,
    "sandbox",
    account.accountId,
    { status: "active", code: "night_shift" },
    card,
  );
});
afterAll(() => server.stop());

const quotes = async (id: string): Promise<Answer["body"]> =>
  (await account.sandbox.get(`${shipments}/${id}/quotes?wait_seconds=10`)).body;
const offers = ({ data }: Answer["body"]): string[] =>
  data.map(({ carrier, service }: Answer["body"]) => `${carrier.id} ${service.code}`).sort();
const nobody = [{ carrier: null, code: "no_carriers_configured" }];

test("only the carriers and services that the shipment names make offers, in later rounds too", async () => {
  const shipment = await createShipment(account.sandbox, { carriers: ["riders"], services: ["night"] });
  expect([shipment.carriers, shipment.services]).toEqual([["riders"], ["night"]]);
  expect(offers(await quotes(shipment.id))).toEqual([`${own} night`]);
  const again = await account.sandbox.post(`${shipments}/${shipment.id}/quotes`);
  expect([again.status, offers(again.body)]).toEqual([201, [`${own} night`]]);
});

test("without them all carriers are asked", async () => {
  const shipment = await createShipment(account.sandbox);
  expect([shipment.carriers, shipment.services]).toEqual([null, null]);
  const found = offers(await quotes(shipment.id));
  expect(found.filter((offer) => offer.startsWith(own) || offer.startsWith(other))).toHaveLength(4);
  expect(found.length).toBeGreaterThan(4);
});

test("a request for quotes replaces what it names, and keeps the rest", async () => {
  const { id } = await createShipment(account.sandbox, { carriers: ["riders"], services: ["night"] });
  const path = `${shipments}/${id}/quotes`;
  const moved = await account.sandbox.post(path, { carriers: [other, own] });
  expect(offers(moved.body)).toEqual([`${other} night`, `${own} night`].sort());
  const all = await account.sandbox.post(path, { services: null });
  expect(offers(all.body)).toHaveLength(4);
  const { body } = await account.sandbox.get(`${shipments}/${id}`);
  expect([body.carriers, body.services]).toEqual([[other, own], null]);
});

test.each<[string, Record<string, unknown>]>([
  ["a carrier that is none", { carriers: ["none-such"] }],
  ["a service that nobody has", { services: ["none-such"] }],
  ["a service that the carrier does not have", { carriers: ["swift_bike"], services: ["night"] }],
])("%s: nobody is configured for it, and nobody offers", async (_, picks) => {
  const { id } = await createShipment(account.sandbox, picks);
  const answer = await quotes(id);
  expect([answer.data, answer.status]).toEqual([[], "complete"]);
  expect(answer.unavailable).toMatchObject(nobody);
  const estimate = await account.sandbox.post(`${platform}/estimates`, shipmentBody(picks));
  expect(estimate.body.data).toEqual([]);
  expect(estimate.body.unavailable).toMatchObject(nobody);
});

test("an estimate takes them too", async () => {
  const body = shipmentBody({ carriers: [own], services: ["city"] });
  expect(offers((await account.sandbox.post(`${platform}/estimates`, body)).body)).toEqual([`${own} city`]);
});

test("a carrier of another account is not asked", async () => {
  const { accountId } = await server.account();
  const theirs = await addFleet(server, "sandbox", accountId, { status: "active", code: "theirs" }, card);
  for (const carriers of [[theirs], ["theirs"]]) {
    const { id } = await createShipment(account.sandbox, { carriers });
    expect((await quotes(id)).unavailable).toMatchObject(nobody);
  }
});

test.each(["carriers", "services"])("21 %s are too many, and none is no list", async (name) => {
  const codes = Array.from({ length: 21 }, (_, index) => `code_${index}`);
  const { id } = await createShipment(account.sandbox);
  for (const list of [codes, []]) {
    const created = await account.sandbox.post(shipments, shipmentBody({ [name]: list }));
    expect([created.status, created.body.errors[0].pointer]).toEqual([422, `#/${name}`]);
    const asked = await account.sandbox.post(`${shipments}/${id}/quotes`, { [name]: list });
    expect([asked.status, asked.body.errors[0].pointer]).toEqual([422, `#/${name}`]);
  }
  expect((await account.sandbox.get(`${shipments}/${id}`)).body[name]).toBeNull();
});

test("what takes over from a carrier is one of those that the acceptance names", async () => {
  const { id } = await createShipment(account.sandbox);
  await quotes(id);
  const max_price = { amount: 100_000, currency: "EUR" };
  const booked = await account.sandbox.post(`${shipments}/${id}/assignments`, {
    strategy: "cheapest",
    carriers: ["riders"],
    services: ["city"],
    auto_reassign: { max_price, carriers: ["night_shift"] },
  });
  expect([booked.status, booked.body.carrier.id]).toEqual([201, own]);
  const report = {
    id: "gone",
    at: new Date().toISOString(),
    type: "withdrawn",
    assignment_id: booked.body.id,
  };
  const sent = await account.sandbox.post(`${platform}/carriers/${own}/reports`, [
    { ...report, reason_code: "no_supply" },
  ]);
  expect(sent.body.results[0].result).toBe("applied");
  const { assignment } = (await account.sandbox.get(`${shipments}/${id}`)).body;
  expect(assignment).toMatchObject({ attempt: 2, carrier: { id: other }, service: { code: "city" } });
});
