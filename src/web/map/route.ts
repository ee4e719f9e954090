import type { Place } from "./place.ts";

/** A route to draw, and the driver on it. */

export interface RouteEnd extends Place {
  kind: "pickup" | "delivery";
  label: string;
  /** Shows the town only, not the exact address. */
  isTown?: boolean;
}

export interface Route {
  ends: readonly RouteEnd[];
  /** Oldest first. */
  traveled: readonly Place[];
  /** The driver's current position. */
  driver: Place | null;
  /** The stops still ahead, in order, joined by straight lines. */
  planned: readonly Place[];
}

/** What has to be seen of a route: where it leads, and where the driver is. */
export function placesOf({ ends, driver }: Pick<Route, "ends" | "driver">): readonly Place[] {
  return driver ? [...ends, driver] : ends;
}
