import type { Place } from "./place.ts";

/** A route to draw, and the driver on it. */

export interface RouteEnd extends Place {
  kind: "pickup" | "delivery";
  label: string;
  /** Shows the town only, not the exact address. */
  isTown?: boolean;
  /** Its place is not known: it is somewhere in this circle, and has no dot. */
  radiusMeters?: number;
}

export interface Route {
  ends: readonly RouteEnd[];
  /** Oldest first. */
  traveled: readonly Place[];
  /** Depots that scanned it, oldest first: of a carrier that sends no positions. */
  scans?: readonly Place[];
  /** The driver's current position. */
  driver: Place | null;
  /** The stops still ahead, in order, joined by straight lines. */
  planned: readonly Place[];
}

/** What has to be seen of a route: where it leads, where it was scanned, and where the driver is. */
export function placesOf({
  ends,
  scans = [],
  driver,
}: Pick<Route, "ends" | "scans" | "driver">): readonly Place[] {
  return [...ends, ...scans, ...(driver ? [driver] : [])];
}
