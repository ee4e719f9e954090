import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { VehicleType } from "../../model/model.ts";
import type { StopKind } from "../../model/stops.ts";
import type { PositionMemory } from "./quality.ts";

/** What good positions say of a trip: how fast it goes, when it arrives, and whether it has. Contract-live §6. */

/** What Waybill keeps of an assignment's positions, as JSON. */
export interface TripMemory {
  /** Of the judge; where the driver is, the row knows. */
  elsewhere: PositionMemory["elsewhere"];
  /** The ride so far. */
  ridden: { meters: number; ms: number };
  /** Since when the driver stands at a stop, by their positions. */
  standing: { stop: StopKind; since: number } | null;
  /** Stops that `tracking.approaching` has told. */
  approached: StopKind[];
  /** When Waybill last decided to ask the router. */
  routedAt: number | null;
}

export const newTrip: TripMemory = {
  elsewhere: null,
  ridden: { meters: 0, ms: 0 },
  standing: null,
  approached: [],
  routedAt: null,
};

/** A measured place. */
export interface Sighting extends Coordinates {
  accuracyMeters: number | null;
  speedMps: number | null;
  recordedAt: number;
}

/** Streets are longer than the straight line. */
export const detour = 1.3;
/** Parking, stairs and a signature, at each stop before. */
const perStopMs = 4 * minuteMs;
/** In a town, with its lights. */
const speedsKmh: Record<VehicleType, number> = {
  on_foot: 5,
  bicycle: 15,
  cargo_bike: 13,
  motorbike: 28,
  car: 25,
  van: 24,
  truck: 20,
};
/** How much the vehicle's usual speed weighs against what was observed. */
const usualMs = 5 * minuteMs;
/** Older riding says little. */
const riddenMaxMs = 20 * minuteMs;
/** Between two positions farther apart, nobody knows how the driver rode. */
const rideGapMaxMs = 2 * minuteMs;

/** Adds the ride between two good positions. */
export function addRide(ridden: TripMemory["ridden"], from: Sighting, to: Sighting): TripMemory["ridden"] {
  const ms = to.recordedAt - from.recordedAt;
  if (ms <= 0 || ms > rideGapMaxMs) return ridden;
  const sum = { meters: ridden.meters + distanceMeters(from, to), ms: ridden.ms + ms };
  const kept = Math.min(1, riddenMaxMs / sum.ms);
  return { meters: Math.round(sum.meters * kept), ms: Math.round(sum.ms * kept) };
}

/** The vehicle's speed, corrected by what was observed, within reason. */
export function speedOf(vehicle: VehicleType, ridden: TripMemory["ridden"]): number {
  const usual = speedsKmh[vehicle] / 3.6;
  const seen = (usual * usualMs + ridden.meters * 1000) / (usualMs + ridden.ms);
  return Math.min(2 * usual, Math.max(0.4 * usual, seen));
}

/**
 * When the driver is at each stop, epoch milliseconds; undefined where nobody knows the place. A stop on the way without a
 * place takes its time all the same.
 */
export function arrivalsAt(
  from: Coordinates,
  at: number,
  places: readonly (Coordinates | undefined)[],
  speedMps: number,
): (number | undefined)[] {
  let here = from;
  let meters = 0;
  return places.map((place, before) => {
    if (place === undefined) return undefined;
    meters += distanceMeters(here, place);
    here = place;
    return Math.round(at + (meters * detour * 1000) / speedMps + before * perStopMs);
  });
}

/** When the driver arrives by a route planner's legs: one to each known place. */
export function arrivalsOnRoute(
  at: number,
  places: readonly (Coordinates | undefined)[],
  legs: readonly { seconds: number }[],
): (number | undefined)[] {
  let ms = 0;
  let leg = 0;
  return places.map((place, before) => {
    if (place === undefined) return undefined;
    ms += (legs[leg]?.seconds ?? 0) * 1000;
    leg += 1;
    return Math.round(at + ms + before * perStopMs);
  });
}

const approachMeters = 1_000;
const approachMs = 10 * minuteMs;

/** Whether it is time to tell that the driver comes. `isNext`: no stop of somebody else lies before. */
export function isApproaching(
  seen: Sighting,
  { place, arrivesAt, isNext }: { place: Coordinates; arrivesAt: number | null; isNext: boolean },
): boolean {
  if (arrivesAt !== null && arrivesAt - seen.recordedAt <= approachMs) return true;
  return isNext && distanceMeters(seen, place) <= approachMeters;
}

const arrivedMeters = 150;
const arrivedSpeedMps = 3;
const arrivedAccuracyMeters = 50;
const arrivedMs = 20_000;

/**
 * Whether the driver stands at the stop. Two positions that far apart in time must say so, with none between them that
 * says otherwise. An inaccurate position says nothing.
 */
export function seeStanding(
  standing: TripMemory["standing"],
  stop: { kind: StopKind; place: Coordinates },
  before: Sighting | null,
  seen: Sighting,
): { standing: TripMemory["standing"]; hasArrived: boolean } {
  const known = standing?.stop === stop.kind ? standing : null;
  if ((seen.accuracyMeters ?? Number.POSITIVE_INFINITY) > arrivedAccuracyMeters) {
    return { standing: known, hasArrived: false };
  }
  const isThere = distanceMeters(seen, stop.place) <= arrivedMeters;
  if (!isThere || speedAt(before, seen) >= arrivedSpeedMps) return { standing: null, hasArrived: false };
  const since = known?.since ?? seen.recordedAt;
  return { standing: { stop: stop.kind, since }, hasArrived: seen.recordedAt - since >= arrivedMs };
}

/** As the receiver says, or else from the position before. */
function speedAt(before: Sighting | null, seen: Sighting): number {
  if (seen.speedMps !== null) return seen.speedMps;
  const ms = before === null ? 0 : seen.recordedAt - before.recordedAt;
  return before === null || ms <= 0 ? 0 : (distanceMeters(before, seen) * 1000) / ms;
}
