import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** A driver of an own fleet sets off soon, and the geocoder did not find the house. */

const clock = createClock();
let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  geocoder = await startGeocoder();
  geocoder.houses = [torstrasse];
  server = await startServer({
    config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 },
    replacements: { clock },
  });
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(async () => {
  account = await server.account();
});

const contact = { name: "Ada Lovelace", phone: "+4930901820" };
const shop = { line1: "Oranienstr. 25", city: "Berlin", country: "DE", latitude: 52.5, longitude: 13.42 };
const inBerlin = (line1: string) => ({ line1, city: "Berlin", postal_code: "10119", country: "DE" });
const fleetOf = (settings: Record<string, unknown> = {}, owner: string | null = account.accountId) =>
  addOpenFleet(server, owner, settings, "live");

interface Order {
  line1?: string;
  /** Of the pickup, from now. */
  hours?: number;
}

async function order(fleet: string, { line1 = "Nirgendwo 1", hours }: Order = {}): Promise<string> {
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const window =
    hours === undefined ? {} : { window: { start: at(hours * 3_600_000), end: at((hours + 2) * 3_600_000) } };
  const { id } = await acceptFleet(account.live, fleet, {
    pickup: { contact, address: shop, ...window },
    delivery: { contact, address: inBerlin(line1) },
  });
  await pass(120);
  return id;
}
async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}
const items = async (): Promise<Answer["body"][]> =>
  (await account.live.get(`${platform}/attention?kind=address_unclear`)).body.data;

test("a house that nobody found needs a person, until somebody pins it", async () => {
  const id = await order(await fleetOf());
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    kind: "address_unclear",
    shipment_id: id,
    detail: "The geocoder did not find the house of the delivery address.",
  });
  expect(item.remedies.map(({ action }: Answer["body"]) => action)).toEqual([
    "set_pin",
    "search_addresses",
    "read_contact",
    "dismiss",
  ]);
  const pin = { latitude: 52.53, longitude: 13.4 };
  const path = item.remedies[0].path;
  const { status, body } = await account.session.patch(
    path,
    { delivery: { address: pin } },
    { "x-environment": "live" },
  );
  expect(status).toBe(200);
  expect(body.status).toBe("assigned");
  expect(body.delivery.address).toMatchObject({ ...pin, geocode_source: "client" });
  await pass(60);
  expect(await items()).toEqual([]);
});

test("a house that was found, a fleet of the operator and a choice against it need nobody", async () => {
  await order(await fleetOf(), { line1: "Torstraße 1" });
  await order(await fleetOf({}, null));
  await order(await fleetOf({ attention: ["clock_wrong"] }));
  expect(await items()).toEqual([]);
});

test("nobody is troubled more than a day before the pickup", async () => {
  await order(await fleetOf(), { hours: 30 });
  expect(await items()).toEqual([]);
  await pass(6 * 3_600);
  expect(await items()).toHaveLength(1);
});

test("without a geocoder nobody has looked for the house", async () => {
  const found = server;
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  await order(await fleetOf());
  expect(await items()).toEqual([]);
  await server.stop();
  server = found;
});
