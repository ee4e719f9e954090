import { AppError } from "../../infra/errors.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { activeAssignment, findAssignment } from "./assignments/transitions.ts";
import { applyCancelAnswer } from "./cancelling.ts";
import { deliver } from "./delivering.ts";
import { failToDeliver } from "./failing.ts";
import { advances, progress } from "./moving.ts";
import { takeBackFromCarrier } from "./releasing.ts";
import { returnToSender } from "./returning.ts";
import { findShipment } from "./state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import { arrivesAfterAll, isGone } from "./state/shipment.ts";
import { additionIn, addToProof, isProofOpen } from "./tracking/adding.ts";
import { recordEstimate } from "./tracking/estimates.ts";
import { recordLateReport } from "./tracking/late-report.ts";
import { type ReportedPosition, recordPositions, recordSignalLoss } from "./tracking/positions.ts";
import type { Report, ReportContext, ReportResult, UpdateOf } from "./tracking/report.ts";
import { refuseTooManyPictures } from "./tracking/showing.ts";
import { recordFailedAttempt, recordScan } from "./tracking/sightings.ts";

/** A carrier reports: each kind of report leads to what it makes happen. What comes too late makes at most an entry. */

/**
 * Applies a carrier's report. A report that is late, repeated or from a carrier without the shipment makes
 * at most an entry of the timeline. A report that skips states makes them first.
 * @throws AppError `proof_required`, `pin_wrong`, `pin_locked`, `cancellation_not_pending`, `limit_reached`, before it
 * writes anything but the count of wrong PINs
 */
export function applyReport(writing: DeliveryWriting, shipmentId: string, report: Report): ReportResult {
  const shipment = findShipment(writing.tx, shipmentId);
  if (!shipment) return "late";
  const { update } = report;
  if (update.kind !== "delivered") refuseTooManyPictures(writing, shipment.id, update);
  const addition = additionIn(writing, shipment, report);
  if (addition) {
    addToProof(writing, shipment, report, addition);
    return "applied";
  }
  const assignment = holderFor(writing, shipment, report);
  if (assignment?.id !== report.assignmentId) {
    return repeatsCancellation(writing, report) ? "late" : recordLateReport(writing, shipment, report);
  }
  // A step that lies behind may still confirm an arrival or name the driver.
  if (update.kind !== "progress" && isLate(writing, shipment, report)) {
    return recordLateReport(writing, shipment, report);
  }
  const context: ReportContext = { writing, report, shipment, assignment };
  switch (update.kind) {
    case "progress":
      return progress(context, update.substatus, update.driver);
    case "position":
      recordPositions({ ...context, by: report.by }, [{ at: report.at, ...update }]);
      return "applied";
    case "signal_lost":
      return recordSignalLoss(context);
    case "estimate":
      return recordEstimate(context, update);
    case "scan":
      recordScan(context, update);
      return "applied";
    case "attempt_failed":
      recordFailedAttempt(context, update);
      return "applied";
    case "cancelled":
      return answerCancellation(context, update);
    case "cancellation_refused":
      return answerCancellation(context, { kind: "refused", reason: update.reason, message: update.message });
    case "withdrawn":
      return withdraw(context, update);
    case "delivered":
      deliver(context, update);
      return "applied";
    case "undeliverable":
      failToDeliver(context, update);
      return "applied";
    case "returned":
      returnToSender(context);
      return "applied";
  }
}

/**
 * Whether a report changes nothing but the timeline: something newer is known, or its carrier has the goods no more. One of
 * a delivery whose proof is still open counts as in time.
 */
export function isLate(writing: DeliveryWriting, shipment: ShipmentRow, report: Report): boolean {
  const { update, at } = report;
  if (isProofOpen(writing, shipment, report)) return false;
  if (holderFor(writing, shipment, report)?.id !== report.assignmentId) return true;
  switch (update.kind) {
    case "progress":
      return !advances(shipment, update.substatus);
    case "delivered":
      return shipment.status === "returning" && !arrivesAfterAll(shipment, at, writing.now);
    case "undeliverable":
      // Goods on their way back can still be lost.
      return shipment.status === "returning" && !isGone(update.reason);
    default:
      return false;
  }
}

/** A carrier that was told to cancel says so itself, too: that is no news. */
function repeatsCancellation(writing: DeliveryWriting, { update, assignmentId }: Report): boolean {
  return update.kind === "withdrawn" && findAssignment(writing, assignmentId)?.status === "cancelled";
}

/** Whose assignment has the goods. Goods that were to be discarded can be handed over after all. */
function holderFor(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { update, at }: Report,
): AssignmentRow | undefined {
  const active = activeAssignment(writing, shipment);
  if (active || update.kind !== "delivered" || !arrivesAfterAll(shipment, at, writing.now)) return active;
  return shipment.assignmentId === null ? undefined : findAssignment(writing, shipment.assignmentId);
}

/** Records that a carrier accepted a booking after its end. */
export function recordLateAnswer(writing: DeliveryWriting, assignment: AssignmentRow): void {
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  const update = { kind: "progress", substatus: "confirmed" } as const;
  const report: Report = { assignmentId: assignment.id, by: "carrier", at: writing.now, update };
  if (shipment) recordLateReport(writing, shipment, report);
}

/** Applies positions of one trip, oldest first, in few writes. After the end of the assignment they change nothing. */
export function applyPositions(
  writing: DeliveryWriting,
  shipmentId: string,
  source: Pick<Report, "assignmentId" | "by">,
  positions: readonly [ReportedPosition, ...ReportedPosition[]],
): ReportResult {
  const shipment = findShipment(writing.tx, shipmentId);
  const assignment = shipment && activeAssignment(writing, shipment);
  if (!shipment || assignment?.id !== source.assignmentId) return "late";
  recordPositions({ writing, by: source.by, shipment, assignment }, positions);
  return "applied";
}

/**
 * The carrier's answer to a cancellation that the client asked for. A refusal that it repeats changes nothing.
 * @throws AppError `cancellation_not_pending`, before it writes anything
 */
function answerCancellation(
  { writing, report, shipment, assignment }: ReportContext,
  answer: Parameters<typeof applyCancelAnswer>[2],
): ReportResult {
  if (applyCancelAnswer(writing, assignment.id, answer, report.at) !== undefined) return "applied";
  const isRepeated = answer.kind === "refused" && assignment.cancellationRequest !== null;
  if (isRepeated) return recordLateReport(writing, shipment, report);
  const detail =
    answer.kind === "refused"
      ? "The sender is not asking to cancel this assignment. Continue the job."
      : shipment.status === "assigned"
        ? "The sender is not asking to cancel this assignment. Report withdrawn to give it back."
        : "The sender is not asking to cancel this assignment. Report undeliverable if you cannot deliver the goods.";
  throw new AppError("cancellation_not_pending", { detail });
}

function withdraw(
  { writing, report, shipment, assignment }: ReportContext,
  update: UpdateOf<"withdrawn">,
): ReportResult {
  if (shipment.status !== "assigned") return recordLateReport(writing, shipment, report);
  // A carrier that gives a job back agrees to its cancellation.
  if (applyCancelAnswer(writing, assignment.id, { kind: "cancelled", fee: null })) return "applied";
  takeBackFromCarrier(writing, shipment, assignment, {
    status: update.rejected ? "rejected" : "cancelled",
    reason: update.reason,
    by: report.by,
    message: update.message,
    at: report.at,
  });
  return "applied";
}
