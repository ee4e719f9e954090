import { readFileSync } from "node:fs";
import { type Coordinates, distanceMeters } from "./coordinates.ts";
import { postalArea } from "./postal-area.ts";
import { postalRegion } from "./postal-region.ts";
import { countryOf } from "./territory.ts";
import { decodeTowns, radiusStepMeters, readCountries, type TownTable, unitsPerDegree } from "./town-file.ts";
import { townKey } from "./town-key.ts";
import townsPath from "./towns.bin" with { type: "file" };

/** Longer names cannot be towns: the longest in the list has 85 characters, including its country. */
const cityLengthMax = 200;
/** A place lies in or around a town up to here. */
const nearMeters = 100_000;

/** The parts of an address that determine its town. */
export interface TownQuery {
  city: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** Code or name of a region. It selects among towns of the same name. */
  state?: string | null;
  /** Selects likewise, if its prefix determines the region or the area. */
  postal_code?: string | null;
  /** Selects where neither does. */
  near?: Coordinates | undefined;
}

interface Town {
  center: Coordinates;
  /** Radius that is certainly inhabited. */
  radiusMeters: number;
}

/** What a look for a town found. */
export interface TownFinding {
  /** Undefined where only the country is known. */
  town: Town | undefined;
  /** The country that was searched: of a territory its own. */
  country: string;
  /** What contradicts every town of that name, or the one that was found; null for nothing. */
  contradictedBy: "state" | "postal_code" | null;
}

let packed: ReadonlyMap<string, Uint8Array> | undefined;
/** By country; only those that were looked up. */
const tables = new Map<string, TownTable>();

/**
 * The location of a town with its size, from the list of GeoNames (towns with at least 1000 people, © GeoNames, CC BY
 * 4.0); `undefined` for an unknown town. Case, accents and punctuation do not matter. Larger towns are also found by
 * their names in other languages. Among towns of the same name, the one in `state` wins, then the one in the area of the
 * postal code, then one near a place that is known, then the largest. A town in another state or area is none. The first
 * call for a country unpacks its towns, in a few milliseconds.
 */
export function locateTown(query: TownQuery): Town | undefined {
  return lookForTown(query).town;
}

/** Towns that were looked for, and what was found: the same come again and again. */
const findings = new Map<string, TownFinding>();
const findingsMax = 5_000;

/** A town with what speaks against it. */
export function lookForTown(query: TownQuery): TownFinding {
  const near = query.near && roughly(query.near);
  const { city, country, state, postal_code } = query;
  const key = JSON.stringify([country, state, postal_code, near, city.slice(0, cityLengthMax)]);
  const known = findings.get(key);
  if (known) return known;
  if (findings.size >= findingsMax) findings.clear();
  const finding = findIn(countryOf(query), { ...query, near });
  findings.set(key, finding);
  return finding;
}

/** To about ten kilometers: enough to choose a town, and many addresses share it. */
function roughly({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: Number(latitude.toFixed(1)), longitude: Number(longitude.toFixed(1)) };
}

