import type { AssignmentRow, ShipmentRow } from "./rows.ts";

/** What was promised to the people at the stops, and how late it is. */

/** An estimate is no promise to the minute. */
const estimateGraceMs = 600_000;

export interface Promised {
  stop: "pickup" | "delivery";
  promisedAt: number;
  /** The promise is broken from then on. */
  brokenAt: number;
  hasWindow: boolean;
}

/** By when a stop was promised: by the end of its window, else by the accepted quote's estimate. */
export function promiseOf(
  shipment: Pick<ShipmentRow, "pickup" | "delivery">,
  assignment: Pick<AssignmentRow, "estimatedPickupAt" | "estimatedDeliveryAt"> | null,
  stop: "pickup" | "delivery",
): Promised | undefined {
  const { window } = shipment[stop];
  if (window) {
    const end = Date.parse(window.end);
    return { stop, promisedAt: end, brokenAt: end, hasWindow: true };
  }
  const estimate = stop === "pickup" ? assignment?.estimatedPickupAt : assignment?.estimatedDeliveryAt;
  if (estimate == null) return undefined;
  return { stop, promisedAt: estimate, brokenAt: estimate + estimateGraceMs, hasWindow: false };
}

/**
 * How much later than promised the goods arrive, or arrived, in ms. 0 while the promise holds; null where nothing was
 * promised, or nobody is to deliver it.
 * @param expectedAt the best estimate of the delivery; null without one
 */
export function latenessMs(
  { status, deliveredAt }: Pick<ShipmentRow, "status" | "deliveredAt">,
  promised: Promised | undefined,
  expectedAt: number | null,
  now: number,
): number | null {
  if (promised === undefined) return null;
  if (status !== "assigned" && status !== "in_transit" && status !== "delivered") return null;
  const arrivesAt = status === "delivered" ? (deliveredAt ?? now) : Math.max(expectedAt ?? now, now);
  return arrivesAt < promised.brokenAt ? 0 : arrivesAt - promised.promisedAt;
}
