import type { Coordinates } from "./coordinates.ts";

/** The time zone of a place, by its name in the IANA database: `Europe/Berlin`. */
export async function timeZoneAt({ latitude, longitude }: Coordinates): Promise<string> {
  // Loaded when somebody asks first: it is 70 KiB.
  const { default: lookUp } = await import("@photostructure/tz-lookup");
  return lookUp(latitude, longitude);
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
