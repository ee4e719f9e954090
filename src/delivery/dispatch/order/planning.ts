import { minuteMs } from "../../../infra/durations.ts";
import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import type { TravelTable } from "../../../infra/routing/router.ts";
import { knownPlace } from "../../address.ts";
import { isAtStop } from "../../tracking/stops.ts";
import { detour } from "../../tracking/trip.ts";
import type { Suggestion } from "../route.ts";
import { type DriverStop, placeOfStop, stopIdOf } from "../stops/stop.ts";
import { ordered } from "./ordering.ts";
import { isCheaper, type Plan, type PlannedStop, stopMs } from "./plan.ts";

/** From a driver's stops to a plan, and from an order of it to a suggestion. Pure. */

/** What a plan is made from. */
export interface Departure {
  now: number;
  /** The driver's last good position, if there is one. */
  place: Coordinates | undefined;
  speedMps: number;
  /** What the driver can carry; null: no limit. */
  capacityGrams: number | null;
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

/** The driver's place, then that of each stop: undefined where nobody knows it. */
export function placesOf(
  { first, open }: ReturnType<typeof splitStops>,
  place: Coordinates | undefined,
): (Coordinates | undefined)[] {
  const from = first ? knownPlace(placeOfStop(first).address) : place;
  return [from, ...open.map((stop) => knownPlace(placeOfStop(stop).address))];
}

/** @param table travel between the known places, in their order; undefined: straight lines count */
export function planOf(
  split: ReturnType<typeof splitStops>,
  { now, place, speedMps, capacityGrams }: Departure,
  table: TravelTable | undefined,
): Plan {
  const { first, open } = split;
  const places = placesOf(split, place);
  const picked = new Set(open.filter(({ kind }) => kind === "pickup").map(({ job }) => job.assignmentId));
  const onBoard = open.filter(({ job }) => !picked.has(job.assignmentId));
  return {
    startAt: first ? now + stopMs : now,
    grams: onBoard.reduce((sum, { job, kind }) => sum + (kind === "pickup" ? 0 : job.weightGrams), 0),
    capacityGrams,
    stops: open.map(toPlanned),
    travelMs: table ? byTable(places, table, byDistance(places, speedMps)) : byDistance(places, speedMps),
  };
}

function toPlanned(stop: DriverStop): PlannedStop {
  const { job, kind } = stop;
  const window = kind === "return" ? null : placeOfStop(stop).window;
  return {
    id: stopIdOf(stop),
    jobId: job.assignmentId,
    kind,
    earliestAt: window && Date.parse(window.start),
    latestAt: window && Date.parse(window.end),
    grams: kind === "pickup" ? job.weightGrams : -job.weightGrams,
  };
}

function byDistance(places: readonly (Coordinates | undefined)[], speedMps: number): number[][] {
  return places.map((from) =>
    places.map((to) => {
      if (from === undefined || to === undefined) return unknownTravelMs;
      return Math.round((distanceMeters(from, to) * detour * 1000) / speedMps);
    }),
  );
}

/** @param estimated what counts where the table says nothing */
function byTable(
  places: readonly (Coordinates | undefined)[],
  { seconds }: TravelTable,
  estimated: readonly (readonly number[])[],
): number[][] {
  let known = 0;
  const rows = places.map((place) => (place === undefined ? undefined : known++));
  return rows.map((from, start) =>
    rows.map((to, end) => {
      const time = from === undefined || to === undefined ? null : (seconds[from]?.[to] ?? null);
      return time === null ? (estimated[start]?.[end] ?? unknownTravelMs) : Math.round(time * 1000);
    }),
  );
}

/** @returns null where the chosen order, in which the plan's stops stand, is as good to the minute */
export function toSuggestion(
  { first }: ReturnType<typeof splitStops>,
  plan: Plan,
  order: readonly number[],
): Suggestion | null {
  const chosen = ordered(plan, plan.stops.keys());
  const better = ordered(plan, order);
  const minutesSaved = Math.floor((chosen.cost.endsAt - better.cost.endsAt) / minuteMs);
  const lateMinutes = Math.floor((chosen.cost.lateMs - better.cost.lateMs) / minuteMs);
  const isLighter = better.cost.overload < chosen.cost.overload;
  if (!isCheaper(better.cost, chosen.cost)) return null;
  if (minutesSaved < 1 && lateMinutes < 1 && !isLighter) return null;
  return {
    stops: [...(first ? [stopIdOf(first)] : []), ...order.map((index) => plan.stops[index]?.id ?? "")],
    minutesSaved,
    lateBefore: chosen.cost.lateStops,
    lateAfter: better.cost.lateStops,
  };
}
