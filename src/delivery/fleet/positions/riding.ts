import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";

/**
 * How far a driver rode: straight lines between good positions, one after the other. Where positions are missing nobody
 * knows the way, so that gap adds nothing. Receivers that stand still wander, and that adds nothing either.
 */

/** A good position. */
export interface Passed extends Coordinates {
  accuracyMeters: number | null;
  recordedAt: number;
}

/** Where the way goes on. */
export interface Way {
  /** The last place that counted. */
  from: Coordinates;
  /** When the last position was recorded, whether it counted or not. */
  at: number;
}

/** How far a driver rode in a quarter of an hour. */
export interface Ride {
  /** When the quarter begins. */
  quarter: number;
  meters: number;
}

const quarterMs = 15 * minuteMs;
/** Between two positions farther apart, nobody knows how the driver rode. */
const gapMaxMs = 5 * minuteMs;
/** A receiver that stands still says so far-off places, at least. */
const wanderMeters = 30;

export function quarterOf(at: number): number {
  return at - (at % quarterMs);
}

/** Adds positions, oldest first, to a way. @returns what each quarter has more; 0 where the driver stood */
export function rideOn(
  way: Way | undefined,
  positions: readonly Passed[],
): { way: Way | undefined; rides: Ride[] } {
  const meters = new Map<number, number>();
  let now = way;
  for (const position of positions) {
    const { latitude, longitude, accuracyMeters, recordedAt } = position;
    const gapMs = now === undefined ? Number.POSITIVE_INFINITY : recordedAt - now.at;
    const rode = now === undefined ? 0 : distanceMeters(now.from, position);
    const isKnown = gapMs >= 0 && gapMs <= gapMaxMs;
    const hasMoved = rode > Math.max(wanderMeters, accuracyMeters ?? 0);
    const quarter = quarterOf(recordedAt);
    meters.set(quarter, (meters.get(quarter) ?? 0) + (isKnown && hasMoved ? rode : 0));
    const from = now !== undefined && isKnown && !hasMoved ? now.from : { latitude, longitude };
    now = { from, at: recordedAt };
  }
  return { way: now, rides: [...meters].map(([begin, sum]) => ({ quarter: begin, meters: sum })) };
}
