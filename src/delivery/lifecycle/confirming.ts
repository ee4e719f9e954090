import type { Booked } from "../carriers/carrier.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import type { Driver } from "../model/model.ts";
import { beginPolling } from "./assignments/polling/transitions.ts";
import { assignmentStore } from "./assignments/store.ts";
import { confirmAssignment, queueCarrierCall } from "./assignments/transitions.ts";
import { awaitLabel } from "./labels/fetching.ts";
import { isActive } from "./state/assignment.ts";
import { changeShipment } from "./state/change.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";

/** The carrier has the booking, and accepts it at once or later. */

/** The carrier has the booking. One that comes after the end is cancelled. */
export function recordBooking(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  answer: Booked,
): void {
  const assignments = assignmentStore(writing.tx);
  assignments.update(assignment.id, {
    carrierReference: answer.reference,
    // A redacted shipment learns of nobody any more.
    ...(shipment.redactedAt === null && {
      driver: answer.driver ?? assignment.driver,
      trackingNumbers: answer.trackingNumbers ?? assignment.trackingNumbers,
      carrierTrackingUrl: answer.trackingUrl ?? assignment.carrierTrackingUrl,
    }),
  });
  cancelAgain(writing, assignment);
  if (isActive(assignment.status)) {
    beginPolling(writing, assignment);
    awaitLabel(writing, shipment, assignment);
  }
  if (answer.confirmed && assignment.status === "pending") {
    confirm(writing, assignment, shipment, answer.driver);
  }
}

/** Cancels a booking that came after the end. An earlier cancellation may have come before the booking. */
export function cancelAgain(writing: DeliveryWriting, assignment: AssignmentRow): void {
  const wasGivenUp = ["rejected", "released", "cancelled"].includes(assignment.status);
  if (!wasGivenUp || assignmentStore(writing.tx).hasCall(assignment.id, "cancel")) return;
  queueCarrierCall(writing, assignment, "cancel");
}

/** The carrier accepted the booking. */
export function confirm(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  driver: Driver | null,
): void {
  confirmAssignment(writing, assignment, driver ?? undefined);
  if (shipment.substatus !== "awaiting_carrier") return;
  changeShipment(writing, shipment, {
    by: "carrier",
    substatus: "confirmed",
    message: `${assignment.carrier.name} confirmed the booking.`,
  });
}
