import { afterAll, beforeAll, describe } from "bun:test";
import { berlinMitte, kreuzberg, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { refuses, secretValue, type WrongRequest } from "./problem.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const name = "Book shop";
const contact = { name };
const parcel = { weight_grams: 1200 };
const minuteMs = 60_000;
const dayMs = 86_400_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A body that is right but for these members. */
function wrong(
  title: string,
  change: () => Record<string, unknown>,
  at: Record<string, string>,
): WrongRequest {
  return {
    name: title,
    send: () => account.sandbox.post(`${platform}/shipments`, shipmentBody(change())),
    status: 422,
    code: "validation_failed",
    at,
  };
}

function wrongPickup(title: string, change: () => object, at: Record<string, string>): WrongRequest {
  return wrong(title, () => ({ pickup: { contact, address: berlinMitte, ...change() } }), at);
}

function wrongParcel(title: string, change: object, at: Record<string, string>): WrongRequest {
  return wrong(title, () => ({ parcels: [parcel, { ...parcel, ...change }] }), at);
}

function wrongWindow(
  title: string,
  window: () => object | string,
  at: Record<string, string>,
): WrongRequest[] {
  const side = (which: string) =>
    Object.fromEntries(Object.entries(at).map(([place, code]) => [`#/${which}/window${place}`, code]));
  return [
    wrongPickup(`pickup window: ${title}`, () => ({ window: window() }), side("pickup")),
    wrong(
      `delivery window: ${title}`,
      () => ({ delivery: { contact, address: kreuzberg, window: window() } }),
      side("delivery"),
    ),
  ];
}

describe("the whole", () => {
  const post = (title: string, body: unknown, at: Record<string, string>): WrongRequest => ({
    name: title,
    send: () => account.sandbox.post(`${platform}/shipments`, body),
    status: 422,
    code: "validation_failed",
    at,
  });
  const missing = { "#/pickup": "required", "#/delivery": "required", "#/parcels": "required" };
  refuses(
    () => server,
    [
      post("no body where one is required", undefined, { "#": "required" }),
      post("null", null, { "#": "type" }),
      post("a list", [], { "#": "type" }),
      post("a text", secretValue, { "#": "type" }),
      post("an empty object", {}, missing),
      wrong("an unknown field", () => ({ weight: secretValue }), { "#/weight": "unknown_field" }),
      wrong("an answer's field", () => ({ id: secretValue }), { "#/id": "unknown_field" }),
      wrong("a missing part", () => ({ delivery: undefined }), { "#/delivery": "required" }),
      wrong("a part of the wrong type", () => ({ delivery: secretValue }), { "#/delivery": "type" }),
      wrong("a part that is null", () => ({ pickup: null }), { "#/pickup": "type" }),
      wrong("several faults at once", () => ({ parcels: [], if_undeliverable: secretValue }), {
        "#/parcels": "min_items",
        "#/if_undeliverable": "enum",
      }),
      wrong("a reference that is a number", () => ({ reference: 1001 }), { "#/reference": "type" }),
      wrong("a reference of 101 characters", () => ({ reference: "r".repeat(101) }), {
        "#/reference": "max_length",
      }),
    ],
  );
});

describe("contacts and addresses", () => {
  const withContact = (title: string, change: object, at: Record<string, string>) =>
    wrongPickup(title, () => ({ contact: { ...contact, ...change } }), at);
  const withAddress = (title: string, change: object, at: Record<string, string>) =>
    wrongPickup(title, () => ({ address: { ...berlinMitte, ...change } }), at);
  refuses(
    () => server,
    [
      wrongPickup("no contact", () => ({ contact: undefined }), { "#/pickup/contact": "required" }),
      wrongPickup("no address", () => ({ address: undefined }), { "#/pickup/address": "required" }),
      withContact("no name", { name: undefined }, { "#/pickup/contact/name": "required" }),
      withContact("an empty name", { name: "" }, { "#/pickup/contact/name": "min_length" }),
      withContact("a blank name", { name: "\t " }, { "#/pickup/contact/name": "pattern" }),
      withContact("a name of 201", { name: "n".repeat(201) }, { "#/pickup/contact/name": "max_length" }),
      withContact(
        "an unknown field of a contact",
        { mobile: secretValue },
        { "#/pickup/contact/mobile": "unknown_field" },
      ),
      ...["12", "+0", "+49", "+49 30 123456 x7", "+493012345678901234", secretValue].map((phone) =>
        withContact(`the phone ${phone}`, { phone }, { "#/pickup/contact/phone": "format" }),
      ),
      ...[
        secretValue,
        "a@b",
        "@example.com",
        "a b@example.com",
        "a@exa mple.com",
        "a@b..c.de",
        "a@-b.de",
      ].map((email) =>
        withContact(`the address ${email}`, { email }, { "#/pickup/contact/email": "format" }),
      ),
      withAddress("no street", { line1: undefined }, { "#/pickup/address/line1": "required" }),
      withAddress("no town", { city: undefined }, { "#/pickup/address/city": "required" }),
      withAddress("no country", { country: undefined }, { "#/pickup/address/country": "required" }),
      ...["XX", "de", "DEU", "Germany", "", "AN"].map((country) =>
        withAddress(`the country "${country}"`, { country }, { "#/pickup/address/country": "format" }),
      ),
      withAddress(
        "a postal code of 21",
        { postal_code: "1".repeat(21) },
        {
          "#/pickup/address/postal_code": "max_length",
        },
      ),
      withAddress(
        "half a coordinate",
        { longitude: undefined },
        {
          "#/pickup/address/longitude": "coordinate_missing",
        },
      ),
      withAddress(
        "the other half",
        { latitude: null },
        {
          "#/pickup/address/latitude": "coordinate_missing",
        },
      ),
      withAddress(
        "a latitude past the pole",
        { latitude: 90.001 },
        { "#/pickup/address/latitude": "maximum" },
      ),
      withAddress(
        "a longitude past the date line",
        { longitude: -180.5 },
        {
          "#/pickup/address/longitude": "minimum",
        },
      ),
      withAddress(
        "coordinates as texts",
        { latitude: "52.5", longitude: "13.4" },
        {
          "#/pickup/address/latitude": "type",
          "#/pickup/address/longitude": "type",
        },
      ),
      wrongPickup("instructions of 281", () => ({ instructions: "i".repeat(281) }), {
        "#/pickup/instructions": "max_length",
      }),
      wrongPickup("requirements of a pickup", () => ({ requirements: { signature: true } }), {
        "#/pickup/requirements": "unknown_field",
      }),
    ],
  );
});

describe("windows", () => {
  refuses(
    () => server,
    [
      ...wrongWindow("in the past", () => ({ start: fromNow(-3 * 3_600_000), end: fromNow(-minuteMs) }), {
        "/end": "window_in_past",
      }),
      ...wrongWindow("upside down", () => ({ start: fromNow(7_200_000), end: fromNow(3_600_000) }), {
        "/end": "window_too_short",
      }),
      ...wrongWindow(
        "a moment short of 10 minutes",
        () => {
          const start = Date.now() + 3_600_000;
          return {
            start: new Date(start).toISOString(),
            end: new Date(start + 10 * minuteMs - 1).toISOString(),
          };
        },
        { "/end": "window_too_short" },
      ),
      ...wrongWindow(
        "30 days ahead",
        () => ({ start: fromNow(30 * dayMs + minuteMs), end: fromNow(31 * dayMs) }),
        { "/start": "window_too_far" },
      ),
      ...wrongWindow("no end", () => ({ start: fromNow(3_600_000) }), { "/end": "required" }),
      ...wrongWindow("a text", () => secretValue, { "": "type" }),
      ...wrongWindow("no time zone", () => ({ start: "2026-01-31T09:30:00", end: fromNow(dayMs) }), {
        "/start": "format",
      }),
      ...wrongWindow("a date only", () => ({ start: "2026-01-31", end: fromNow(dayMs) }), {
        "/start": "format",
      }),
      ...[
        "2099-02-30T09:30:00Z",
        "2099-02-29T09:30:00Z",
        "2099-04-31T09:30:00Z",
        "2099-13-01T09:30:00Z",
        "2099-00-10T09:30:00Z",
        "2099-01-31T24:00:00Z",
        "2099-01-31T09:60:00Z",
        "2099-01-31T09:30:61Z",
        "2099-01-31T09:30:00+25:00",
      ].flatMap((start) =>
        wrongWindow(`the impossible time ${start}`, () => ({ start, end: fromNow(dayMs) }), {
          "/start": "format",
        }),
      ),
    ],
  );
});

describe("parcels", () => {
  const at = (field: string, code: string) => ({ [`#/parcels/1/${field}`]: code });
  refuses(
    () => server,
    [
      wrong("no parcels", () => ({ parcels: [] }), { "#/parcels": "min_items" }),
      wrong("51 parcels", () => ({ parcels: Array(51).fill(parcel) }), { "#/parcels": "max_items" }),
      wrong("parcels that are one", () => ({ parcels: parcel }), { "#/parcels": "type" }),
      wrongParcel("no weight", { weight_grams: undefined }, at("weight_grams", "required")),
      wrongParcel("no weight at all", { weight_grams: 0 }, at("weight_grams", "minimum")),
      wrongParcel("a negative weight", { weight_grams: -1 }, at("weight_grams", "minimum")),
      wrongParcel("a fractional weight", { weight_grams: 1.5 }, at("weight_grams", "type")),
      wrongParcel("a weight as text", { weight_grams: "1200" }, at("weight_grams", "type")),
      wrongParcel("a weight beyond reason", { weight_grams: 1e9 }, at("weight_grams", "maximum")),
      wrongParcel("a length of nothing", { length_mm: 0 }, at("length_mm", "minimum")),
      wrongParcel("no pieces", { quantity: 0 }, at("quantity", "minimum")),
      wrongParcel("a description of 201", { description: "d".repeat(201) }, at("description", "max_length")),
      wrongParcel("an unknown field of a parcel", { color: secretValue }, at("color", "unknown_field")),
      ...["eur", "XXX", "EURO", "€", "XAU"].map((currency) =>
        wrongParcel(
          `the currency ${currency}`,
          { value: { amount: 1, currency } },
          at("value/currency", "format"),
        ),
      ),
      wrongParcel(
        "a negative value",
        { value: { amount: -1, currency: "EUR" } },
        at("value/amount", "minimum"),
      ),
      wrongParcel(
        "a value in euros",
        { value: { amount: 45.5, currency: "EUR" } },
        at("value/amount", "type"),
      ),
      wrongParcel("a value without currency", { value: { amount: 1 } }, at("value/currency", "required")),
    ],
  );
});

describe("metadata", () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, ""]));
  const long = "k".repeat(41);
  refuses(
    () => server,
    [
      wrong("51 keys", () => ({ metadata: keys(51) }), { "#/metadata": "max_properties" }),
      wrong("a key of 41", () => ({ metadata: { [long]: "" } }), { [`#/metadata/${long}`]: "key_length" }),
      wrong("an empty key", () => ({ metadata: { "": "v" } }), { "#/metadata/": "key_length" }),
      wrong("a value of 501", () => ({ metadata: { k: "v".repeat(501) } }), { "#/metadata/k": "max_length" }),
      wrong("a number as value", () => ({ metadata: { k: 1 } }), { "#/metadata/k": "type" }),
      wrong("a key with a slash", () => ({ metadata: { "a/b~c": 1 } }), { "#/metadata/a~1b~0c": "type" }),
      wrong("metadata that is a list", () => ({ metadata: [] }), { "#/metadata": "type" }),
      wrong("the key __proto__", () => ({ metadata: JSON.parse('{"__proto__":"v"}') }), {
        "#/metadata/__proto__": "reserved",
      }),
    ],
  );
});

