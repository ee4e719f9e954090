import { type Coordinates, distanceMeters } from "@/infra/geography/coordinates.ts";
import type { TravelTable } from "@/infra/routing/router.ts";
import { minuteMs } from "@/infra/units.ts";
import type { Suggestion } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { detour } from "../../../lifecycle/tracking/trip.ts";
import { knownPlace } from "../../../model/address.ts";
import { isAtStop } from "../../../model/stops.ts";
import { isNextDoor, placeIdsOf } from "../stops/same.ts";
import { type DriverStop, placeOfStop, stopIdOf } from "../stops/stop.ts";
import { ordered } from "./ordering.ts";
import { isCheaper, type Plan, type PlannedStop, stopMs } from "./plan.ts";

/** From a driver's stops to a plan, and from an order of it to a suggestion. Pure. */

/** What a plan is made from. */
interface Departure {
  now: number;
  /** The driver's last good position, if there is one. */
  place: Coordinates | undefined;
  speedMps: number;
  /** What the driver can carry; null: no limit. */
  capacityGrams: number | null;
  /** When deliveries that failed are tried again, by their assignments. */
  nextAttempts?: ReadonlyMap<string, number>;
}

/** With less to do there is nothing to choose. */
const stopsMin = 3;
/** To and from a place that nobody knows. */
const unknownTravelMs = 10 * minuteMs;

/** A driver at the door finishes there first. */
export function splitStops(stops: readonly DriverStop[]): {
  first: DriverStop | undefined;
  open: DriverStop[];
} {
  const [next, ...others] = stops;
  return next && isAtStop(next.shipment)
    ? { first: next, open: others }
    : { first: undefined, open: [...stops] };
}

/** Whether an order can be better than another one. */
export function hasChoice(open: readonly DriverStop[]): boolean {
  return open.length >= stopsMin;
}

/**
 * The driver's place, then that of each stop: undefined where nobody knows it. What is known of one stop holds for the
 * others at its address.
 */
export function placesOf(
  split: ReturnType<typeof splitStops>,
  place: Coordinates | undefined,
): (Coordinates | undefined)[] {
  return pointsOf(split, place).map(({ place }) => place);
}

/** Where the driver stands or goes. */
interface Point {
  place: Coordinates | undefined;
  /** Null for a driver who is at no stop. */
  placeId: string | null;
}

function pointsOf(
  { first, open }: ReturnType<typeof splitStops>,
  place: Coordinates | undefined,
): [Point, ...Point[]] {
  const stops = first ? [first, ...open] : open;
  const placeIds = placeIdsOf(stops);
  const own = stops.map((stop) => knownPlace(placeOfStop(stop).address));
  const known = new Map(placeIds.flatMap((id, index) => (own[index] ? [[id, own[index]]] : [])));
  const points = placeIds.map((placeId, index) => ({ place: own[index] ?? known.get(placeId), placeId }));
  const [start, ...others] = points;
  return first && start ? [start, ...others] : [{ place, placeId: null }, ...points];
}

/** @param table travel between the known places, in their order; undefined: straight lines count */
export function planOf(
  split: ReturnType<typeof splitStops>,
  { now, place, speedMps, capacityGrams, nextAttempts }: Departure,
  table: TravelTable | undefined,
): Plan {
  const { first, open } = split;
  const all = pointsOf(split, place);
  const [start, ...points] = all;
  const estimated = byDistance(all, speedMps);
  const picked = new Set(open.filter(({ kind }) => kind === "pickup").map(({ job }) => job.assignmentId));
  const onBoard = open.filter(({ job }) => !picked.has(job.assignmentId));
  return {
    startAt: first ? now + stopMs : now,
    startPlaceId: start.placeId,
    grams: onBoard.reduce((sum, { job, kind }) => sum + (kind === "pickup" ? 0 : job.weightGrams), 0),
    capacityGrams,
    stops: open.map((stop, index) => toPlanned(stop, points[index]?.placeId ?? "", nextAttempts)),
    travelMs: table ? byTable(all, table, estimated) : estimated,
  };
}

function toPlanned(stop: DriverStop, placeId: string, nextAttempts: Departure["nextAttempts"]): PlannedStop {
  const { job, kind } = stop;
  const window = kind === "return" ? null : placeOfStop(stop).window;
  const againAt = kind === "delivery" ? nextAttempts?.get(job.assignmentId) : undefined;
  return {
    id: stopIdOf(stop),
    jobId: job.assignmentId,
    kind,
    placeId,
    earliestAt: againAt ?? (window && Date.parse(window.start)),
    // Nobody can keep a promise before the time of the next attempt.
    latestAt: window && Math.max(Date.parse(window.end), againAt ?? 0),
    grams: kind === "pickup" ? job.weightGrams : -job.weightGrams,
  };
}

/** Where nobody knows a place, its address still tells that it is the same one. */
function byDistance(points: readonly Point[], speedMps: number): number[][] {
  return points.map((from) =>
    points.map((to) => {
      if (from.placeId !== null && from.placeId === to.placeId) return 0;
      if (from.place === undefined || to.place === undefined) return unknownTravelMs;
      if (isNextDoor(from.place, to.place)) return 0;
      return Math.round((distanceMeters(from.place, to.place) * detour * 1000) / speedMps);
    }),
  );
}

/** @param estimated what counts where the table says nothing */
function byTable(
  points: readonly Point[],
  { seconds }: TravelTable,
  estimated: readonly (readonly number[])[],
): number[][] {
  let known = 0;
  const rows = points.map(({ place }) => (place === undefined ? undefined : known++));
  return rows.map((from, start) =>
    rows.map((to, end) => {
      const guess = estimated[start]?.[end] ?? unknownTravelMs;
      const time = from === undefined || to === undefined ? null : (seconds[from]?.[to] ?? null);
      return time === null || guess === 0 ? guess : Math.round(time * 1000);
    }),
  );
}

/**
 * Where most places are unknown, the travel times are guesses: no minutes are claimed then.
 * @returns null where the chosen order, in which the plan's stops stand, is as good to the minute
 */
export function toSuggestion(
  split: ReturnType<typeof splitStops>,
  plan: Plan,
  order: readonly number[],
): Suggestion | null {
  const { first } = split;
  const chosen = ordered(plan, plan.stops.keys());
  const better = ordered(plan, order);
  const minutesSaved = isGuessed(split)
    ? 0
    : Math.floor((chosen.cost.endsAt - better.cost.endsAt) / minuteMs);
  const lateMinutes = Math.floor((chosen.cost.lateMs - better.cost.lateMs) / minuteMs);
  const isLighter = better.cost.overload < chosen.cost.overload;
  const isShorter = better.cost.visits < chosen.cost.visits;
  if (!isCheaper(better.cost, chosen.cost)) return null;
  if (minutesSaved < 1 && lateMinutes < 1 && !isLighter && !isShorter) return null;
  return {
    stops: [...(first ? [stopIdOf(first)] : []), ...order.map((index) => plan.stops[index]?.id ?? "")],
    minutesSaved,
    lateBefore: chosen.cost.lateStops,
    lateAfter: better.cost.lateStops,
  };
}

/** Of the addresses that are left, not of their stops: many parcels for one house are one guess. */
function isGuessed(split: ReturnType<typeof splitStops>): boolean {
  const [, ...points] = pointsOf(split, undefined);
  const places = new Map(points.map(({ placeId, place }) => [placeId, place]));
  const unknown = [...places.values()].filter((place) => place === undefined).length;
  return unknown * 2 > places.size;
}
