import type { Coordinates } from "../../../infra/geography/coordinates.ts";

/** What a rush hour can be asked for. */

/** Where a rush hour takes place. */
export interface Surroundings extends Coordinates {
  city: string;
  country: string;
}

export interface RushHourSettings {
  shipments: number;
  /** Of simulated time, in which the shipments come. */
  minutes: number;
  /** How many simulated seconds pass in one of the clock. */
  speed: number;
  seed: string;
  around: Surroundings;
}

export const rushHourDefaults = {
  shipments: 60,
  minutes: 60,
  speed: 20,
  around: { latitude: 52.52, longitude: 13.405, city: "Berlin", country: "DE" },
} as const;

/** The most of `speed` × `shipments`: so many of them move at a time, and each takes the processor `speed` times as often. */
export const busyMax = 6_000;
