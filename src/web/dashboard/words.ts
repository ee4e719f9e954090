import type { Money } from "../../delivery/shipments/shipment.ts";
import type { Status } from "../../delivery/shipments/status.ts";
import type { Window } from "../../delivery/shipments/window.ts";
import { countryName, minorUnits } from "../../infra/geography/country.ts";
import type { Tone } from "./theme.ts";

/** How things of the API are said to people. */

/** `en_route_to_pickup` → `En route to pickup`: the API's own words. */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const statusTones = {
  created: "quiet",
  quoted: "busy",
  assigned: "busy",
  in_transit: "busy",
  delivered: "good",
  cancelled: "quiet",
  expired: "warn",
  failed: "bad",
  returning: "warn",
  returned: "warn",
} as const satisfies Record<Status, Tone>;

/** 890 EUR → `€8.90`. */
export function moneyInWords({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency });
  return format.format(amount / 10 ** minorUnits(currency));
}

const span = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Where the reader is: `Jan 31, 2026, 10:30 – 11:30 AM`. */
export function windowInWords({ start, end }: Window): string {
  return span.formatRange(new Date(start), new Date(end));
}

export function distanceInWords(meters: number): string {
  const [amount, unit] = meters < 1_000 ? [meters, "meter"] : [meters / 1_000, "kilometer"];
  const format = new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(amount);
}

const townAndCountry = ({ city, country }: { city: string; country: string }) =>
  `${city}, ${countryName(country)}`;

interface Way {
  pickup: { address: { city: string; country: string } };
  delivery: { address: { city: string; country: string } };
}

/** `Berlin → Potsdam`; across a border with the countries. */
export function wayInWords({ pickup, delivery }: Way): string {
  const isAbroad = pickup.address.country !== delivery.address.country;
  const ends = [pickup.address, delivery.address];
  return ends.map((address) => (isAbroad ? townAndCountry(address) : address.city)).join(" → ");
}
