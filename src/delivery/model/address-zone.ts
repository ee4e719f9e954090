import { timeZoneOf } from "../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../infra/geography/territory.ts";
import { timeZoneAt } from "../../infra/geography/time-zone.ts";
import { roughPlace } from "./address-view.ts";
import type { Address } from "./model.ts";

/**
 * The time zone at an address, by its IANA name: its country's, in a country with several that of its place or town;
 * null where nobody knows it. Needs the zone files, so pages do not ask here.
 */
export async function zoneAtAddress(address: Address, now: number): Promise<string | null> {
  const zone = timeZoneOf(countryOf(address), now);
  if (zone !== null) return zone;
  const place = roughPlace(address);
  return place ? timeZoneAt(place) : null;
}
