import { distanceMeters } from "../geography/coordinates.ts";
import {
  type Hit,
  type Hits,
  hitsMax,
  labelOf,
  membersOf,
  numberIn,
  type PlacePrecision,
  parsed,
  plainText,
  pointIn,
} from "./hit.ts";

/** The part of Nominatim's HTTP API that Waybill uses. Source: nominatim.org, "API reference", Search, `jsonv2`. */

const attributionLengthMax = 200;

/** @param countries ISO codes, lower case, that the answers must be of */
export function nominatimUrl(
  base: string,
  text: string,
  { countries, limit, key }: { countries: readonly string[]; limit: number; key: string | null },
): string {
  const query = new URLSearchParams({
    q: text,
    format: "jsonv2",
    addressdetails: "1",
    limit: String(limit),
    countrycodes: countries.join(","),
    ...(key !== null && { key }),
  });
  return `${base}/search?${query}`;
}

/** Undefined for a text that is no answer of Nominatim. */
export function readNominatim(text: string): Hits | undefined {
  const answer = parsed(text);
  if (!Array.isArray(answer)) return undefined;
  const first = answer.slice(0, hitsMax).map(membersOf);
  return {
    hits: first.flatMap((entry) => hitOf(entry) ?? []),
    attribution: plainText(attributionIn(first[0] ?? {}), attributionLengthMax),
  };
}

/** Nominatim writes it the British way, and not everybody who answers like it. */
function attributionIn(entry: Record<string, unknown>): unknown {
  return Object.entries(entry).find(([name]) => /^licen[cs]e$/.test(name))?.[1];
}

function hitOf(entry: Record<string, unknown>): Hit | undefined {
  const point = pointIn(entry.lat, entry.lon);
  const address = membersOf(entry.address);
  const part = (name: string) => plainText(address[name]);
  const houseNumber = part("house_number");
  const precision = precisionOf(entry, houseNumber);
  if (!point || !precision) return undefined;
  const street = part("road") ?? part("pedestrian") ?? part("footway") ?? part("square");
  return {
    ...point,
    precision,
    label: labelOf([plainText(entry.display_name, 400)]),
    country: (part("country_code") ?? "").toUpperCase(),
    houseNumber,
    street,
    postalCode: part("postcode"),
    state: stateCode(part("ISO3166-2-lvl4")) ?? part("state"),
    towns: townNames.flatMap((name) => part(name) ?? []),
    reachMeters: reachOf(point, entry.boundingbox),
  };
}

/** `IL` of `US-IL`; null for codes of digits, which nobody writes. */
function stateCode(code: string | null): string | null {
  return /^[A-Z]{2}-([A-Z]{2,3})$/.exec(code ?? "")?.[1] ?? null;
}

const townNames = [
  "city",
  "town",
  "village",
  "municipality",
  "hamlet",
  "borough",
  "city_district",
  "district",
  "suburb",
  "quarter",
  "neighbourhood",
  "place",
];
const towns = ["city", "town", "village", "municipality", "hamlet"];
/** Ranks of places: streets are 26 and 27, and what is more exact is at a street. */
const streetRank = 26;
const objectRank = 28;
/** Wider than any town. */
const countyRank = 12;

/** Undefined for counties, states and countries. */
function precisionOf(
  { addresstype, place_rank }: Record<string, unknown>,
  houseNumber: string | null,
): PlacePrecision | undefined {
  if (houseNumber !== null) return "house";
  const rank = numberIn(place_rank);
  if (rank >= streetRank) return rank < objectRank ? "street" : "area";
  if (addresstype === "road") return "street";
  if (typeof addresstype === "string" && towns.includes(addresstype)) return "town";
  return rank > countyRank ? "area" : undefined;
}

/** `[south, north, west, east]`. */
function reachOf(point: { latitude: number; longitude: number }, box: unknown): number | null {
  if (!Array.isArray(box) || box.length !== 4) return null;
  const [south, north, west, east] = box;
  const corners = [pointIn(south, west), pointIn(north, east)];
  const meters = corners.flatMap((corner) => (corner ? [distanceMeters(point, corner)] : []));
  return meters.length === corners.length ? Math.max(...meters) : null;
}
