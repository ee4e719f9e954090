import { readFileSync } from "node:fs";
import type { Coordinates } from "./coordinates.ts";
import { postalRegion } from "./postal-region.ts";
import { decodeTowns, radiusStepMeters, readCountries, type TownTable, unitsPerDegree } from "./town-file.ts";
import { townKey } from "./town-key.ts";
import townsPath from "./towns.bin" with { type: "file" };

/** Longer names cannot be towns: the longest in the list has 85 characters, including its country. */
const cityLengthMax = 200;

/** The parts of an address that determine its town. */
export interface TownQuery {
  city: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** Code or name of a region. It selects among towns of the same name. */
  state?: string | null;
  /** Selects likewise, if its prefix determines the region. */
  postal_code?: string | null;
}

interface Town {
  center: Coordinates;
  /** Radius that is certainly inhabited. */
  radiusMeters: number;
}

let packed: ReadonlyMap<string, Uint8Array> | undefined;
/** By country; only those that were looked up. */
const tables = new Map<string, TownTable>();

/**
 * The location of a town, from the list of GeoNames (towns with at least 1000 people, © GeoNames, CC BY 4.0);
 * `undefined` for an unknown town. Case, accents and punctuation do not matter. Larger towns are also found by their
 * names in other languages. Among towns of the same name, the one in `state` wins, then the one in the region of the
 * postal code, then the largest. The first call for a country unpacks its towns, in a few milliseconds.
 */
export function findTown(query: TownQuery): Coordinates | undefined {
  return locateTown(query)?.center;
}

/** The same, with the size of the town. */
export function locateTown(query: TownQuery): Town | undefined {
  const towns = townsOf(query.country);
  if (towns === undefined) return undefined;
  for (const key of spellings(query.city.slice(0, cityLengthMax))) {
    const first = findEntry(towns, Buffer.from(`${query.country}${key}`));
    if (first !== undefined) {
      return toTown(towns, chooseTown(towns, first, query));
    }
  }
  return undefined;
}

/** The towns of all countries, packed. The first look for a town needs them. */
export function loadTowns(): ReadonlyMap<string, Uint8Array> {
  packed ??= readCountries(readFileSync(townsPath));
  return packed;
}

/** Undefined for a country without towns in the list. */
function townsOf(country: string): TownTable | undefined {
  const known = tables.get(country);
  if (known !== undefined) return known;
  const block = loadTowns().get(country);
  if (block === undefined) return undefined;
  const towns = decodeTowns(Bun.zstdDecompressSync(block));
  tables.set(country, towns);
  return towns;
}

/**
 * What may have been meant, most literal first: all of it, without the umlauts' `e`, without the district or postal
 * code.
 */
function* spellings(city: string): Generator<string> {
  const head = city.split(/[,(/]/, 1)[0] ?? "";
  const words = city.replace(/\S*\d\S*/g, " ");
  const seen = new Set([""]);
  for (const name of [city, head, words]) {
    const key = townKey(name);
    for (const spelling of [key, key.replace(/([aou])e/g, "$1")]) {
      if (!seen.has(spelling)) {
        seen.add(spelling);
        yield spelling;
      }
    }
  }
}

/** The first entry with exactly that name. */
function findEntry(towns: TownTable, key: Buffer): number | undefined {
  let low = 0;
  let high = towns.entryTown.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(lineAt(towns, middle), key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < towns.entryTown.length && key.equals(lineAt(towns, low)) ? low : undefined;
}

function chooseTown(towns: TownTable, first: number, { country, state, postal_code }: TownQuery): number {
  const inState = findNamesake(towns, first, country, state ?? "");
  const byPostalCode = () =>
    findNamesake(towns, first, country, postalRegion(country, postal_code ?? "") ?? "");
  return inState ?? byPostalCode() ?? towns.entryTown[first] ?? 0;
}

/** The largest town of that name in a region. */
function findNamesake(towns: TownTable, first: number, country: string, part: string): number | undefined {
  const wanted = townKey(part);
  const key = lineAt(towns, first);
  for (let entry = first; wanted !== "" && Buffer.compare(lineAt(towns, entry), key) === 0; entry++) {
    const town = towns.entryTown[entry] ?? 0;
    const region = towns.regions.get(country)?.[towns.townRegion[town] ?? 0];
    if (region?.split("|").includes(wanted)) {
      return town;
    }
  }
  return undefined;
}

/** The line without its newline; empty after the last line. */
function lineAt(towns: TownTable, entry: number): Uint8Array {
  return towns.keys.subarray(towns.keyStarts[entry] ?? 0, Math.max((towns.keyStarts[entry + 1] ?? 0) - 1, 0));
}

function toTown(towns: TownTable, town: number): Town {
  return {
    center: {
      latitude: (towns.latitudes[town] ?? 0) / unitsPerDegree,
      longitude: (towns.longitudes[town] ?? 0) / unitsPerDegree,
    },
    radiusMeters: (towns.townRadius[town] ?? 0) * radiusStepMeters,
  };
}
