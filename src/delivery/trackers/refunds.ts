import { dayMs } from "../../infra/durations.ts";
import type { Tracked } from "../carriers/tracked.ts";
import { reverseCharges } from "../charges/service.ts";
import type { DeliveryWriting } from "../deps.ts";
import { noteTrouble } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import type { AssignmentRow } from "../lifecycle/rows.ts";
import { endTracker } from "./life/life.ts";
import { trackerStore } from "./life/store.ts";

/**
 * What the carrier decides about the refund of a cancelled booking. Until then the charge stands; where the carrier
 * refuses, it goes on to stand. Contract-live §8.
 */

/** A carrier that has not decided by then will not. Carriers take up to a month. */
const givenUpAfterMs = 60 * dayMs;

/** Counts once, and only of a booking whose refund is awaited. */
export function settleRefund(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  refund: Tracked["refund"],
): void {
  if (!isRefundAwaited(writing, assignment)) return;
  if (refund === "confirmed") {
    endTracker(writing, assignment.id);
    reverseCharges(writing, assignment);
  } else if (refund === "refused") {
    leaveCharge(writing, assignment, "cancelled the booking and refused to refund it.");
  }
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
  return trackerStore(tx).find(id)?.awaits === "refund";
}

function leaveCharge(writing: DeliveryWriting, assignment: AssignmentRow, what: string): void {
  endTracker(writing, assignment.id);
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  const detail = `${assignment.carrier.name} ${what} The charge stands.`;
  if (shipment) noteTrouble(writing, shipment, "refund_refused", detail);
}
