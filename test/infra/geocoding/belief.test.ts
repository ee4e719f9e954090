import { describe, expect, test } from "bun:test";
import { type AddressQuery, placeAmong } from "../../../src/infra/geocoding/belief.ts";
import type { Hit } from "../../../src/infra/geocoding/hit.ts";

/** A geocoder answers with what is most alike. Only what is the address becomes its place. */

const asked: AddressQuery = { line1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" };
const house: Hit = {
  latitude: 52.5291,
  longitude: 13.4014,
  precision: "house",
  label: "Torstraße 1, 10119 Berlin",
  country: "DE",
  houseNumber: "1",
  street: "Torstraße",
  postalCode: "10119",
  state: null,
  towns: ["Berlin", "Mitte"],
  reachMeters: 10,
};
const street: Hit = { ...house, precision: "street", houseNumber: null, reachMeters: 200 };
const precisionOf = (hits: Hit[], change: Partial<AddressQuery> = {}, countries = ["DE"]) =>
  placeAmong(hits, { ...asked, ...change }, countries)?.precision ?? null;

test("the house is where the geocoder says", () => {
  const { latitude, longitude } = house;
  expect(placeAmong([house], asked, ["DE"])).toEqual({ latitude, longitude, precision: "house" });
});

describe("the same street and number, written otherwise", () => {
  test.each<[string, Partial<Hit>]>([
    ["TORSTRASSE 1", {}],
    ["torstraße 1", {}],
    ["Torstr. 1, Hinterhof", {}],
    ["1 Torstr.", {}],
    ["Torstr. 1a", { houseNumber: "1a" }],
    ["Torstr. 1 a", { houseNumber: "1A" }],
    ["Torstr. 1-3", { houseNumber: "1-3" }],
    ["233 E Ontario St", { street: "East Ontario Street", houseNumber: "233" }],
    ["12 Rue de la Paix", { street: "Rue de la Paix", houseNumber: "12" }],
    ["C/ Mayor 5", { street: "Calle Mayor", houseNumber: "5" }],
    ["Dorf Nr. 12", { street: null, houseNumber: "12", towns: ["Berlin", "Dorf"] }],
    ["135, Straße des 17. Juni", { street: "Straße des 17. Juni", houseNumber: "135" }],
    ["8 Rue du 8 Mai 1945", { street: "Rue du 8 Mai 1945", houseNumber: "8" }],
    ["Hauptstr. 1/12", { street: "Hauptstraße", houseNumber: "1/12" }],
    ["12 W Main St", { street: "West Main Street", houseNumber: "12" }],
  ])("%s", (line1, change) => {
    expect(precisionOf([{ ...house, ...change }], { line1 })).toBe("house");
  });
});

describe("what may be another place is none", () => {
  test.each<[string, Partial<Hit>, string | null]>([
    ["another country", { country: "AT" }, null],
    ["no country", { country: "" }, null],
    ["another town", { towns: ["Hamburg"], postalCode: "20095" }, null],
    ["a town that nobody names", { towns: [], postalCode: null }, null],
    ["the house next door", { houseNumber: "3" }, "area"],
    ["number 11 for 1", { houseNumber: "11" }, "area"],
    ["another street", { street: "Linienstraße" }, "area"],
    ["a square of the name", { street: "Torplatz" }, "area"],
    ["the street in another part of the city", { postalCode: "13158" }, "area"],
  ])("%s", (_, change, precision) => {
    expect(precisionOf([{ ...house, ...change }])).toBe(precision as never);
  });

  test.each<[string, Partial<Hit>]>([
    ["12-14 Main St", { street: "Main Street", houseNumber: "1214" }],
    ["Hauptstr. 1/12", { street: "Hauptstraße", houseNumber: "112" }],
    ["Straße des 17. Juni 135", { street: "Straße des 17. Juni", houseNumber: "17" }],
    ["12 Rue du 8 Mai 1945", { street: "Rue du 8 Mai 1945", houseNumber: "8" }],
    ["Torstr. 12, 3. Stock", { houseNumber: "3" }],
    ["2. Hof, Torstr. 12", { houseNumber: "2" }],
    ["Torstr. 12", { street: null, houseNumber: "12" }],
  ])("another number in the line, or no street: %s", (line1, change) => {
    expect(precisionOf([{ ...house, ...change }], { line1 })).toBe("area");
  });

  test("a town of the name in another state, unless the code is the one that was asked", () => {
    const missouri = {
      ...house,
      country: "US",
      street: "Main Street",
      postalCode: "65801",
      towns: ["Springfield"],
      latitude: 37.21,
      longitude: -93.29,
    };
    const found = (state: string | null, postal_code: string | null) =>
      precisionOf(
        [missouri],
        { line1: "1 Main St", city: "Springfield", country: "US", state, postal_code },
        ["US"],
      );
    expect(found("IL", null)).toBeNull();
    expect(found("MO", null)).toBe("house");
    expect(found("IL", "65801")).toBe("house");
    expect(found(null, null)).toBe("house");
  });

  test("two houses of the address, far from each other", () => {
    const other = { ...house, latitude: 52.4, postalCode: null };
    expect(precisionOf([{ ...house, postalCode: null }, other])).toBe("area");
  });

  test("a long street", () => {
    expect(precisionOf([street])).toBe("street");
    expect(precisionOf([{ ...street, reachMeters: 301 }])).toBe("area");
    expect(precisionOf([{ ...street, reachMeters: null }])).toBe("area");
    expect(precisionOf([street, { ...street, latitude: 52.54 }])).toBe("area");
    expect(precisionOf([street, { ...street, latitude: 52.535, reachMeters: 900 }])).toBe("area");
  });
});

test("a house is better than its street, whatever comes first", () => {
  expect(precisionOf([street, house])).toBe("house");
});

test("without a postal code the town decides, and the other way round", () => {
  expect(precisionOf([house], { postal_code: null })).toBe("house");
  expect(precisionOf([{ ...house, towns: [] }])).toBe("house");
  expect(precisionOf([{ ...house, towns: ["Mitte"] }], { postal_code: null })).toBeNull();
});

test("codes of one area are the same, however long", () => {
  const us = { line1: "233 E Ontario St", city: "Chicago", postal_code: "60611-1234", country: "US" };
  const found = {
    ...house,
    country: "US",
    street: "East Ontario Street",
    houseNumber: "233",
    postalCode: "60611",
  };
  expect(placeAmong([{ ...found, towns: [] }], us, ["US"])?.precision).toBe("house");
  const uk = { line1: "1 High St", city: "London", postal_code: "ec1a 1bb", country: "GB" };
  const high = { ...house, country: "GB", street: "High Street", postalCode: "EC1A 1BB", towns: [] };
  expect(placeAmong([high], uk, ["GB"])?.precision).toBe("house");
});

test("nothing is found where there is nothing", () => {
  expect(precisionOf([])).toBeNull();
  expect(precisionOf([{ ...house, precision: "town", houseNumber: null, street: null }])).toBe("town");
});
