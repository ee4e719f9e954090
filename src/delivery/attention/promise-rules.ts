import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** What was promised to the people at the stops. */

/** An estimate is no promise to the minute. */
const estimateGraceMs = 600_000;

interface Promised {
  stop: "pickup" | "delivery";
  promisedAt: number;
  /** The promise is broken from then on. */
  brokenAt: number;
  hasWindow: boolean;
}

/** By when a stop was promised: by the end of its window, else by the accepted quote's estimate. */
function promiseOf({ shipment, assignment }: Situation, stop: "pickup" | "delivery"): Promised | undefined {
  const { window } = shipment[stop];
  if (window) {
    const end = Date.parse(window.end);
    return { stop, promisedAt: end, brokenAt: end, hasWindow: true };
  }
  const estimate = stop === "pickup" ? assignment?.estimatedPickupAt : assignment?.estimatedDeliveryAt;
  if (estimate == null) return undefined;
  return { stop, promisedAt: estimate, brokenAt: estimate + estimateGraceMs, hasWindow: false };
}

/** The promises that still can be kept or broken, the earliest first. */
function promisesOf(situation: Situation): Promised[] {
  const { status } = situation.shipment;
  if (status !== "assigned" && status !== "in_transit") return [];
  const stops = status === "assigned" ? (["pickup", "delivery"] as const) : (["delivery"] as const);
  return stops
    .flatMap((stop) => promiseOf(situation, stop) ?? [])
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
