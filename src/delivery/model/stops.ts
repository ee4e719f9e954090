import type { Coordinates } from "../../infra/geography/coordinates.ts";
import { knownPlace } from "./address.ts";
import type { Status, Stop, Substatus } from "./model.ts";

/** Where a trip goes next. */

export const stopKinds = ["pickup", "delivery", "return"] as const;
/** `return`: the goods go back to the pickup. */
export type StopKind = (typeof stopKinds)[number];

/** A stop that the driver of an assignment has still to make. */
export interface DriverStop {
  assignmentId: string;
  kind: StopKind;
  /** Undefined where the client sent no coordinates. */
  place: Coordinates | undefined;
}

/** What decides where a shipment's driver goes. */
export interface Journey {
  status: Status;
  substatus: Substatus | null;
  pickup: Pick<Stop, "address">;
  delivery: Pick<Stop, "address">;
}

/** The stops that a shipment itself still needs, in order. */
export function ownStops({ status, pickup, delivery }: Journey, assignmentId: string): DriverStop[] {
  const stop = (kind: StopKind, { address }: Pick<Stop, "address">): DriverStop => ({
    assignmentId,
    kind,
    place: knownPlace(address),
  });
  switch (status) {
    case "assigned":
      return [stop("pickup", pickup), stop("delivery", delivery)];
    case "in_transit":
      return [stop("delivery", delivery)];
    case "returning":
      return [stop("return", pickup)];
    default:
      return [];
  }
}

/** The stop where the driver is, by what is known of the shipment. */
export function reachedStop(substatus: Substatus | null): "pickup" | "delivery" | undefined {
  if (substatus === "at_pickup") return "pickup";
  return substatus === "at_delivery" ? "delivery" : undefined;
}

export function isAtStop({ substatus }: Pick<Journey, "substatus">): boolean {
  return reachedStop(substatus) !== undefined;
}

/**
 * Moves a stop that is tried again at a time: before the first other one that begins later, else to the end.
 * @param beginsAt when another stop's window begins, epoch milliseconds; null where it has none
 */
export function postponed<T>(
  stops: readonly T[],
  stop: T,
  at: number,
  beginsAt: (other: T) => number | null,
): T[] {
  const others = stops.filter((other) => other !== stop);
  const later = others.findIndex((other) => (beginsAt(other) ?? 0) > at);
  return others.toSpliced(later === -1 ? others.length : later, 0, stop);
}
