import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createClock } from "../../../support/clock.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { freePort } from "../../../support/free-port.ts";
import { nominatimEntry, type PlayedGeocoder, startGeocoder, torstrasse } from "../../../support/geocoder.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** People search an address: in a form, or to set a pin. */

let geocoder: PlayedGeocoder;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  geocoder = await startGeocoder();
  server = await startServer({
    config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 },
    replacements: { clock: createClock() },
  });
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(async () => {
  geocoder.play = "well";
  geocoder.held = undefined;
  geocoder.asked = [];
  geocoder.openMax = 0;
  account = await server.account();
});

const path = `${platform}/geocoding`;
const search = { q: "Torstraße 1", country: "DE" };
const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const typed = {
  pickup: { contact: { name: "Ada" }, address },
  delivery: { contact: { name: "Ada" }, address },
};

test("the results have a label, a place and how exact it is, and the geocoder is named", async () => {
  const { status, body } = await account.live.post(path, search);
  expect([status, body]).toEqual([
    200,
    {
      data: [
        {
          label: "1, Torstraße, Berlin, 10119",
          latitude: 52.5291,
          longitude: 13.4014,
          precision: "house",
          address: {
            line1: "Torstraße 1",
            city: "Berlin",
            state: null,
            postal_code: "10119",
            country: "DE",
          },
        },
      ],
      attribution: "Data © OpenStreetMap contributors, ODbL 1.0.",
    },
  ]);
});

test("results of other countries, and more than ten, are left out", async () => {
  geocoder.play = "other";
  const entry = nominatimEntry(torstrasse);
  const abroad = { ...entry, address: { country_code: "at" } };
  geocoder.body = [abroad, ...Array.from({ length: 50 }, () => entry)];
  const { body } = await account.live.post(path, search);
  expect(body.data).toHaveLength(9);
});

test("a name with HTML is a text", async () => {
  geocoder.play = "other";
  geocoder.body = [{ ...nominatimEntry(torstrasse), display_name: "<script>alert(1)</script>" }];
  const { body, headers } = await account.live.post(path, search);
  expect(body.data[0].label).toBe("<script>alert(1)</script>");
  expect(headers.get("content-type")).toStartWith("application/json");
});

test.each<[string, object, string]>([
  ["5 000 characters", { ...search, q: "a".repeat(5_000) }, "#/q"],
  ["201 characters", { ...search, q: "a".repeat(201) }, "#/q"],
  ["nothing", { ...search, q: "" }, "#/q"],
  ["several lines", { ...search, q: "Torstraße\u0000 1" }, "#/q"],
  ["no country", { q: "Torstraße 1" }, "#/country"],
  ["a country that is none", { ...search, country: "XX" }, "#/country"],
])("a search for %s leaves nothing of this machine", async (_, body, pointer) => {
  const answer = await account.live.post(path, body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  expect(geocoder.asked).toEqual([]);
});

test("an address of 5 000 characters is refused, and nothing is asked", async () => {
  const long = {
    ...typed,
    delivery: { contact: { name: "Ada" }, address: { ...address, line1: "a".repeat(5_000) } },
  };
  const { status, body } = await account.live.post(`${platform}/shipments`, {
    ...long,
    parcels: [{ weight_grams: 1 }],
  });
  expect([status, body.errors[0].pointer]).toEqual([422, "#/delivery/address/line1"]);
  expect(geocoder.asked).toEqual([]);
});

test("an account searches five times a second", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => account.live.post(path, search)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(15);
  expect(refused[0]?.body.code).toBe("rate_limited");
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(geocoder.asked).toHaveLength(5);
});

test("a hundred people type at once: each gets an answer, and the geocoder never more at a time than it may", async () => {
  const asking = await startServer({ config: { geocoderUrl: geocoder.url, geocoderPerSecond: 20 } });
  const people = await Promise.all(Array.from({ length: 20 }, () => asking.account()));
  const answers = await Promise.all(
    people.flatMap(({ live }) => Array.from({ length: 5 }, () => live.post(path, search))),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => [200, 503].includes(status))).toBe(true);
  expect(statuses.has(200)).toBe(true);
  for (const { status, body } of answers) {
    if (status === 200) expect(body.data).toHaveLength(1);
    else expect(body.code).toBe("geocoder_unavailable");
  }
  expect(geocoder.openMax).toBeLessThanOrEqual(20);
  await asking.stop();
});

describe("where no geocoder is to be asked, no request leaves the machine", () => {
  test("in the sandbox, unless it is set", async () => {
    const answer = await account.sandbox.post(path, search);
    expect([answer.status, answer.body.code]).toEqual([409, "geocoder_missing"]);
    const { id } = await createShipment(account.sandbox, typed);
    await account.sandbox.get(`${platform}/shipments/${id}/quotes`);
    expect(geocoder.asked).toEqual([]);

    const asking = await startServer({
      config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000, geocoderSandbox: "on" },
    });
    const { sandbox } = await asking.account();
    expect((await sandbox.post(path, search)).body.data).toHaveLength(1);
    const found = await createShipment(sandbox, typed);
    await sandbox.get(`${platform}/shipments/${found.id}/quotes`);
    const { body } = await sandbox.get(`${platform}/shipments/${found.id}`);
    expect(body.delivery.address).toMatchObject({ latitude: 52.5291, geocode_source: "geocoder" });
    await asking.stop();
  });
});

test("estimates wait for the place, and go on without it", async () => {
  const estimates = `${platform}/estimates`;
  const body = { ...typed, parcels: [{ weight_grams: 1200 }] };
  const found = await account.live.post(estimates, body);
  expect([found.status, found.body.distance_meters]).toEqual([200, 0]);
  const dead = await startServer({ config: { geocoderUrl: `http://127.0.0.1:${freePort()}` } });
  const { live } = await dead.account();
  const { status, body: estimate } = await live.post(estimates, body);
  expect([status, estimate.distance_meters]).toEqual([200, null]);
  await dead.stop();
});
