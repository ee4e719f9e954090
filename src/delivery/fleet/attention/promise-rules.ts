import { hourMs } from "../../../infra/units.ts";
import { type Promised, promiseOf } from "../../lifecycle/state/promise.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** What was promised to the people at the stops. */

/** Results of drivers without a phone are entered so long after the last stop at most. */
const enteredWithinMs = 12 * hourMs;

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
  // What was done in time is entered with its time: until then nobody knows that it was late.
  const knownAt = situation.isEnteredLater ? brokenAt + enteredWithinMs : brokenAt;
  if (situation.now < knownAt) return notBefore(knownAt);
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