function findIn(country: string, query: TownQuery): TownFinding {
  // What stands for the state is the territory.
  const wanted = country === query.country ? query : { ...query, country, state: null };
  const towns = townsOf(country);
  let contradictedBy: TownFinding["contradictedBy"] = null;
  if (towns === undefined) return { town: undefined, country, contradictedBy };
  for (const key of spellings(query.city.slice(0, cityLengthMax), country)) {
    const namesakes = townsCalled(towns, Buffer.from(`${country}${key}`));
    if (namesakes.length === 0) continue;
    const found = chooseTown(towns, namesakes, wanted);
    if (found.town !== undefined)
      return { town: toTown(towns, found.town), country, contradictedBy: found.contradictedBy };
    contradictedBy ??= found.contradictedBy;
  }
  return { town: undefined, country, contradictedBy };
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

/** What people write for a town without meaning its name. */
const nicknames: Readonly<Record<string, string>> = { USnyc: "newyork", MXcdmx: "mexicocity" };

/**
 * What may have been meant, most literal first: all of it, without the umlauts' `e`, without the district or postal
 * code, without what the post adds ("Paris Cedex 07", "København K").
 */
function* spellings(city: string, country: string): Generator<string> {
  const head = city.split(/[,(/]/, 1)[0] ?? "";
  const words = city.replace(/\S*\d\S*/g, " ").trim();
  const plain = words.replace(/\s+(?:cedex|\p{L}{1,2})\.?$/iu, "");
  const seen = new Set([""]);
  for (const name of [city, head, words, plain]) {
    const key = townKey(name);
    for (const spelling of [key, key.replace(/([aou])e/g, "$1"), nicknames[`${country}${key}`] ?? ""]) {
      if (!seen.has(spelling)) {
        seen.add(spelling);
        yield spelling;
      }
    }
  }
}

/** The towns with exactly that name, the largest first. */
function townsCalled(towns: TownTable, key: Buffer): number[] {
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
  const found: number[] = [];
  for (let entry = low; entry < towns.entryTown.length && key.equals(lineAt(towns, entry)); entry++) {
    found.push(towns.entryTown[entry] ?? 0);
  }
  return found;
}

/** The town of that name that the state and the postal code mean. */
function chooseTown(
  towns: TownTable,
  namesakes: readonly number[],
  { country, state, postal_code, near }: TownQuery,
): { town: number | undefined; contradictedBy: TownFinding["contradictedBy"] } {
  const hasState = isRegion(towns, country, state ?? "");
  const inState = hasState ? namesakes.filter((town) => isIn(towns, town, country, state ?? "")) : namesakes;
  if (inState.length === 0) return { town: undefined, contradictedBy: "state" };
  const ranked = near ? nearFirst(towns, inState, near) : inState;
  const byCode = townOfCode(towns, ranked, country, postal_code ?? "");
  if (byCode !== "elsewhere") return { town: byCode, contradictedBy: null };
  return { town: hasState ? ranked[0] : undefined, contradictedBy: "postal_code" };
}

/** Towns near a place first; of the others and among equals the largest. */
function nearFirst(towns: TownTable, namesakes: readonly number[], place: Coordinates): number[] {
  const metersTo = (town: number) => distanceMeters(toTown(towns, town).center, place);
  const near = namesakes.filter((town) => metersTo(town) <= nearMeters);
  near.sort((one, other) => metersTo(one) - metersTo(other));
  return [...near, ...namesakes.filter((town) => !near.includes(town))];
}

/** The largest in the region of the postal code, or the one nearest to the middle of its area. */
function townOfCode(
  towns: TownTable,
  namesakes: readonly number[],
  country: string,
  postalCode: string,
): number | undefined | "elsewhere" {
  const region = postalRegion(country, postalCode);
  if (region !== undefined && isRegion(towns, country, region))
    return namesakes.find((town) => isIn(towns, town, country, region)) ?? "elsewhere";
  const area = postalArea(country, postalCode);
  if (area === undefined) return namesakes[0];
  const near = namesakes
    .map((town) => ({ town, meters: area(toTown(towns, town).center) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.meters - other.meters)[0];
  return near && near.meters < Number.POSITIVE_INFINITY ? near.town : "elsewhere";
}

/** Whether it is the code or a name of a region of the country. */
function isRegion(towns: TownTable, country: string, name: string): boolean {
  const wanted = townKey(name);
  const regions = towns.regions.get(country) ?? [];
  return wanted !== "" && regions.some((region) => region.split("|").includes(wanted));
}

function isIn(towns: TownTable, town: number, country: string, name: string): boolean {
  const region = towns.regions.get(country)?.[towns.townRegion[town] ?? 0];
  return region?.split("|").includes(townKey(name)) ?? false;
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
