import { type Coordinates, pointOf } from "../../infra/geography/coordinates.ts";
import { lookForTown, type TownFinding } from "../../infra/geography/town.ts";
import { knownPlace } from "./address.ts";
import type { Address, GeocodePrecision, GeocodeSource, Stop } from "./model.ts";

/** The town of an address, for maps, time zones and contradictions, and the address as answers show it. */

/** The town as a circle that is certainly inhabited. */
interface Area extends Coordinates {
  radius_meters: number;
}

export interface ShownAddress extends Address {
  /** Null for a place that the client gave. */
  geocode_precision: GeocodePrecision | null;
  area: Area | null;
}

/** The town that an address names: of several with this name the one near its known place. */
export function townOf(address: Address): TownFinding {
  return lookForTown({ ...address, near: knownPlace(address) });
}

/** Null for an unknown town. */
function areaOf(address: Address): Area | null {
  // Nothing was found, or the address was erased.
  if (address.geocode_source === "country") return null;
  const { town } = townOf(address);
  return town ? { ...town.center, radius_meters: town.radiusMeters } : null;
}

/** A point in the town of an address, or its place: near enough for a time zone. */
export function roughPlace(address: Address): Coordinates | undefined {
  return pointOf(address) ?? areaOf(address) ?? undefined;
}

export function toAddressView(address: Address): ShownAddress {
  const area = areaOf(address);
  const source = address.geocode_source === "town" && area === null ? "country" : address.geocode_source;
  return {
    ...address,
    geocode_source: source,
    geocode_precision: precisionOf(source, address),
    area,
  };
}

function precisionOf(
  source: GeocodeSource,
  { geocode_precision: found }: Address,
): ShownAddress["geocode_precision"] {
  switch (source) {
    case "client":
      return null;
    case "geocoder":
      return found ?? null;
    case "learned":
      return "house";
    default:
      return source;
  }
}

export function toStopView<T extends Stop>(stop: T): T & { address: ShownAddress } {
  const { contact, address } = stop;
  return {
    ...stop,
    contact: { ...contact, language: contact.language ?? null },
    address: toAddressView(address),
  };
}
