import type { Environment } from "../infra/environment.ts";
import { placeAddress } from "../infra/geography/address-point.ts";
import { type Coordinates, pointOf } from "../infra/geography/coordinates.ts";
import { lookForTown, type TownFinding } from "../infra/geography/town.ts";
import type { Address, GeocodePrecision, GeocodeSource, Stop } from "./model.ts";

/**
 * Where an address is, and how well Waybill knows it. Everybody asks here. An address whose place nobody gave is
 * somewhere in its town: no distance, price, arrival or dot follows from that. In the sandbox it has an invented point in
 * the town, because simulated drivers need somewhere to go.
 */

/** The sources that know the place itself. */
const exactSources: ReadonlySet<GeocodeSource> = new Set(["client"]);

/** The town of an address, as a circle that is certainly inhabited. */
export interface Area extends Coordinates {
  radius_meters: number;
}

/** The place of an address, exact enough to drive to and to measure from; undefined where only the town is known. */
export function knownPlace(address: Address): Coordinates | undefined {
  return exactSources.has(address.geocode_source) ? pointOf(address) : undefined;
}

/** The town of an address; null for an unknown one. For maps, time zones and contradictions. */
export function areaOf(address: Address): Area | null {
  // Nothing was found, or the address was erased.
  if (address.geocode_source === "country") return null;
  const { town } = townOf(address);
  return town ? { ...town.center, radius_meters: town.radiusMeters } : null;
}

/** The town that an address names: of several with this name the one near its known place. */
export function townOf(address: Address): TownFinding {
  return lookForTown({ ...address, near: knownPlace(address) });
}

/** Says where an address is whose coordinates nobody sent. */
export function locateIn(environment: Environment) {
  return (
    address: Parameters<typeof placeAddress>[0],
  ): Pick<Address, "latitude" | "longitude" | "geocode_source"> => {
    const { town } = lookForTown(address);
    const point = environment === "sandbox" ? placeAddress(address) : undefined;
    return {
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
      geocode_source: town ? "town" : "country",
    };
  };
}

/** A point in the town of an address, or its place: near enough for a time zone. */
export function roughPlace(address: Address): Coordinates | undefined {
  return pointOf(address) ?? areaOf(address) ?? undefined;
}

/** An address as answers show it. */
export interface ShownAddress extends Address {
  geocode_precision: GeocodePrecision | null;
  area: Area | null;
}

export function toAddressView(address: Address): ShownAddress {
  const area = areaOf(address);
  const source = address.geocode_source === "town" && area === null ? "country" : address.geocode_source;
  return {
    ...address,
    geocode_source: source,
    geocode_precision: source === "client" ? null : source,
    area,
  };
}

/** A stop as answers show it. */
export function toPlacedStop<T extends Stop>(stop: T): T & { address: ShownAddress } {
  return { ...stop, address: toAddressView(stop.address) };
}

interface Located {
  pickup: Stop;
  delivery: Stop;
  distanceMeters: number | null;
  /** Null in live. */
  simulation: object | null;
}

/** A stored shipment without what older versions of Waybill invented in live: points, and distances between them. */
export function withoutInvented<T extends Located>(shipment: T): T {
  const { pickup, delivery, simulation } = shipment;
  if (simulation !== null || (isSound(pickup) && isSound(delivery))) return shipment;
  return { ...shipment, pickup: placed(pickup), delivery: placed(delivery), distanceMeters: null };
}

function isSound({ address }: Stop): boolean {
  return address.latitude === null || knownPlace(address) !== undefined;
}

function placed<T extends Stop>(stop: T): T {
  return isSound(stop) ? stop : { ...stop, address: { ...stop.address, latitude: null, longitude: null } };
}
