import type { Coordinates } from "../../infra/geography/coordinates.ts";
import type { Stop } from "./model.ts";

/**
 * How well Waybill knows where an address is: everybody asks here. An address whose place nobody gave is somewhere in its
 * town (`address-view.ts`): no distance, price, arrival or dot follows from that. In the sandbox it has an invented point
 * in the town, because simulated drivers need somewhere to go. Pages ask here too, so this file loads nothing.
 */

/** Of a stored address, and of one in a response, whose words may be newer than the page that reads it. */
export interface Placed extends Record<keyof Coordinates, number | null> {
  geocode_source: string;
  geocode_precision?: string | null;
}

/** How exactly a geocoder must know a place to drive there. */
const exactPrecisions: ReadonlySet<string | null> = new Set(["house", "street"]);

/** The place of an address, exact enough to drive to and to measure from; undefined where only the town is known. */
export function knownPlace(address: Placed): Coordinates | undefined {
  const { latitude, longitude, geocode_source: source, geocode_precision: precision = null } = address;
  const isGiven = source === "client" || source === "learned";
  const isKnown = isGiven || (source === "geocoder" && exactPrecisions.has(precision));
  return isKnown && latitude !== null && longitude !== null ? { latitude, longitude } : undefined;
}

/** Whether nobody has to look for the house: a geocoder that found the street only has not found it. */
export function isHouseKnown(address: Placed): boolean {
  const isStreet = address.geocode_source === "geocoder" && address.geocode_precision !== "house";
  return knownPlace(address) !== undefined && !isStreet;
}

/** A known place that no rider taught: the distance of a proof to where riders stood before proves nothing. */
export function provenPlace(address: Placed): Coordinates | undefined {
  return address.geocode_source === "learned" ? undefined : knownPlace(address);
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
