import type { Money, Window } from "../../delivery/model/model.ts";
import { countryName, minorUnits } from "../../infra/geography/country.ts";
import { capitalized } from "../../infra/text/words.ts";

/** Numbers, money, dates and names of the API as text. */

const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const inDay = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(undefined, inDay);
const dateFormat = new Intl.DateTimeFormat(undefined, { ...inDay, year: "numeric" });

const sizes = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const durations = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const idsInPath = /(?<=\/[a-z]+_)01[0-9a-z]*(?=[0-9a-z]{6}(\/|\?|$))/g;

/** With ids as `shp_…4k2m9x`: what follows them tells paths apart. */
export function shortPath(path: string): string {
  return path.replace(idsInPath, "…");
}

export function formatCount(count: number): string {
  return whole.format(count);
}

/** For little room: `12K`. */
export function formatShortCount(count: number): string {
  return compact.format(count);
}

/** `0.4%`; a dash where the total is 0. */
export function formatPercent(part: number, all: number): string {
  return all === 0 ? "—" : percent.format(part / all);
}

/** In units of 1000. */
export function formatBytes(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return formatUnit(bytes / 1_000 ** step, sizes[step] ?? "byte");
}

/** As the setting is written. */
export function formatMebibytes(bytes: number): string {
  return `${whole.format(bytes / 2 ** 20)} MiB`;
}

/** The duration of a request or run; a dash for null. */
export function formatMs(ms: number | null): string {
  if (ms === null) return "—";
  return ms < 1_000 ? formatUnit(ms, "millisecond") : formatUnit(ms / 1_000, "second");
}

/** An age in its largest unit: `3 min`. */
export function formatSeconds(seconds: number): string {
  const [unit, length] = durations.find(([, length]) => seconds >= length) ?? (["second", 1] as const);
  return formatUnit(Math.floor(seconds / length), unit);
}

/** `2026-01-31` → `Jan 31`; the API counts days in UTC. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `2026-01-31` → `Jan 31, 2026`, where years may differ. */
export function formatDate(day: string): string {
  return dateFormat.format(new Date(day));
}

function formatUnit(amount: number, unit: string): string {
  const maximumFractionDigits = amount < 1 ? 2 : amount < 100 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits }).format(amount);
}

/** `en_route_to_pickup` → `En route to pickup`. */
export function humanize(name: string): string {
  return capitalized(name.replaceAll("_", " "));
}

/** The end of a sentence as one of its own: `must not be blank` → `Must not be blank.` */
export function sentenceOf(detail: string): string {
  return `${capitalized(detail)}.`;
}

/** 890 EUR → `€8.90`. */
export function formatMoney({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency });
  return format.format(amount / 10 ** minorUnits(currency));
}

/** In a time zone, empty for the reader's: `Jan 31, 2026, 10:30 – 11:30 AM`. */
export function formatWindow({ start, end }: Window, zone: string): string {
  const span = new Intl.DateTimeFormat(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(zone !== "" && { timeZone: zone }),
  });
  return span.formatRange(new Date(start), new Date(end));
}

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const shortFormats = new Map<string, Intl.DateTimeFormat>();

/** A list has many windows: a format is made once. */
function shortFormat(timeZone: string, part: "time" | "dayAndTime" | "day" | "zone"): Intl.DateTimeFormat {
  const key = `${timeZone} ${part}`;
  const known = shortFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(part === "day" ? "sv" : undefined, {
    timeZone,
    ...(part !== "day" && { hour: "numeric", minute: "2-digit" }),
    ...(part === "dayAndTime" && { month: "short", day: "numeric" }),
    ...(part === "zone" && { timeZoneName: "short" }),
  });
  shortFormats.set(key, made);
  return made;
}

/**
 * `14:00 – 16:00`, with its day where that is not today, and with the zone where it is not the reader's.
 * @param zone empty for the reader's
 */
export function formatShortWindow(window: Window, zone: string, now: number): string {
  const timeZone = zone === "" ? readersZone : zone;
  const [start, end] = [new Date(window.start), new Date(window.end)];
  const day = shortFormat(timeZone, "day");
  const isToday = [start, end].every((at) => day.format(at) === day.format(now));
  const span = shortFormat(timeZone, isToday ? "time" : "dayAndTime").formatRange(start, end);
  if (timeZone === readersZone) return span;
  const name = shortFormat(timeZone, "zone")
    .formatToParts(start)
    .find(({ type }) => type === "timeZoneName");
  return `${span} ${name?.value}`;
}

export function formatDistance(meters: number): string {
  const [amount, unit] = meters < 1_000 ? [meters, "meter"] : [meters / 1_000, "kilometer"];
  const format = new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(amount);
}

interface StopAddress {
  line1: string;
  city: string;
  country: string;
}

interface Stops {
  pickup: { address: StopAddress };
  delivery: { address: StopAddress };
}

const townAndCountry = ({ city, country }: StopAddress) => `${city}, ${countryName(country)}`;

export function isWithinTown({ pickup, delivery }: Stops): boolean {
  return pickup.address.city === delivery.address.city && pickup.address.country === delivery.address.country;
}

/** What people know a shipment by. What an operator sees of another account's has no reference. */
export function nameOfShipment(shipment: { reference?: string | null; tracking_number: string }): string {
  const { reference, tracking_number } = shipment;
  return reference ?? tracking_number;
}

/** `Berlin → Potsdam`; with the countries if they differ, and with the streets within a town. */
export function formatRoute(stops: Stops): string {
  const { address: from } = stops.pickup;
  const { address: to } = stops.delivery;
  if (from.country !== to.country) return `${townAndCountry(from)} → ${townAndCountry(to)}`;
  // The streets of an erased shipment are equal: they say nothing.
  if (!isWithinTown(stops) || from.line1 === to.line1) return `${from.city} → ${to.city}`;
  return `${from.line1} → ${to.line1}, ${to.city}`;
}

/** A name without what nobody can see: repeated blanks and invisible formatting characters. */
export function asRead(name: string): string {
  return name
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
