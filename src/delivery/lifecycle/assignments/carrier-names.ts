import type { DeliveryWriting } from "../../carriers/deps.ts";
import { changeShipment } from "../state/change.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { assignmentStore } from "./store.ts";

/**
 * Whether the carrier has still to answer the booking: nobody knows yet what the carrier calls it, nor whether it took
 * it. A carrier that decides later has answered.
 */
export function isBookingUnanswered({ tx }: DeliveryWriting, { id, status }: AssignmentRow): boolean {
  const call = status === "pending" ? assignmentStore(tx).firstCallOf(id) : undefined;
  return call?.kind === "book" && call.pendingAt === null;
}

/** What the carrier told later than the booking's answer: numbers and the page where it had none. */
export function addCarrierNames(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { id, trackingNumbers: known, carrierTrackingUrl: page }: AssignmentRow,
  told: { trackingNumbers?: Record<string, string>; trackingUrl?: string },
): void {
  // A redacted shipment learns of nobody any more.
  if (shipment.redactedAt !== null) return;
  const trackingNumbers = { ...told.trackingNumbers, ...known };
  const carrierTrackingUrl = page ?? told.trackingUrl ?? null;
  const isNew =
    Object.keys(trackingNumbers).length > Object.keys(known).length || carrierTrackingUrl !== page;
  if (!isNew) return;
  assignmentStore(writing.tx).update(id, { trackingNumbers, carrierTrackingUrl });
  changeShipment(writing, shipment, { by: "carrier", message: "The carrier named its tracking numbers." });
}
