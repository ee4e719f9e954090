import type { BookAnswer, BookingTerms, Carrier } from "../carriers/carrier.ts";
import type { DeliveryWriting } from "../deps.ts";
import { isActive } from "../lifecycle/assignment.ts";
import { changeShipment } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import { assignmentStore, type CarrierCall } from "./store.ts";
import { confirmAssignment, releaseAssignment, tellCarrier } from "./transitions.ts";

/** Settles calls to carriers: what an outcome changes. */

/** Waits before the first retries of an update or a cancellation; then `laterWaitMs` before each. */
const earlyWaitsMs = [1_000, 5_000, 30_000, 60_000];
/** Waybill retries these for about a day, because a driver may be on the way. */
const laterWaitMs = 300_000;
const laterTriesMax = 300;

/**
 * `failed`: the carrier returned an error, or could not be reached. `unanswered`: the carrier may still be working on
 * it. `overdue`: the deadline of the booking has passed.
 */
export type CallOutcome = BookAnswer | "done" | "failed" | "unanswered" | "overdue";

/** When Waybill gives up a booking without an answer. */
export function bookingDeadline(assignment: AssignmentRow, { deadlineMs }: BookingTerms): number {
  return assignment.assignedAt + deadlineMs;
}

/** Ends the call or schedules its retry, and changes what follows from it, in the caller's transaction. */
export function settleCall(
  writing: DeliveryWriting,
  call: CarrierCall,
  outcome: CallOutcome,
  carrier?: Carrier,
): void {
  if (call.kind === "book") {
    settleBooking(writing, call, outcome, carrier);
    return;
  }
  const assignments = assignmentStore(writing.tx);
  const waitMs = earlyWaitsMs[call.attempts] ?? laterWaitMs;
  const isOpen = outcome === "failed" || outcome === "unanswered";
  if (isOpen && call.attempts < laterTriesMax) {
    assignments.postponeCall(call.id, call.attempts + 1, writing.now + waitMs);
  } else {
    assignments.removeCall(call.id);
  }
}

/** The first answer counts. A booking that arrives after the end is cancelled. */
function settleBooking(
  writing: DeliveryWriting,
  call: CarrierCall,
  outcome: CallOutcome,
  carrier?: Carrier,
): void {
  const assignments = assignmentStore(writing.tx);
  const assignment = assignments.find(call.assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  const isOpen = assignments.findCall(call.id) !== undefined;
  // A carrier that has sent a report has the booking, unless it rejects it.
  const isNo = isBookAnswer(outcome) && outcome.kind === "rejected";
  const isWanted =
    assignment !== undefined && (isNo ? isActive(assignment.status) : assignment.status === "pending");
  if (isOpen && isWanted && carrier && (outcome === "failed" || outcome === "unanswered")) {
    const deadline = bookingDeadline(assignment, carrier.terms);
    if (writing.now < deadline) {
      const next = writing.now + waitBeforeRepetition(call, outcome, carrier);
      assignments.postponeCall(call.id, call.attempts + 1, Math.min(next, deadline));
      return;
    }
  }
  assignments.removeCall(call.id);
  if (!assignment || !shipment) return;
  if (isBookAnswer(outcome) && outcome.kind === "booked") {
    recordBooking(writing, assignment, shipment, outcome);
  } else if (isOpen && isWanted && shipment.status === "assigned") {
    refuse(writing, assignment, shipment, outcome);
  }
}

function isBookAnswer(outcome: CallOutcome): outcome is BookAnswer {
  return typeof outcome === "object";
}

function waitBeforeRepetition(
  { attempts }: CarrierCall,
  outcome: "failed" | "unanswered",
  carrier: Carrier,
): number {
  const { honorsKey, retryWaitsMs, waitAfterTimeoutMs } = carrier.terms;
  // Asking again could book twice: only the first answer or the deadline settles it.
  if (!honorsKey && !carrier.status) return Number.POSITIVE_INFINITY;
  const waitMs = retryWaitsMs[Math.min(attempts, retryWaitsMs.length - 1)] ?? retryWaitsMs[0];
  return outcome === "unanswered" ? Math.max(waitMs, waitAfterTimeoutMs) : waitMs;
}

/** Ends a booking that the carrier refused or did not answer: the shipment needs another quote. */
function refuse(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  outcome: CallOutcome,
): void {
  const refused = isBookAnswer(outcome) && outcome.kind === "rejected" ? outcome : undefined;
  releaseAssignment(writing, shipment, assignment, {
    status: "rejected",
    reason: refused?.reason ?? "timeout",
    by: "carrier",
    message: refused?.message ?? "The carrier did not answer the booking in time.",
  });
  // The carrier may have booked although its answer never arrived.
  if (!refused) tellCarrier(writing, assignment, "cancel");
}

function recordBooking(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  answer: Extract<BookAnswer, { kind: "booked" }>,
): void {
  const assignments = assignmentStore(writing.tx);
  const { carrierReference: known } = assignment;
  if (known !== null && known !== answer.reference) {
    // The first booking stands. Only the operator and the carrier can sort out the other.
    const fields = { assignment: assignment.id, kept: known, other: answer.reference };
    writing.deps.log.error(fields, "Carrier booked one assignment twice");
    return;
  }
  assignments.update(assignment.id, {
    carrierReference: answer.reference,
    driver: answer.driver ?? assignment.driver,
  });
  const wasGivenUp = ["rejected", "released", "cancelled"].includes(assignment.status);
  // An earlier cancellation may have come before the booking.
  if (wasGivenUp && !assignments.hasCall(assignment.id, "cancel")) tellCarrier(writing, assignment, "cancel");
  const confirms = answer.confirmed && assignment.status === "pending";
  if (!confirms) return;
  confirmAssignment(writing, assignment, answer.driver ?? undefined);
  if (shipment.substatus === "awaiting_carrier") {
    changeShipment(writing, shipment, {
      by: "carrier",
      substatus: "confirmed",
      message: `${assignment.carrier.name} confirmed the booking.`,
    });
  }
}
