import { type Coordinates, distanceMeters } from "@/infra/geography/coordinates.ts";
import { plainPostal } from "@/infra/geography/postal-code.ts";
import { townKey } from "@/infra/geography/town-key.ts";
import { knownPlace } from "../../../model/address.ts";
import type { Address } from "../../../model/model.ts";
import { outwardCountries, outwardKeyOf, outwardKeysOf } from "./outward-codes.ts";
import type { RateCard } from "./schema.ts";

/** Which zones of a card contain a place. Prepared once per card, because a card can have a thousand zones. */

/** No degree of latitude is shorter than this, meters. */
const metersPerDegreeMin = 110_000;

/** What a zone says of a place, other than `inside`: the address does not tell. */
export type Need = "needs_coordinates" | "needs_postal_code" | "needs_town";
type Verdict = "inside" | Need;

export interface ZoneVerdict {
  /** Its place in the card. */
  zone: number;
  verdict: Verdict;
}

interface Circle extends Coordinates {
  zone: number;
  meters: number;
}

/** Zones by the key of a prefix or a town; most keys have one zone. */
type ByKey = Map<string, number | number[]>;

/** The zones with the same countries: they share one index, because the countries of a card mostly repeat. */
interface Area {
  countries: ReadonlySet<string>;
  /** Zones that are the whole countries. */
  whole: number[];
  /** Zones with prefixes. */
  prefixed: number[];
  /** By normal prefix. */
  byPrefix: ByKey;
  /** The lengths of these prefixes. */
  lengths: Set<number>;
  /** By what a prefix stands for in countries whose postal codes have an outward part. */
  byOutward: ByKey;
  /** Zones with towns. */
  named: number[];
  byTown: ByKey;
}

export interface ZoneIndex {
  areas: readonly Area[];
  circles: readonly Circle[];
}

/** Postal codes are compared without case, spaces and hyphens, where no blank is part of the code. */
export function normalPostal(text: string): string {
  return postalKey(text, []);
}

/** A postal code as it is compared, without the sign of one of the countries before it. */
function postalKey(text: string, countries: Iterable<string>): string {
  return plainPostal(text, countries).replace(/[^\p{L}\p{N}]/gu, "");
}

/** A step for each zone. */
export function* indexZones(zones: RateCard["zones"]): Generator<void, ZoneIndex> {
  const areas = new Map<string, Area>();
  const circles: Circle[] = [];
  for (const [index, zone] of zones.entries()) {
    if (zone.radius) circles.push({ zone: index, ...zone.radius });
    else addTo(areaOf(areas, zone.countries ?? []), index, zone);
    yield;
  }
  return { areas: [...areas.values()], circles };
}

function areaOf(areas: Map<string, Area>, countries: readonly string[]): Area {
  const key = countries.join();
  const known = areas.get(key);
  if (known) return known;
  const area: Area = {
    countries: new Set(countries),
    whole: [],
    prefixed: [],
    byPrefix: new Map(),
    lengths: new Set(),
    byOutward: new Map(),
    named: [],
    byTown: new Map(),
  };
  areas.set(key, area);
  return area;
}

function addTo(
  area: Area,
  zone: number,
  { postal_prefixes: prefixes = [], cities = [] }: RateCard["zones"][number],
): void {
  if (cities.length > 0) area.named.push(zone);
  for (const city of cities) add(area.byTown, townKey(city), zone);
  if (prefixes.length === 0) {
    if (cities.length === 0) area.whole.push(zone);
    return;
  }
  area.prefixed.push(zone);
  if (!area.countries.isSubsetOf(outwardCountries)) {
    for (const prefix of prefixes) {
      const key = postalKey(prefix, area.countries);
      add(area.byPrefix, key, zone);
      area.lengths.add(key.length);
    }
  }
  if (!area.countries.isDisjointFrom(outwardCountries))
    for (const prefix of prefixes) add(area.byOutward, outwardKeyOf(prefix), zone);
}

function add(zones: ByKey, key: string, zone: number): void {
  const known = zones.get(key);
  if (known === undefined) zones.set(key, zone);
  else if (Array.isArray(known)) known.push(zone);
  else zones.set(key, [known, zone]);
}

/** What the zones say of an address, without those that it lies outside of, in the card's order. */
export function verdictsOn({ areas, circles }: ZoneIndex, address: Address): ZoneVerdict[] {
  const verdicts = new Map<number, Verdict>();
  const say = (zones: readonly number[] | number | undefined, verdict: Verdict) => {
    for (const zone of typeof zones === "number" ? [zones] : (zones ?? [])) verdicts.set(zone, verdict);
  };
  const postalCode = postalKey(address.postal_code ?? "", [address.country]);
  const town = townKey(address.city);
  const outward = outwardCountries.has(address.country)
    ? outwardKeysOf(address.postal_code ?? "")
    : undefined;
  for (const area of areas) {
    if (!area.countries.has(address.country)) continue;
    say(area.whole, "inside");
    if (town === "") say(area.named, "needs_town");
    if (postalCode === "") say(area.prefixed, "needs_postal_code");
    else if (outward) for (const key of outward) say(area.byOutward.get(key), "inside");
    else for (const length of area.lengths) say(zonesOf(area, postalCode, length), "inside");
    say(area.byTown.get(town), "inside");
  }
  const point = knownPlace(address);
  for (const circle of circles) {
    if (point === undefined) verdicts.set(circle.zone, "needs_coordinates");
    else if (isInside(circle, point)) verdicts.set(circle.zone, "inside");
  }
  return [...verdicts]
    .map(([zone, verdict]) => ({ zone, verdict }))
    .sort((one, other) => one.zone - other.zone);
}

function zonesOf({ byPrefix }: Area, postalCode: string, length: number): number[] | number | undefined {
  return length > postalCode.length ? undefined : byPrefix.get(postalCode.slice(0, length));
}

function isInside(circle: Circle, point: Coordinates): boolean {
  const northMeters = Math.abs(circle.latitude - point.latitude) * metersPerDegreeMin;
  return northMeters <= circle.meters && distanceMeters(circle, point) <= circle.meters;
}

/** The zone of a service that counts for a place, or why there is none. */
export type Found = { kind: "zone"; zone: number } | { kind: "outside" | Need };

/**
 * The first zone in the card's order that the service lists and that contains the place. A radius before it that cannot
 * be judged decides: it might be the first. An address without a postal code or a town lies in no zone of these.
 */
export function firstZone(listed: ReadonlySet<number>, verdicts: readonly ZoneVerdict[]): Found {
  let needs: Need | undefined;
  for (const { zone, verdict } of verdicts) {
    if (!listed.has(zone)) continue;
    if (verdict === "inside") return { kind: "zone", zone };
    if (verdict === "needs_coordinates") return { kind: verdict };
    needs ??= verdict;
  }
  return { kind: needs ?? "outside" };
}
