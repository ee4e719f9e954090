import { minuteMs } from "../../../infra/units.ts";
import { isAtRest } from "../../lifecycle/state/status.ts";
import type { Substatus } from "../../model/model.ts";
import { countPieces } from "../../model/parcels.ts";
import { promisesOf } from "./promise-rules.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** Drivers who are missing, silent, standing or waiting at a door. */

const standingMs = 10 * minuteMs;
const doorMs = 5 * minuteMs;
/** A dispatcher has so long to choose a driver before Waybill would begin to look for one. Contract-day §5. */
const timeToChooseMs = 30 * minuteMs;
/** A driver has so long to tap *Seen*, and nobody asks before it is soon. */
const timeToSeeMs = 3 * minuteMs;
const soonMs = 60 * minuteMs;
/** A driver moves without a change of the shipment, so that an open item is looked at this often. */
const recheckMs = 30_000;

const onTheWay: readonly (Substatus | null)[] = ["en_route_to_pickup", "en_route_to_delivery"];
const withPositions: readonly (Substatus | null)[] = [...onTheWay, "at_pickup", "picked_up"];

/** Nobody could be found, or a dispatcher chooses: then it waits quietly until the pickup comes near. */
const noDriver: Rule = ({ shipment, assignment, job, now }) => {
  if (!job || !assignment || shipment.status !== "assigned" || assignment.driver) return never;
  const since = job.waitingSince ?? (isAtRest(shipment) ? job.toChooseSince : null);
  if (since === null) return never;
  const { estimatedPickupAt: pickupAt, carrier } = assignment;
  const harms = [job.givesUpAt, pickupAt].filter((at) => at !== null);
  const urgentAt = job.searchAt - timeToChooseMs;
  const isQuiet = job.waitingSince === null && now < urgentAt;
  return holds(
    since,
    harms.length > 0 ? Math.min(...harms) : since,
    { expectedAt: pickupAt, carrier: carrier.name, ...(isQuiet && { isQuiet }) },
    isQuiet ? urgentAt : undefined,
  );
};

/** When somebody misses the driver: at the next stop by the best estimate, or sooner at the end of what was promised. */
export function missedAt(situation: Situation): number | null {
  const { shipment, eta, assignment } = situation;
  if (shipment.status === "returning") return eta.returnAt;
  const [promised] = promisesOf(situation);
  const expectedAt =
    shipment.status === "assigned"
      ? (eta.pickupAt ?? assignment?.estimatedPickupAt)
      : (eta.deliveryAt ?? assignment?.estimatedDeliveryAt);
  const times = [expectedAt, promised?.promisedAt].filter((at) => at != null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Of a driver with several jobs, only the one of the next stop tells. */
function isNextStop({ job }: Situation): boolean {
  return job?.isNextStop !== false;
}

const driverSilent: Rule = (situation) => {
  const { shipment, silentSince } = situation;
  const isMoving = withPositions.includes(shipment.substatus) || shipment.status === "returning";
  if (!isMoving || silentSince === null || !isNextStop(situation)) return never;
  return holds(silentSince, missedAt(situation) ?? silentSince, {});
};

const driverStanding: Rule = (situation) => {
  const { shipment, positionAt, silentSince, standingSince, now } = situation;
  if (!onTheWay.includes(shipment.substatus) || positionAt === null || !isNextStop(situation)) return never;
  // A silent driver may have moved.
  if (silentSince !== null) return never;
  const standsAt = (standingSince ?? now) + standingMs;
  if (now < standsAt) return notBefore(standsAt);
  return holds(standingSince ?? now, missedAt(situation) ?? standsAt, {}, now + recheckMs);
};

const atDoor: Rule = ({ shipment, arrivedAt, now }) => {
  if (shipment.substatus !== "at_delivery" || arrivedAt === null) return never;
  const longAt = arrivedAt + doorMs;
  if (now < longAt) return notBefore(longAt);
  // A driver gives up after about as long again.
  return holds(arrivedAt, longAt + doorMs, {});
};

/** Nobody sees where the driver is, though the phone sends it. */
const clockWrong: Rule = (situation) => {
  const { wrongClock: clock, now } = situation;
  if (!clock || !isNextStop(situation)) return never;
  return holds(
    clock.since,
    missedAt(situation) ?? clock.since,
    { clockOffsetMs: clock.offsetMs },
    Math.min(clock.endsAt, now + recheckMs),
  );
};

/** The goods go no farther until somebody takes them over. */
const goodsWithAbsentDriver: Rule = (situation) => {
  const { shipment, absentDriver: driver } = situation;
  if (!driver || shipment.status === "assigned") return never;
  const facts = { driver: driver.name, pieces: countPieces(shipment.parcels) };
  return holds(driver.since, missedAt(situation) ?? driver.since, facts, driver.until);
};

/** A driver who looks at the page has not seen what is soon. Contract-day §5. */
const jobNotSeen: Rule = ({ unseen, now }) => {
  if (!unseen) return never;
  const dueAt = Math.max(unseen.since + timeToSeeMs, unseen.neededAt - soonMs);
  if (now < dueAt) return notBefore(dueAt);
  // The driver may come on duty, or open the page.
  if (!unseen.isReachable) return notBefore(now + recheckMs);
  const facts = { driver: unseen.driver, unseen: unseen.what };
  return holds(unseen.since, unseen.neededAt, facts, now + recheckMs);
};

export const movementRules = {
  no_driver: noDriver,
  driver_silent: driverSilent,
  driver_standing: driverStanding,
  at_door: atDoor,
  clock_wrong: clockWrong,
  goods_with_absent_driver: goodsWithAbsentDriver,
  job_not_seen: jobNotSeen,
};
