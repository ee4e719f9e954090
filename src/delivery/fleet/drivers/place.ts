import type { Coordinates } from "../../../infra/geography/coordinates.ts";

/** Where a driver is: the newest good position. Times are epoch milliseconds. */
export interface DriverPlace extends Coordinates {
  accuracyMeters: number | null;
  headingDegrees: number | null;
  speedMps: number | null;
  /** By our clock. */
  recordedAt: number;
  receivedAt: number;
}
