import { dayMs } from "../units.ts";
import { countryCodes } from "./country.ts";

/** The time zone of a country, from the runtime's own data (Unicode CLDR). */

const halfYearMs = 182 * dayMs;
/** By country. Zones part and join too rarely to matter between two restarts. */
const known = new Map<string, string | null>();
/** By zone. Looking through all countries takes a tenth of a second. */
const countries = new Map<string, string | undefined>();

/**
 * The IANA name of the only time zone of a country, or of one of several with the same time in summer and winter. Null
 * where places differ: only the exact place tells then. @param country ISO 3166-1 alpha-2
 */
export function timeZoneOf(country: string, now: number): string | null {
  const kept = known.get(country);
  if (kept !== undefined) return kept;
  const zones = zonesIn(country);
  const times = zones.map((zone) => [now, now + halfYearMs].map((at) => offsetAt(zone, at)).join());
  const found = new Set(times).size === 1 ? (zones[0] ?? null) : null;
  known.set(country, found);
  return found;
}

/** The first country in alphabetical order that lists the zone, ISO 3166-1 alpha-2; undefined where the runtime knows none. */
export function countryOfZone(timeZone: string): string | undefined {
  if (!countries.has(timeZone)) {
    countries.set(
      timeZone,
      countryCodes.find((country) => zonesIn(country).includes(timeZone)),
    );
  }
  return countries.get(timeZone);
}

/**
 * The time zone by the sun, as a UTC offset: where only the place is known. An hour is rounded up, as summer time does.
 * @param longitude degrees
 */
export function solarZone(longitude: number): string {
  const hours = Math.ceil(longitude / 15);
  return `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
}

/** Whether it is an IANA name. An offset such as +01:00 knows no daylight saving time, and is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}

/** Kosovo has no code of its own in the IANA database. */
const unlisted: Readonly<Record<string, string[]>> = { XK: ["Europe/Belgrade"] };

/** The time zones of a country, by their names in the IANA database; none where the runtime does not know. */
export function zonesIn(country: string): string[] {
  const known = unlisted[country];
  if (known) return known;
  try {
    const locale: Intl.Locale & { timeZones?: string[] } = new Intl.Locale(`und-${country}`);
    // Older browsers have a property for it, and some have neither.
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  } catch {
    // No country has this code.
    return [];
  }
}

/** Such as `GMT+01:00`. Not by Temporal: the dashboard asks in browsers without it. */
function offsetAt(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(
    at,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
