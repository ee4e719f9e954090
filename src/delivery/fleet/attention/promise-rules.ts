import { type Promised, promiseOf } from "../../lifecycle/state/promise.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** What was promised to the people at the stops. */

/** The promises that still can be kept or broken, the earliest first. */
export function promisesOf({ shipment, assignment }: Situation): Promised[] {
  const { status } = shipment;
  if (status !== "assigned" && status !== "in_transit") return [];
  const stops = status === "assigned" ? (["pickup", "delivery"] as const) : (["delivery"] as const);
  return stops
    .flatMap((stop) => promiseOf(shipment, assignment, stop) ?? [])
    .sort((one, other) => one.brokenAt - other.brokenAt);
}

const late: Rule = (situation) => {
  const [first] = promisesOf(situation);
  if (!first) return never;
  const { stop, promisedAt, brokenAt, hasWindow } = first;
  if (situation.now < brokenAt) return notBefore(brokenAt);
  return holds(promisedAt, promisedAt, { stop, promisedAt, hasWindow });
};

/** The carrier expects to break a promise that is not broken yet. */
const estimateSlipping: Rule = (situation) => {
  const { eta } = situation;
  if (eta.updatedAt === null || late(situation).trouble !== null) return never;
  const expected = { pickup: eta.pickupAt, delivery: eta.deliveryAt };
  const slipping = promisesOf(situation).find(({ stop, brokenAt }) => (expected[stop] ?? 0) > brokenAt);
  if (!slipping) return never;
  const { stop, promisedAt, hasWindow } = slipping;
  return holds(eta.updatedAt, promisedAt, { stop, promisedAt, hasWindow, expectedAt: expected[stop] });
};

export const promiseRules = { late, estimate_slipping: estimateSlipping };
