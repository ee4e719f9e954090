import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { distanceMeters, isLatitude, isLongitude } from "../../../src/infra/geography/coordinates.ts";
import { countryCodes } from "../../../src/infra/geography/country.ts";
import { locateTown } from "../../../src/infra/geography/town.ts";
import { decodeTowns, readCountries, unitsPerDegree } from "../../../src/infra/geography/town-file.ts";
import { townKey } from "../../../src/infra/geography/town-key.ts";

const countries = readCountries(
  readFileSync(new URL("../../../src/infra/geography/towns.bin", import.meta.url)),
);

/** "City CC" → coordinates. */
function find(place: string, state?: string) {
  const [city, country] = [place.slice(0, -3), place.slice(-2)];
  return locateTown(state === undefined ? { city, country } : { city, country, state })?.center;
}

describe("locateTown", () => {
  test.each([
    ["Berlin DE", 52.524, 13.411],
    ["Potsdam DE", 52.399, 13.066],
    ["Bernau bei Berlin DE", 52.68, 13.587],
    ["Wien AT", 48.208, 16.372],
    ["Zürich CH", 47.367, 8.55],
    ["Lyon FR", 45.749, 4.848],
    ["Austin US", 30.267, -97.743],
    ["New York US", 40.714, -74.006],
    ["東京 JP", 35.69, 139.692],
    ["Auckland NZ", -36.849, 174.763],
  ])("%s", (place, latitude, longitude) => {
    const town = find(place) ?? { latitude: 0, longitude: 0 };
    expect(distanceMeters(town, { latitude, longitude })).toBeLessThan(5000);
  });

  test.each([
    ["München DE", ["Munich DE", "Muenchen DE", "MÜNCHEN DE", "  munchen  DE", "80331 München DE"]],
    ["Wien AT", ["Vienna AT", "wien AT", "Wien, Innere Stadt AT"]],
    ["Köln DE", ["Cologne DE", "Koeln DE", "KOLN DE"]],
    ["Praha CZ", ["Prague CZ", "Prag CZ"]],
    ["Genève CH", ["Geneva CH", "Genf CH", "geneve CH"]],
    ["Saint-Étienne FR", ["St Etienne FR", "St. Étienne FR", "SAINT ETIENNE FR"]],
    ["Łódź PL", ["Lodz PL"]],
    ["København DK", ["Copenhagen DK", "Kobenhavn DK"]],
    ["İstanbul TR", ["Istanbul TR", "ISTANBUL TR"]],
    ["Москва RU", ["Moscow RU", "Moskau RU"]],
    ["'s-Hertogenbosch NL", ["s Hertogenbosch NL", "’s-Hertogenbosch NL", "Den Bosch NL"]],
    ["Göttingen DE", ["Goettingen DE", "Gottingen DE"]],
  ])("%s by other names", (name, others) => {
    const town = find(name);
    expect(town).toBeDefined();
    for (const other of others) {
      expect({ other, ...find(other) }).toEqual({ other, ...town });
    }
  });

  test("the state decides between namesakes, by code or name; else the one with the most people", () => {
    const missouri = find("Springfield US");
    const illinois = find("Springfield US", "IL");
    expect(missouri?.longitude).toBeCloseTo(-93.3, 1);
    expect(illinois?.longitude).toBeCloseTo(-89.6, 1);
    expect(find("Springfield US", "illinois")).toEqual(illinois);
    expect(find("Springfield US", "Nowhere")).toEqual(missouri);
    expect(find("Portland US", "ME")?.latitude).toBeCloseTo(43.7, 1);
    expect(find("Windsor CA", "NS")?.longitude).toBeCloseTo(-64.1, 1);
    expect(find("Windsor CA", "Ontario")?.longitude).toBeCloseTo(-83, 1);
  });

  test("a country's towns are its own", () => {
    expect(find("London GB")).not.toEqual(find("London CA"));
    expect(find("Berlin FR")).toBeUndefined();
  });

  test.each([
    "Nowhereville DE",
    "Berlin ZZ",
    "Berlin de",
    " DE",
    "--- DE",
    "12345 DE",
    "Ber DE",
    "\nBerlin\n D",
  ])("does not know %p", (place) => {
    expect(find(place)).toBeUndefined();
  });

  test("never fails, and finds only valid places", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("DE", "US", "CN", ""), (city, country) => {
        const town = locateTown({ city, country, state: city })?.center;
        expect(town === undefined || (isLatitude(town.latitude) && isLongitude(town.longitude))).toBe(true);
      }),
    );
    expect(locateTown({ city: "x".repeat(1_000_000), country: "DE", state: null })).toBeUndefined();
  });
});

describe("towns.bin", () => {
  const tables = [...countries].map(([country, block]) => {
    const towns = decodeTowns(Bun.zstdDecompressSync(block));
    const lines = new TextDecoder().decode(towns.keys).split("\n").slice(0, -1);
    return { country, towns, lines };
  });

  test("holds the towns of the world", () => {
    const total = tables.reduce((sum, { towns }) => sum + towns.latitudes.length, 0);
    expect(total).toBeGreaterThan(170_000);
    for (const { towns, lines } of tables) expect(lines).toHaveLength(towns.entryTown.length);
    expect(countryCodes.filter((code) => countries.has(code)).length).toBeGreaterThan(240);
  });

  test("every place is valid, every name is sorted and in the form of a key", () => {
    for (const { country, towns, lines } of tables) {
      for (const [town, latitude] of towns.latitudes.entries()) {
        const longitude = (towns.longitudes[town] ?? Number.NaN) / unitsPerDegree;
        if (!isLatitude(latitude / unitsPerDegree) || !isLongitude(longitude)) {
          throw new Error(`town ${town} of ${country} lies nowhere`);
        }
      }
      let previous = Buffer.alloc(0);
      for (const line of lines) {
        const bytes = Buffer.from(line);
        const [code, name] = [line.slice(0, 2), line.slice(2)];
        if (Buffer.compare(previous, bytes) > 0 || code !== country || townKey(name) !== name) {
          throw new Error(`${line} is out of place`);
        }
        previous = bytes;
      }
    }
  });
});

test("townKey", () => {
  const names = [
    "Saint-Étienne",
    "st. etienne",
    "L'Aquila",
    "Straße",
    "İzmir",
    "Fort Worth",
    "N'Djamena",
    "  ",
  ];
  expect(names.map(townKey)).toEqual([
    "stetienne",
    "stetienne",
    "laquila",
    "strasse",
    "izmir",
    "ftworth",
    "ndjamena",
    "",
  ]);
});
