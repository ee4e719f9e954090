import { dayMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { Tracked } from "../../carriers/tracked.ts";
import { pollStore } from "../../lifecycle/assignments/polling/store.ts";
import { endPolling } from "../../lifecycle/assignments/polling/transitions.ts";
import { activeAssignment, findAssignment } from "../../lifecycle/assignments/transitions.ts";
import { applyCancelAnswer } from "../../lifecycle/cancelling.ts";
import { reverseCharges } from "../../lifecycle/charges/service.ts";
import { takeBackFromCarrier } from "../../lifecycle/releasing.ts";
import { recordTrouble } from "../../lifecycle/state/change.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";

/**
 * What the carrier decides about the refund of a cancelled booking. Until then the charge stands; where the carrier
 * refuses, it goes on to stand. Contract-live §8.
 */

/** A carrier that has not decided by then will not. Carriers take up to a month. */
const givenUpAfterMs = 60 * dayMs;

/**
 * A refund counts once. Of a booking that nobody cancelled here it says that somebody did so at the carrier, which will
 * not come: the shipment needs another quote.
 */
export function applyRefund(
  writing: DeliveryWriting,
  { id }: Pick<AssignmentRow, "id">,
  refund: Tracked["refund"],
): void {
  const assignment = findAssignment(writing, id);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (refund === undefined || !shipment) return;
  if (refund !== "refused") endBooking(writing, shipment, assignment);
  if (!isRefundAwaited(writing, assignment)) return;
  if (refund === "confirmed") {
    endPolling(writing, assignment.id);
    reverseCharges(writing, assignment);
  } else if (refund === "refused") {
    leaveCharge(writing, assignment, "cancelled the booking and refused to refund it.");
  }
}

function endBooking(writing: DeliveryWriting, shipment: ShipmentRow, assignment: AssignmentRow): void {
  if (activeAssignment(writing, shipment)?.id !== assignment.id || shipment.status !== "assigned") return;
  const refund = "pending" as const;
  if (applyCancelAnswer(writing, assignment.id, { kind: "cancelled", fee: null, refund })) return;
  takeBackFromCarrier(writing, shipment, assignment, {
    status: "cancelled",
    reason: "carrier_cancelled",
    by: "carrier",
    message: "The booking was cancelled at the carrier.",
    refund,
  });
}

/** Ends the wait for a carrier that never decides. */
export function giveUpRefund(writing: DeliveryWriting, assignment: AssignmentRow): void {
  const since = assignment.endedAt ?? assignment.assignedAt;
  if (writing.now - since < givenUpAfterMs || !isRefundAwaited(writing, assignment)) return;
  leaveCharge(
    writing,
    assignment,
    "cancelled the booking and has not said for 60 days whether it refunds it.",
  );
}

function isRefundAwaited({ tx }: DeliveryWriting, { id }: AssignmentRow): boolean {
  return pollStore(tx).find(id)?.awaits === "refund";
}

function leaveCharge(writing: DeliveryWriting, assignment: AssignmentRow, what: string): void {
  endPolling(writing, assignment.id);
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  const detail = `${assignment.carrier.name} ${what} The charge stands.`;
  if (shipment) recordTrouble(writing, shipment, "refund_refused", detail);
}
