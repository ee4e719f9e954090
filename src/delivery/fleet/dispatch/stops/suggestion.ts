import type { Suggestion } from "../../../lifecycle/driver-jobs/route.ts";
import { type DriverStop, stopIdOf } from "./stop.ts";

/** The suggestion for the stops that are left; null if it does not fit them, or they stand in its order already. */
export function suggestionFor(
  suggestion: Suggestion | null,
  stops: readonly DriverStop[],
): Suggestion | null {
  const ids = stops.map(stopIdOf);
  const left = suggestion?.stops.filter((id) => ids.includes(id)) ?? [];
  const fits = suggestion !== null && left.length === ids.length && left.some((id, at) => id !== ids[at]);
  return fits ? { ...suggestion, stops: left } : null;
}
