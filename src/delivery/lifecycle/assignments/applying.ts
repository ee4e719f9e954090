import type { Writing } from "../../../infra/deps.ts";
import type { BookAnswer, BookingName, CancelAnswer, Carrier, Rejected } from "../../carriers/carrier.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { Driver } from "../../model/model.ts";
import { applyCancelAnswer, recordPossibleBooking } from "../cancelling.ts";
import { chargeCancellation } from "../charges/service.ts";
import { cancelAgain, confirm, recordBooking } from "../confirming.ts";
import { awaitLabel } from "../labels/fetching.ts";
import { releasedByClient, takeBackFromCarrier } from "../releasing.ts";
import { isActive, isCancellationPending } from "../state/assignment.ts";
import { recordTrouble } from "../state/change.ts";
import { findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { bookingDeadline, type CallOutcome, isBookAnswer } from "./outcome.ts";
import { beginPolling } from "./polling/transitions.ts";
import { assignmentStore, type CarrierCall } from "./store.ts";
import { queueCarrierCall } from "./transitions.ts";

/** Settles calls to carriers: what an outcome changes. */

/** Waits before the first retries of an update or a cancellation; then `laterWaitMs` before each. */
const earlyWaitsMs = [1_000, 5_000, 30_000, 60_000, 60_000];
/** Waybill retries these for about a day, because a driver may be on the way. */
const laterWaitMs = 300_000;
const laterTriesMax = 300;

/** `about`: the booking, as the carrier was asked. */
interface Attempted {
  call: CarrierCall;
  outcome: CallOutcome;
  carrier: Carrier | undefined;
  about: BookingName;
}

/** Ends the call or schedules its retry, and changes what follows from it, in the caller's transaction. */
export function applyCallOutcome(
  writing: DeliveryWriting,
  { call, outcome, carrier, about }: Attempted,
): void {
  if (call.kind === "book") {
    applyBookOutcome(writing, call, outcome, carrier);
    return;
  }
  const assignments = assignmentStore(writing.tx);
  const waitMs = earlyWaitsMs[call.attempts] ?? laterWaitMs;
  const isOpen = outcome === "failed" || outcome === "unanswered";
  if (isOpen && call.attempts < laterTriesMax) {
    assignments.postponeCall(call.id, call.attempts + 1, writing.now + waitMs);
    return;
  }
  const isWanted = call.kind === "cancel" && assignments.findCall(call.id) !== undefined;
  assignments.removeCall(call.id);
  if (isOpen) {
    const fields = { carrier: call.carrierId, assignment: call.assignmentId, call: call.kind };
    writing.deps.log.error(fields, "Waybill gave up a call to a carrier");
  }
  const assignment = assignments.find(call.assignmentId);
  if (assignment && isWanted && !isOpen && assignment.carrierReference !== about.bookingReference) {
    // The booking came meanwhile: what the carrier answered may be from before it.
    queueCarrierCall(writing, assignment, "cancel");
    return;
  }
  if (typeof outcome === "object") applyEndedCancellation(writing, call, outcome);
}

function applyEndedCancellation(
  writing: DeliveryWriting,
  { assignmentId, carrierId }: CarrierCall,
  outcome: BookAnswer | CancelAnswer,
): void {
  if (outcome.kind !== "cancelled" && outcome.kind !== "refused") return;
  const answered = applyCancelAnswer(writing, assignmentId, outcome);
  if (answered) return;
  const ended = assignmentStore(writing.tx).find(assignmentId);
  const shipment = ended && findShipment(writing.tx, ended.shipmentId);
  if (outcome.kind === "cancelled") {
    // What ends for another reason than the client's wish costs nothing.
    if (ended && isEndedByClient(ended)) chargeCancellation(writing, ended, outcome.fee);
    if (shipment && outcome.mayBeBooked) recordPossibleBooking(writing, shipment, ended);
    return;
  }
  // The shipment has gone on without this carrier, which still means to come.
  writing.deps.log.error({ carrier: carrierId, assignment: assignmentId }, "Carrier keeps an ended booking");
  if (!shipment) return;
  const detail = `${ended.carrier.name} refused to cancel a booking that has ended, and may still come.`;
  recordTrouble(writing, shipment, "booking_kept", detail);
}

function isEndedByClient({ releaseReason }: AssignmentRow): boolean {
  return releaseReason === releasedByClient.reason || releaseReason === "cancelled_by_client";
}

/** The first answer counts. A booking that arrives after the end is cancelled. */
function applyBookOutcome(
  writing: DeliveryWriting,
  call: CarrierCall,
  answered: CallOutcome,
  carrier?: Carrier,
): void {
  const assignments = assignmentStore(writing.tx);
  const assignment = assignments.find(call.assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  const open = assignments.findCall(call.id);
  const isOpen = open !== undefined;
  const outcome = assignment ? ofKnownBooking(writing, assignment, answered) : answered;
  // A newer attempt knows the booking that stands, and settles it.
  if (outcome !== answered && open && open.attempts > call.attempts) return;
  // A carrier that has sent a report has the booking, unless it rejects it.
  const no = isBookAnswer(outcome) && outcome.kind === "rejected" ? outcome : undefined;
  const isWanted =
    assignment !== undefined &&
    (no ? isActive(assignment.status) : assignment.status === "pending") &&
    !isCancellationPending(assignment);
  if (isOpen && isWanted && carrier && postpone(writing, call, assignment, outcome, carrier)) return;
  dropCall(writing, open ?? call);
  if (!assignment || !shipment) return;
  if (isBookAnswer(outcome) && outcome.kind === "booked") {
    recordBooking(writing, assignment, shipment, outcome);
  } else if (no && applyCancelAnswer(writing, assignment.id, cancelledBy(no))) {
    return;
  } else if (isOpen && isWanted && shipment.status === "assigned") {
    refuse(writing, assignment, shipment, outcome, open.purchaseSentAt);
    if (open.askedAt !== null) assignments.recordBookingAsked(assignment.id, open);
  } else if (isBookAnswer(outcome) && outcome.kind === "pending") {
    cancelAgain(writing, assignment);
  }
}

/** Ends a call. A cancellation that waits for a booking learns when the carrier was asked for it. */
export function dropCall({ tx }: Writing, call: CarrierCall): void {
  const assignments = assignmentStore(tx);
  assignments.removeCall(call.id);
  if (call.kind === "book" && call.askedAt !== null) assignments.recordBookingAsked(call.assignmentId, call);
}

/** Schedules the next attempt of a booking that has no answer yet. @returns whether there is one */
function postpone(
  writing: DeliveryWriting,
  call: CarrierCall,
  assignment: AssignmentRow,
  outcome: CallOutcome,
  carrier: Carrier,
): boolean {
  const assignments = assignmentStore(writing.tx);
  const deadline = bookingDeadline(assignment, carrier.terms);
  const isPending = isBookAnswer(outcome) && outcome.kind === "pending";
  if (writing.now >= deadline) return false;
  if (isPending) {
    if (outcome.reference !== null)
      assignments.update(assignment.id, { carrierReference: outcome.reference });
    const next = carrier.status
      ? writing.now + waitBeforeRepetition(call, "unanswered", carrier)
      : Number.POSITIVE_INFINITY;
    assignments.postponeCall(call.id, call.attempts + 1, Math.min(next, deadline));
    assignments.markPending(call.id, writing.now);
    beginPolling(writing, assignment);
    return true;
  }
  if (outcome !== "failed" && outcome !== "unanswered") return false;
  const next = writing.now + waitBeforeRepetition(call, outcome, carrier);
  assignments.postponeCall(call.id, call.attempts + 1, Math.min(next, deadline));
  return true;
}

/** The first booking stands. Another one counts as no answer: only the operator and the carrier can sort it out. */
function ofKnownBooking(
  writing: DeliveryWriting,
  { id, carrierReference: kept }: AssignmentRow,
  outcome: CallOutcome,
): CallOutcome {
  if (!isBookAnswer(outcome) || outcome.kind === "rejected") return outcome;
  const { reference: other } = outcome;
  if (kept === null || other === null || other === kept) return outcome;
  writing.deps.log.error({ assignment: id, kept, other }, "Carrier booked one assignment twice");
  return "unanswered";
}

/**
 * What a carrier reports of a booking that it had left open. `ended`: the assignment is over; of an acceptance the
 * carrier learns so by another cancellation. `unchanged`: it was settled before.
 */
export function applyBookAnswer(
  writing: DeliveryWriting,
  assignmentId: string,
  answer: { kind: "accepted"; driver: Driver | null } | Rejected,
): "settled" | "ended" | "unchanged" {
  const assignments = assignmentStore(writing.tx);
  const assignment = assignments.find(assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (!assignment || !shipment || !isActive(assignment.status)) {
    if (assignment && answer.kind === "accepted") cancelAgain(writing, assignment);
    return "ended";
  }
  if (assignment.status === "confirmed" && answer.kind === "accepted") return "unchanged";
  if (shipment.status !== "assigned") return "unchanged";
  assignments.removeCalls(assignment.id, "book");
  if (answer.kind === "accepted") {
    confirm(writing, assignment, shipment, answer.driver);
    beginPolling(writing, assignment);
    awaitLabel(writing, shipment, assignment);
  } else if (!applyCancelAnswer(writing, assignment.id, cancelledBy(answer))) {
    refuse(writing, assignment, shipment, answer, null);
  }
  return "settled";
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

/** A rejected booking needs no cancellation any more. */
function cancelledBy({ mayBeBooked }: Rejected): Extract<CancelAnswer, { kind: "cancelled" }> {
  return { kind: "cancelled", fee: null, ...(mayBeBooked && { mayBeBooked }) };
}

/**
 * Ends a booking that the carrier refused or did not answer: the shipment needs another quote. Where a purchase was
 * sent, no answer may mean a label.
 */
function refuse(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  outcome: CallOutcome,
  purchaseSentAt: number | null,
): void {
  const refused = isBookAnswer(outcome) && outcome.kind === "rejected" ? outcome : undefined;
  takeBackFromCarrier(writing, shipment, assignment, {
    status: "rejected",
    reason: refused?.reason ?? "timeout",
    by: "carrier",
    message: refused?.message ?? "The carrier did not answer the booking in time.",
    mayBeBooked: refused ? refused.mayBeBooked === true : purchaseSentAt !== null,
  });
  // The carrier may have booked although its answer never arrived.
  if (!refused) queueCarrierCall(writing, assignment, "cancel");
}
