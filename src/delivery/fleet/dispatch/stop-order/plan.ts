/** A driver's open stops, and what an order of them costs. Pure; times in milliseconds. */

/** A stop of a plan. What is picked up stands in the plan with its delivery; a lone delivery is of goods on board. */
export interface PlannedStop {
  id: string;
  /** The stop's assignment: its pickup comes before its delivery. */
  jobId: string;
  kind: "pickup" | "delivery" | "return";
  /** Equal for stops at the same address. */
  placeId: string;
  /** The stop does not begin before; null: at any time. */
  earliestAt: number | null;
  /** The driver is late afterwards; null: never. */
  latestAt: number | null;
  /** What comes on board here; negative for what leaves. */
  grams: number;
}

export interface Plan {
  startAt: number;
  /** The address where the driver stands; null on the way. */
  startPlaceId: string | null;
  /** What is on board at the start. */
  grams: number;
  /** What the driver can carry; null: no limit. */
  capacityGrams: number | null;
  /** In the order of arrival: jobs as they were accepted. */
  stops: readonly PlannedStop[];
  /** From place to place: 0 is the driver, `n + 1` the place of stop `n`. `travelMs[from][to]`. */
  travelMs: readonly (readonly number[])[];
}

/** What an order costs; earlier members weigh more than all later ones. */
export interface PlanCost {
  /** Grams above the capacity, summed over the stops. */
  overload: number;
  /** Sum over the stops. */
  lateMs: number;
  /** When the last stop is done. */
  endsAt: number;
  /** How often the driver comes to an address. */
  visits: number;
  /** Stops that begin after their window. It decides nothing: `lateMs` does. */
  lateStops: number;
}

/** The time that a driver spends at a stop. Contract for live deliveries, §6. */
export const stopMs = 4 * 60_000;

export function isCheaper(one: PlanCost, other: PlanCost): boolean {
  const difference =
    one.overload - other.overload ||
    one.lateMs - other.lateMs ||
    one.endsAt - other.endsAt ||
    one.visits - other.visits;
  return difference < 0;
}

/**
 * @param order indexes of stops; it may leave some out
 * @param limit a cost from which on the exact one does not matter
 * @returns undefined if the order is not cheaper than the limit
 */
export function costOf(plan: Plan, order: readonly number[], limit?: PlanCost): PlanCost | undefined {
  const capacity = plan.capacityGrams ?? Number.POSITIVE_INFINITY;
  const cost = { overload: 0, lateMs: 0, endsAt: plan.startAt, visits: 0, lateStops: 0 };
  let { grams, startPlaceId: placeId } = plan;
  let from = 0;
  for (const index of order) {
    const stop = plan.stops[index];
    if (stop === undefined) throw new RangeError(`the plan has no stop ${index}`);
    const beginsAt = Math.max(cost.endsAt + travelMsBetween(plan, from, index + 1), stop.earliestAt ?? 0);
    grams += stop.grams;
    cost.overload += Math.max(0, grams - capacity);
    const lateMs = Math.max(0, beginsAt - (stop.latestAt ?? Number.POSITIVE_INFINITY));
    cost.lateMs += lateMs;
    if (lateMs > 0) cost.lateStops += 1;
    cost.endsAt = beginsAt + stopMs;
    if (stop.placeId !== placeId) cost.visits += 1;
    ({ placeId } = stop);
    from = index + 1;
    // No member ever falls again.
    if (limit !== undefined && !isCheaper(cost, limit)) return undefined;
  }
  return cost;
}

function travelMsBetween({ travelMs }: Plan, from: number, to: number): number {
  return travelMs[from]?.[to] ?? 0;
}
