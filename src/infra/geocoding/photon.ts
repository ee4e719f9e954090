import { type Coordinates, distanceMeters } from "../geography/coordinates.ts";
import { countryName } from "../geography/country.ts";
import {
  type Hit,
  type Hits,
  hitsMax,
  labelOf,
  membersOf,
  type PlacePrecision,
  parsed,
  plainText,
  pointIn,
} from "./hit.ts";

/** The part of Photon's HTTP API that Waybill uses. Source: github.com/komoot/photon, "API reference", Search. */

/** Photon's data is an extract of OpenStreetMap's, which its answers do not say. */
const attribution = "© OpenStreetMap contributors";

/** Older versions refuse to filter by country, so its name is a part of the question. */
export function photonUrl(
  base: string,
  text: string,
  { countries: [country], limit, key }: { countries: readonly string[]; limit: number; key: string | null },
): string {
  const q = [text, ...(country === undefined ? [] : [countryName(country.toUpperCase())])].join(", ");
  const query = new URLSearchParams({ q, limit: String(limit), ...(key !== null && { key }) });
  return `${base}/api?${query}`;
}

/** Undefined for a text that is no answer of Photon. */
export function readPhoton(text: string): Hits | undefined {
  const { features } = membersOf(parsed(text));
  if (!Array.isArray(features)) return undefined;
  return { hits: features.slice(0, hitsMax).flatMap((feature) => hitOf(feature) ?? []), attribution };
}

function hitOf(feature: unknown): Hit | undefined {
  const { geometry, properties } = membersOf(feature);
  const { coordinates } = membersOf(geometry);
  const [longitude, latitude] = Array.isArray(coordinates) ? coordinates : [];
  const point = pointIn(latitude, longitude);
  const members = membersOf(properties);
  const part = (name: string) => plainText(members[name]);
  const houseNumber = part("housenumber");
  const precision = precisionOf(members.type, houseNumber);
  if (!point || !precision) return undefined;
  const street = part("street") ?? (members.type === "street" ? part("name") : null);
  const line = [street, houseNumber].filter(Boolean).join(" ");
  const name = part("name");
  const town = [part("postcode"), part("city")].filter(Boolean).join(" ");
  return {
    ...point,
    precision,
    label: labelOf([name === street ? null : name, line, town, part("country")]),
    country: (part("countrycode") ?? "").toUpperCase(),
    houseNumber,
    street,
    postalCode: part("postcode"),
    state: part("state"),
    towns: [
      ...townNames.flatMap((each) => part(each) ?? []),
      ...(members.type === "city" && name ? [name] : []),
    ],
    reachMeters: reachOf(point, members.extent),
  };
}

const townNames = ["city", "locality", "district"];

const precisions: Readonly<Record<string, PlacePrecision>> = {
  // One without a number is a shop or a sight.
  house: "area",
  street: "street",
  locality: "area",
  district: "area",
  city: "town",
};

/** Undefined for counties, states and countries. */
function precisionOf(type: unknown, houseNumber: string | null): PlacePrecision | undefined {
  if (houseNumber !== null) return "house";
  return typeof type === "string" && Object.hasOwn(precisions, type) ? precisions[type] : undefined;
}

/** `[west, north, east, south]`. */
function reachOf(point: Coordinates, extent: unknown): number | null {
  if (!Array.isArray(extent) || extent.length !== 4) return null;
  const [west, north, east, south] = extent;
  const corners = [pointIn(south, west), pointIn(north, east)];
  const meters = corners.flatMap((corner) => (corner ? [distanceMeters(point, corner)] : []));
  return meters.length === corners.length ? Math.max(...meters) : null;
}