describe("requirements and simulation", () => {
  const required = (title: string, requirements: object, at: Record<string, string>, more: object = {}) =>
    wrong(title, () => ({ delivery: { contact, address: kreuzberg, requirements }, ...more }), at);
  const contradiction = { "#/if_undeliverable": "contradicts_requirements" };
  const atDoor = { if_undeliverable: "leave_at_door" };
  const simulated = (title: string, simulation: unknown, at: Record<string, string>) =>
    wrong(title, () => ({ simulation }), at);
  refuses(
    () => server,
    [
      required("left at the door, though signed for", { signature: true }, contradiction, atDoor),
      required("left at the door, though with a PIN", { pin: true }, contradiction, atDoor),
      required("left at the door, though with an age", { min_age: 18 }, contradiction, atDoor),
      required(
        "a signature that is a text",
        { signature: "true" },
        {
          "#/delivery/requirements/signature": "type",
        },
      ),
      required("an age of nothing", { min_age: 0 }, { "#/delivery/requirements/min_age": "minimum" }),
      required("an unknown proof", { retina: true }, { "#/delivery/requirements/retina": "unknown_field" }),
      wrong("an unknown way out", () => ({ if_undeliverable: secretValue }), {
        "#/if_undeliverable": "enum",
      }),
      simulated("an unknown speed", { speed: secretValue }, { "#/simulation/speed": "type" }),
      simulated("a speed of nothing", { speed: 0 }, { "#/simulation/speed": "type" }),
      simulated("an unknown outcome", { outcome: secretValue }, { "#/simulation/outcome": "enum" }),
      simulated("an empty seed", { seed: "" }, { "#/simulation/seed": "min_length" }),
      simulated("an unknown field of it", { pace: 1 }, { "#/simulation/pace": "unknown_field" }),
    ],
  );
});
