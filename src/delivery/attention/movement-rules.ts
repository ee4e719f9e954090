import type { Substatus } from "../model.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** Drivers who are missing, silent, standing or waiting at a door. */

const minuteMs = 60_000;
const standingMs = 10 * minuteMs;
const doorMs = 5 * minuteMs;
/** A driver moves without a change of the shipment, so that an open item is looked at this often. */
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
function isNextStop({ job }: Situation): boolean {
  return job?.isNextStop !== false;
}

const driverSilent: Rule = (situation) => {
  const { shipment, silentSince } = situation;
  const isMoving = withPositions.includes(shipment.substatus) || shipment.status === "returning";
  if (!isMoving || silentSince === null || !isNextStop(situation)) return never;
  return holds(silentSince, nextStopAt(situation) ?? silentSince, {});
};

const driverStanding: Rule = (situation) => {
  const { shipment, positionAt, silentSince, standingSince, now } = situation;
  if (!onTheWay.includes(shipment.substatus) || positionAt === null || !isNextStop(situation)) return never;
  // A silent driver may have moved.
  if (silentSince !== null) return never;
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
