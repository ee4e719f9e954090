import type { Coordinates } from "./coordinates.ts";

/** The time zone of a place, by its name in the IANA database: `Europe/Berlin`. */
export async function timeZoneAt(place: Coordinates): Promise<string> {
  return (await loadTimeZones())(place);
}

/** What finds the time zones of many places. Loaded when somebody asks first: it is 70 KiB. */
export async function loadTimeZones(): Promise<(place: Coordinates) => string> {
  const { default: lookUp } = await import("@photostructure/tz-lookup");
  return ({ latitude, longitude }) => lookUp(latitude, longitude);
}
