import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import type { Address } from "../../model.ts";
import type { RateCard } from "./schema.ts";

/** Which zones of a card contain a place. Prepared once per card, because a card can have a thousand zones. */

/** No degree of latitude is shorter than this, meters. */
const metersPerDegreeMin = 110_000;

/** What a zone says of a place. `needs_coordinates`, `needs_postal_code`: the address does not tell. */
type Verdict = "inside" | "needs_coordinates" | "needs_postal_code";

export interface ZoneVerdict {
  /** Its place in the card. */
  zone: number;
  verdict: Verdict;
}

interface Circle extends Coordinates {
  zone: number;
  meters: number;
}

interface CountryZones {
  /** Zones that are the whole country. */
  whole: number[];
  /** Zones by normal prefix. */
  byPrefix: Map<string, number[]>;
  /** The lengths of the prefixes. */
  lengths: number[];
}

export interface ZoneIndex {
  countries: ReadonlyMap<string, CountryZones>;
  circles: readonly Circle[];
}

/** Postal codes are compared without case, spaces and hyphens. */
export function normalPostal(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export function indexZones(zones: RateCard["zones"]): ZoneIndex {
  const countries = new Map<string, CountryZones>();
  for (const [zone, { countries: codes = [], postal_prefixes = [] }] of zones.entries()) {
    const prefixes = new Set(postal_prefixes.map(normalPostal));
    for (const country of codes) {
      const of = countries.get(country) ?? { whole: [], byPrefix: new Map<string, number[]>(), lengths: [] };
      countries.set(country, of);
      if (prefixes.size === 0) of.whole.push(zone);
      for (const prefix of prefixes) {
        of.byPrefix.set(prefix, [...(of.byPrefix.get(prefix) ?? []), zone]);
        if (!of.lengths.includes(prefix.length)) of.lengths.push(prefix.length);
      }
    }
  }
  const circles = zones.flatMap(({ radius }, zone) => (radius ? [{ zone, ...radius }] : []));
  return { countries, circles };
}

/** What the zones say of an address, without those that it lies outside of, in the card's order. */
export function verdictsOn(index: ZoneIndex, address: Address): ZoneVerdict[] {
  const verdicts = new Map<number, Verdict>();
  const say = (zones: Iterable<number>, verdict: Verdict) => {
    for (const zone of zones) verdicts.set(zone, verdict);
  };
  const country = index.countries.get(address.country);
  if (country) {
    say(country.whole, "inside");
    const postalCode = normalPostal(address.postal_code ?? "");
    if (postalCode === "") for (const zones of country.byPrefix.values()) say(zones, "needs_postal_code");
    else for (const length of country.lengths) say(zonesOf(country, postalCode, length), "inside");
  }
  const point = clientPoint(address);
  for (const circle of index.circles) {
    if (point === null) verdicts.set(circle.zone, "needs_coordinates");
    else if (isInside(circle, point)) verdicts.set(circle.zone, "inside");
  }
  return [...verdicts]
    .map(([zone, verdict]) => ({ zone, verdict }))
    .sort((one, other) => one.zone - other.zone);
}

function zonesOf({ byPrefix }: CountryZones, postalCode: string, length: number): number[] {
  return length > postalCode.length ? [] : (byPrefix.get(postalCode.slice(0, length)) ?? []);
}

/** The place that the client sent. A town's location says too little for a radius or a price by distance. */
export function clientPoint({ latitude, longitude, geocode_source }: Address): Coordinates | null {
  if (geocode_source !== "client" || latitude === null || longitude === null) return null;
  return { latitude, longitude };
}

function isInside(circle: Circle, point: Coordinates): boolean {
  const northMeters = Math.abs(circle.latitude - point.latitude) * metersPerDegreeMin;
  return northMeters <= circle.meters && distanceMeters(circle, point) <= circle.meters;
}

/** The zone of a service that counts for a place, or why there is none. */
export type Found =
  | { kind: "zone"; zone: number }
  | { kind: "outside" | "needs_coordinates" | "needs_postal_code" };

/**
 * The first zone in the card's order that the service lists and that contains the place. A radius before it that cannot
 * be judged decides: it might be the first. An address without a postal code lies in no zone of prefixes.
 */
export function firstZone(listed: ReadonlySet<number>, verdicts: readonly ZoneVerdict[]): Found {
  let needsPostalCode = false;
  for (const { zone, verdict } of verdicts) {
    if (!listed.has(zone)) continue;
    if (verdict === "inside") return { kind: "zone", zone };
    if (verdict === "needs_coordinates") return { kind: verdict };
    needsPostalCode = true;
  }
  return { kind: needsPostalCode ? "needs_postal_code" : "outside" };
}
