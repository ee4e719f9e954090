import type { Suggestion } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { placeIdsOf } from "./same.ts";
import { type DriverStop, stopIdOf } from "./stop.ts";

/**
 * The suggestion for the stops that are left; null if it does not fit them, they stand in its order already, or nothing is
 * better any more.
 */
export function suggestionFor(
  suggestion: Suggestion | null,
  stops: readonly DriverStop[],
): Suggestion | null {
  const ids = stops.map(stopIdOf);
  const left = suggestion?.stops.filter((id) => ids.includes(id)) ?? [];
  const fits = suggestion !== null && left.length === ids.length && left.some((id, at) => id !== ids[at]);
  return fits && isStillBetter(suggestion, stops, left) ? { ...suggestion, stops: left } : null;
}

/** Without minutes or stops in time it only goes less often to the same place: what is done may have been that. */
function isStillBetter(
  { stops: all, minutesSaved, lateBefore, lateAfter }: Suggestion,
  stops: readonly DriverStop[],
  left: readonly string[],
): boolean {
  if (left.length === all.length || minutesSaved > 0 || lateAfter < lateBefore) return true;
  const placeIds = placeIdsOf(stops);
  const placeOf = new Map(stops.map((stop, index) => [stopIdOf(stop), placeIds[index]]));
  return countVisits(left.map((id) => placeOf.get(id))) < countVisits(placeIds);
}

function countVisits(places: readonly (string | undefined)[]): number {
  return places.filter((place, index) => place !== places[index - 1]).length;
}
