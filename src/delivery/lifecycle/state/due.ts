import { hourMs, minuteMs } from "../../../infra/units.ts";
import { lastMoment, promiseOf } from "./promise.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { states } from "./transitions.ts";

/** When harm comes to a shipment that nobody sees to: dispatchers look at the soonest first. */

/** A courier in a town makes 15 km an hour with its lights and doors; beyond it roads are faster. */
const townMeters = 20_000;
const townMetersPerHour = 15_000;
const roadMetersPerHour = 60_000;
/** Where no distance is known. */
const unknownTransitMs = 30 * minuteMs;
/** Open shipments without any time come last. */
export const undated = lastMoment;

/** How long goods are usually on their way. @param distanceMeters the straight line; null where it is not known */
export function usualTransitMs(distanceMeters: number | null): number {
  if (distanceMeters === null) return unknownTransitMs;
  const inTown = Math.min(distanceMeters, townMeters) / townMetersPerHour;
  const beyond = Math.max(0, distanceMeters - townMeters) / roadMetersPerHour;
  return Math.round((inTown + beyond) * hourMs);
}

type Waiting = Pick<ShipmentRow, "pickup" | "delivery" | "expiresAt">;
type Dated = Waiting & Pick<ShipmentRow, "status" | "distanceMeters">;

/** Until when a carrier must have it, so that the windows can be kept; Infinity if nothing ends. */
export function bookBy({ pickup, delivery, expiresAt }: Waiting, transitMs: number): number {
  return Math.min(expiresAt ?? Number.POSITIVE_INFINITY, endOf(pickup), endOf(delivery) - transitMs);
}

function endOf({ window }: ShipmentRow["pickup"]): number {
  return window ? Date.parse(window.end) : Number.POSITIVE_INFINITY;
}

/** Null for a shipment that has ended or expired. */
export function dueOf(shipment: Dated, assignment: AssignmentRow | null): number | null {
  switch (states[shipment.status].due) {
    case "carrier":
      return dated(bookBy(shipment, usualTransitMs(shipment.distanceMeters)));
    case "pickup":
      return dated(
        Math.min(
          assignment?.estimatedPickupAt ?? Number.POSITIVE_INFINITY,
          promisedAt(shipment, assignment, "pickup"),
          promisedAt(shipment, assignment, "delivery"),
        ),
      );
    case "delivery":
      return dated(promisedAt(shipment, assignment, "delivery"));
    case "age":
      return undated;
    case null:
      return null;
  }
}

function promisedAt(shipment: Dated, assignment: AssignmentRow | null, stop: "pickup" | "delivery"): number {
  return promiseOf(shipment, assignment, stop)?.promisedAt ?? Number.POSITIVE_INFINITY;
}

function dated(at: number): number {
  return Math.min(at, undated);
}
