import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { countryCodes, currencyCodes } from "../../src/infra/geography/country.ts";
import { berlinMitte, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { refuses, type WrongRequest } from "./problem.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const create = (change: Record<string, unknown>) => account.sandbox.post(path, shipmentBody(change));
const withContact = (contact: object) => ({
  pickup: { contact: { name: "Book shop", ...contact }, address: berlinMitte },
});
const emoji = (count: number) => "😀".repeat(count);

function wrong(name: string, change: Record<string, unknown>, at: Record<string, string>): WrongRequest {
  return { name, send: () => create(change), status: 422, code: "validation_failed", at };
}

describe("lengths are counted in characters, whatever their size in memory", () => {
  test.each([
    ["100 in a reference of 100", { reference: emoji(100) }],
    ["500 in a metadata value of 500", { metadata: { key: emoji(500) } }],
    ["40 in a metadata name of 40", { metadata: { [emoji(40)]: "value" } }],
    ["200 in a name of 200", withContact({ name: emoji(200) })],
  ])("%s", async (_name, change) => {
    const made = await create(change);
    expect(made.status).toBe(201);
    const read = await account.sandbox.get(`${path}/${made.body.id}`);
    expect(read.body).toMatchObject(change);
  });

  test("100 in a filter of 100", async () => {
    const { body } = await create({ reference: emoji(100) });
    const found = await account.sandbox.get(`${path}?limit=1&reference=${encodeURIComponent(emoji(100))}`);
    expect(found.body.data[0].id).toBe(body.id);
  });

  refuses(
    () => server,
    [
      wrong("101 in a reference of 100", { reference: emoji(101) }, { "#/reference": "max_length" }),
      wrong(
        "501 in a metadata value of 500",
        { metadata: { k: emoji(501) } },
        { "#/metadata/k": "max_length" },
      ),
      wrong(
        "41 in a metadata name of 40",
        { metadata: { [emoji(41)]: "v" } },
        { [`#/metadata/${emoji(41)}`]: "key_length" },
      ),
      {
        name: "6 in a password of 12, which are 12 units of UTF-16",
        send: () =>
          server.client().post("/api/v1/auth/sign-up", {
            email: "emoji@example.com",
            password: emoji(6),
            account_name: "Emoji",
          }),
        status: 422,
        code: "validation_failed",
        at: { "#/password": "min_length" },
      },
    ],
  );
});

describe("times", () => {
  const window = (start: string, end: string) => ({
    delivery: {
      contact: { name: "Alex" },
      address: berlinMitte,
      window: { start, end },
    },
  });
  const [day] = new Date(Date.now() + 2 * 86_400_000).toISOString().split("T");

  test.each([
    [`${day}T09:30:00.12345678901234567890Z`, `${day}T09:30:00.123Z`],
    [`${day}t09:30:00.5z`, `${day}T09:30:00.500Z`],
    [`${day}T11:30:00.000+02:00`, `${day}T09:30:00.000Z`],
  ])("%s is taken for %s", async (sent, meant) => {
    const made = await create(window(sent, `${day}T23:00:00Z`));
    expect(made.body.delivery?.window).toEqual({ start: meant, end: `${day}T23:00:00.000Z` });
  });

  const filter = (time: string): WrongRequest => ({
    name: `the time ${time}`,
    send: () => account.sandbox.get(`${path}?created_after=${encodeURIComponent(time)}`),
    status: 400,
    code: "query_invalid",
    at: { created_after: "format" },
  });
  refuses(
    () => server,
    [
      filter("0000-01-01T00:00:00+00:01"),
      filter("9999-12-31T23:59:59-00:01"),
      filter("10000-01-01T00:00:00Z"),
      filter("-0001-01-01T00:00:00Z"),
      filter("2026-01-31T09:30:00.Z"),
      wrong(
        "a window that ends after the year 9999",
        window(`${day}T09:30:00Z`, "9999-12-31T23:59:59-23:59"),
        { "#/delivery/window/end": "format" },
      ),
    ],
  );

  test.each(["0000-01-01T00:00:00Z", "0000-01-01T00:01:00+00:01"])("%s is one", async (time) => {
    expect((await account.sandbox.get(`${path}?created_after=${encodeURIComponent(time)}`)).status).toBe(200);
  });
});

describe("phone numbers are those of E.164, assigned or not", () => {
  test.each(["+1234567", "+999999999999999", "+4930123456"])("%s is one", async (phone) => {
    expect((await create(withContact({ phone }))).body.pickup?.contact.phone).toBe(phone);
  });

  const phones = ["+123456", "+1234567890123456", "+0123456789", "+49 30123456 ext. 5", "12"];
  refuses(
    () => server,
    phones.map((phone) =>
      wrong(JSON.stringify(phone), withContact({ phone }), { "#/pickup/contact/phone": "format" }),
    ),
  );
  refuses(
    () => server,
    [
      wrong("one of 52 characters", withContact({ phone: `+49${" ".repeat(41)}30123456` }), {
        "#/pickup/contact/phone": "max_length",
      }),
    ],
  );
});

describe("countries and currencies", () => {
  test("each listed one is accepted", async () => {
    for (const country of countryCodes) {
      const made = await create({
        pickup: { contact: { name: "A" }, address: { ...berlinMitte, country } },
        simulation: { outcome: "no_carriers" },
      });
      expect([country, made.status]).toEqual([country, 201]);
    }
    const parcels = currencyCodes.map((currency) => ({ weight_grams: 1, value: { amount: 1, currency } }));
    for (let index = 0; index < parcels.length; index += 50) {
      expect((await create({ parcels: parcels.slice(index, index + 50) })).status).toBe(201);
    }
  });

  test("another is refused without the whole list", async () => {
    const address = { ...berlinMitte, country: "XX" };
    const answer = await create({ pickup: { contact: { name: "A" }, address } });
    expect(answer.body.errors).toEqual([
      {
        pointer: "#/pickup/address/country",
        code: "format",
        detail: "must be an ISO 3166-1 alpha-2 country code such as DE",
      },
    ]);
  });
});
