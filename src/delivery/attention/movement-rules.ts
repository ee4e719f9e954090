import type { Substatus } from "../model.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** Drivers who are missing, silent, standing or waiting at a door. */

const minuteMs = 60_000;
/** Contract-live §6. */
const silentMs = 15 * minuteMs;
const standingMs = 10 * minuteMs;
const doorMs = 5 * minuteMs;
/** A position settles an item without a change of the shipment, so that open ones are looked at this often. */
const recheckMs = 30_000;

const onTheWay: readonly (Substatus | null)[] = ["en_route_to_pickup", "en_route_to_delivery"];
const withPositions: readonly (Substatus | null)[] = [...onTheWay, "at_pickup", "picked_up"];

const noDriver: Rule = ({ shipment, assignment, job }) => {
  if (!job || job.waitingSince === null || !assignment || shipment.status !== "assigned") return never;
  const { estimatedPickupAt: pickupAt, carrier } = assignment;
  return holds(job.waitingSince, job.givesUpAt ?? pickupAt ?? job.waitingSince, {
    expectedAt: pickupAt,
    carrier: carrier.name,
  });
};

/** When the driver is expected at the next stop. */
function nextStopAt({ shipment, eta, assignment }: Situation): number | null {
  if (shipment.status === "returning") return eta.returnAt;
  if (shipment.status === "assigned") return eta.pickupAt ?? assignment?.estimatedPickupAt ?? null;
  return eta.deliveryAt ?? assignment?.estimatedDeliveryAt ?? null;
}

/** Of a driver with several jobs, only the one of the next stop tells. */
function isWatched({ job, positionAt }: Situation): boolean {
  return positionAt !== null && job?.isNextStop !== false;
}

const driverSilent: Rule = (situation) => {
  const { shipment, positionAt, now } = situation;
  const isMoving = withPositions.includes(shipment.substatus) || shipment.status === "returning";
  if (!isMoving || positionAt === null || !isWatched(situation)) return never;
  const silentAt = positionAt + silentMs;
  if (now < silentAt) return notBefore(silentAt);
  const dueAt = nextStopAt(situation) ?? silentAt;
  return holds(positionAt, dueAt, {}, now + recheckMs);
};

const driverStanding: Rule = (situation) => {
  const { shipment, positionAt, standingSince, now } = situation;
  if (!onTheWay.includes(shipment.substatus) || positionAt === null || !isWatched(situation)) return never;
  // A silent driver may have moved.
  if (now >= positionAt + silentMs) return notBefore(now + recheckMs);
  const standsAt = (standingSince ?? now) + standingMs;
  if (now < standsAt) return notBefore(standsAt);
  return holds(standingSince ?? now, nextStopAt(situation) ?? standsAt, {}, now + recheckMs);
};

const atDoor: Rule = ({ shipment, arrivedAt, now }) => {
  if (shipment.substatus !== "at_delivery" || arrivedAt === null) return never;
  const longAt = arrivedAt + doorMs;
  if (now < longAt) return notBefore(longAt);
  // A driver gives up after about as long again.
  return holds(arrivedAt, longAt + doorMs, {});
};

export const movementRules = {
  no_driver: noDriver,
  driver_silent: driverSilent,
  driver_standing: driverStanding,
  at_door: atDoor,
};
