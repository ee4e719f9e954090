import { expect, test } from "bun:test";
import fc from "fast-check";
import { placeAddress } from "../../../src/infra/geography/address-point.ts";
import { type Coordinates, distanceMeters } from "../../../src/infra/geography/coordinates.ts";
import { countryCodes } from "../../../src/infra/geography/country.ts";
import { postalRegion } from "../../../src/infra/geography/postal-region.ts";
import { locateTown } from "../../../src/infra/geography/town.ts";

const berlin = { city: "Berlin", country: "DE" };

function place(line1: string, town: { city: string; country: string; postal_code?: string }): Coordinates {
  const point = placeAddress({ line1, ...town });
  if (!point) throw new Error(`no place for ${line1} in ${town.city}`);
  return point;
}

const apart = (a: Coordinates, b: Coordinates) => distanceMeters(a, b);

test("two addresses of a town are two places, and one is always the same", () => {
  const [one, two] = [place("Torstr. 1", berlin), place("Oranienstr. 25", berlin)];
  expect(apart(one, two)).toBeGreaterThan(100);
  expect(place("TORSTR. 1", berlin)).toEqual(one);
  // Made up once and for all: a later version must not move an address that callers know.
  expect(one).toEqual({ latitude: 52.49608, longitude: 13.40731 });
});

test("addresses of a postal code are near each other", () => {
  const mitte = { ...berlin, postal_code: "10119" };
  const streets = ["Torstr. 1", "Linienstr. 40", "Choriner Str. 5"].map((line1) => place(line1, mitte));
  for (const a of streets) for (const b of streets) expect(apart(a, b)).toBeLessThan(3000);
  const kreuzberg = place("Torstr. 1", { ...berlin, postal_code: "10999" });
  expect(apart(kreuzberg, place("Torstr. 1", mitte))).toBeGreaterThan(100);
});

test("every address lies in its town, in a village nearer to the middle than in a city", () => {
  const towns = [berlin, { city: "Görlitz", country: "DE" }, { city: "Longyearbyen", country: "SJ" }];
  const property = fc.property(
    fc.constantFrom(...towns),
    fc.string({ minLength: 1 }),
    fc.option(fc.string(), { nil: undefined }),
    (town, line1, postal_code) => {
      const found = locateTown(town);
      if (!found) throw new Error(`no town ${town.city}`);
      const point = place(line1, { ...town, ...(postal_code === undefined ? {} : { postal_code }) });
      expect(apart(point, found.center)).toBeLessThanOrEqual(found.radiusMeters + 5);
    },
  );
  fc.assert(property, { numRuns: 300 });
  const radii = towns.map((town) => locateTown(town)?.radiusMeters ?? 0);
  expect(radii).toEqual([5000, expect.any(Number), expect.any(Number)]);
  expect(radii.toSorted((a, b) => b - a)).toEqual(radii);
  expect(radii[2]).toBeLessThan(500);
});

test("addresses are spread over a town, not along a line or at its edge", () => {
  const center = locateTown(berlin)?.center as Coordinates;
  const points = Array.from({ length: 400 }, (_, number) => place(`Hauptstr. ${number}`, berlin));
  const quarters = new Set(
    points.map(({ latitude, longitude }) => `${latitude > center.latitude}${longitude > center.longitude}`),
  );
  expect(quarters.size).toBe(4);
  const near = points.filter((point) => apart(point, center) < 2500).length;
  // A quarter of the circle's area, with room for chance.
  expect(near).toBeGreaterThan(60);
  expect(near).toBeLessThan(140);
});

test("an unknown town has no place", () => {
  expect(placeAddress({ line1: "1", city: "Nowhereville", country: "DE" })).toBeUndefined();
});

test.each([
  ["Springfield", "US", "62701", undefined, -89.6],
  ["Springfield", "US", "01103-1234", undefined, -72.6],
  ["Springfield", "US", "97477", undefined, -123],
  ["Springfield", "US", undefined, undefined, -93.3],
  ["Springfield", "US", "62701", "MA", -72.6],
  ["Springfield", "US", "62701", "Nowhere", -89.6],
  ["Windsor", "CA", "N9A 1A1", undefined, -83],
  ["Windsor", "CA", "b0n 2t0", undefined, -64.1],
] as const)(
  "%s %s %s, state %s: the postal code decides where no state does",
  (city, country, postal_code, state, longitude) => {
    const town = locateTown({
      city,
      country,
      ...(postal_code && { postal_code }),
      ...(state && { state }),
    })?.center;
    expect(town?.longitude).toBeCloseTo(longitude, 0);
  },
);

test.each([
  ["Springfield", "US", "99501", undefined],
  ["Chicago", "US", "60601", "WI"],
  ["London", "GB", "M1 1AE", undefined],
  ["Newcastle", "GB", "ST5 1AA", undefined],
] as const)(
  "%s, %s %s, state %s: no town, where all of that name lie elsewhere",
  (...[city, country, postal_code, state]) => {
    expect(locateTown({ city, country, postal_code, ...(state && { state }) })).toBeUndefined();
  },
);

test("a postal code that determines no region is no error", () => {
  const anything = fc.property(fc.constantFrom(...countryCodes), fc.string(), (country, code) => {
    expect(postalRegion(country, code) ?? "").toMatch(/^[A-Z]{0,3}$/);
  });
  fc.assert(anything);
  expect(["62701", "6", "", "ABCDE", "568"].map((code) => postalRegion("US", code))).toEqual([
    "IL",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
