import type { Coordinates } from "./coordinates.ts";

/** The time zone of a place, by its name in the IANA database: `Europe/Berlin`. */
export async function timeZoneAt({ latitude, longitude }: Coordinates): Promise<string> {
  // Loaded when somebody asks first: it is 70 KiB.
  const { default: lookUp } = await import("@photostructure/tz-lookup");
  return lookUp(latitude, longitude);
}
