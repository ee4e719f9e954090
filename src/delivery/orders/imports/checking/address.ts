import type { AddressParts } from "../columns/field.ts";
import type { CellSurroundings, Cells } from "./cells.ts";

/** Addresses and names, from the several columns in which people and shops write them. */

/** In these countries the number of a house comes first. */
const numberFirst = new Set(["US", "CA", "GB", "IE", "FR", "LU", "MC", "AU", "NZ", "ZA", "IN", "SG"]);

export interface ReadAddress {
  line1?: string | undefined;
  line2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  postal_code?: string | undefined;
  country?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
}

/**
 * The country that a row says for an address. It is read before the rest, whose phone numbers and dates depend on it.
 * @param prefix of the fields, such as `delivery.`
 */
export function readCountry(cells: Cells, prefix: string, today: string): string | undefined {
  const around = { country: null, today };
  const said = cells.read(`${prefix}address.country`, "country", around);
  return said ?? cells.peek(`${prefix}address`, "address", around)?.country;
}

/** @param around with the country, as the row or the defaults say it */
export function readAddress(cells: Cells, prefix: string, around: CellSurroundings): ReadAddress {
  const text = (name: string) => cells.read(`${prefix}address.${name}`, "text", around);
  const whole: AddressParts = {
    ...cells.read(`${prefix}address`, "address", around),
    ...cells.read(`${prefix}address.town`, "town", around),
  };
  const point = cells.read(`${prefix}address.coordinates`, "coordinates", around);
  const degrees = (name: "latitude" | "longitude") =>
    cells.read(`${prefix}address.${name}`, "degrees", around) ?? point?.[name];
  const street = text("line1") ?? whole.line1;
  const number = text("house_number");
  const line1 = withNumber(street, number, around.country);
  if (line1 !== undefined && !/\p{Nd}/u.test(line1)) {
    const field = cells.text(`${prefix}address.line1`) === undefined ? "address" : "address.line1";
    cells.warn(`${prefix}${field}`, { code: "house_number_missing", detail: "has no house number" });
  }
  return {
    line1,
    line2: text("line2") ?? whole.line2,
    city: text("city") ?? whole.city,
    state: text("state") ?? whole.state,
    postal_code: text("postal_code") ?? whole.postal_code,
    country: around.country ?? undefined,
    latitude: degrees("latitude"),
    longitude: degrees("longitude"),
  };
}

function withNumber(street?: string, number?: string, country?: string | null): string | undefined {
  if (street === undefined || number === undefined) return street;
  return numberFirst.has(country ?? "") ? `${number} ${street}` : `${street} ${number}`;
}

/** A name, or its two parts, or else the company's. */
export function readName(cells: Cells, prefix: string, around: CellSurroundings): string | undefined {
  const text = (name: string) => cells.read(`${prefix}${name}`, "text", around);
  const name = text("name");
  if (name !== undefined) return name;
  const parts = [text("first_name"), text("last_name")].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" ") : text("company");
}
