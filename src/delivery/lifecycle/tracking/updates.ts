import { AppError } from "../../../infra/errors.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { Driver, Substatus } from "../../model/model.ts";
import { reachedStop } from "../../model/stops.ts";
import {
  activeAssignment,
  confirmAssignment,
  confirmSeenArrival,
  findAssignment,
} from "../assignments/transitions.ts";
import { applyCancelAnswer } from "../cancelling.ts";
import { takeBackFromCarrier } from "../releasing.ts";
import { changeShipment, recordEntry } from "../state/change.ts";
import { findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { arrivesAfterAll, isGone } from "../state/shipment.ts";
import { isAhead, statusOf } from "../state/status.ts";
import { additionIn, addToProof, isProofOpen } from "./adding.ts";
import { recordEstimate, withoutEstimate } from "./estimates.ts";
import { deliver, failToDeliver, pickUp, returnToSender } from "./handover.ts";
import { recordLateReport } from "./late-report.ts";
import { type ReportedPosition, recordPositions, recordSignalLoss } from "./positions.ts";
import { currentTracking, lastPoint } from "./reading.ts";
import type { Report, ReportContext, ReportResult, UpdateOf } from "./report.ts";
import { refuseTooManyPictures, showsSomething } from "./showing.ts";
import { endSetback, recordFailedAttempt, recordScan } from "./sightings.ts";
import { trackingStore } from "./store.ts";

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
  if (assignment?.id !== report.assignmentId) return recordLateReport(writing, shipment, report);
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
      return settled(context, update);
    case "cancellation_refused":
      return settled(context, { kind: "refused", reason: update.reason, message: update.message });
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

/** Whether this step moves the shipment. */
export function advances({ status, substatus }: ShipmentRow, next: Substatus): boolean {
  return status !== "returning" && isAhead(substatus, next);
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

type Settlement = Parameters<typeof applyCancelAnswer>[2];

const milestones: Record<Substatus, string> = {
  awaiting_carrier: "Waybill sent the booking to the carrier.",
  confirmed: "The carrier confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The goods were picked up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the delivery.",
};

function progress(context: ReportContext, next: Substatus, driver?: Driver): ReportResult {
  const { writing, report, assignment } = context;
  const shipment = endSetback(context);
  if (!advances(shipment, next)) {
    const confirms = confirmArrival({ ...context, shipment }, next);
    const names = driver !== undefined && nameDriver({ ...context, shipment }, driver, next);
    const tells = confirms || names;
    if (tells && !showsSomething(report.update)) return "applied";
    recordLateReport(writing, shipment, report);
    return tells ? "applied" : "late";
  }
  confirmAssignment(writing, assignment, driver ?? undefined);
  const picksUp = shipment.status === "assigned" && statusOf(next) === "in_transit";
  const moved = picksUp ? pickUp({ ...context, shipment }) : shipment;
  if (moved.substatus === next) return "applied";
  const stop = reachedStop(next);
  if (stop) {
    const before = currentTracking(writing, moved, assignment.id);
    trackingStore(writing.tx).save(withoutEstimate(before, assignment, stop, report.at));
  }
  changeShipment(writing, moved, {
    by: report.by,
    substatus: next,
    at: report.at,
    message: milestones[next],
    location: lastPoint(writing, shipment),
  });
  return "applied";
}

/** What the driver says counts, also of a step that Waybill has seen before: it may change what a cancellation costs. */
function confirmArrival({ writing, report, shipment, assignment }: ReportContext, next: Substatus): boolean {
  const { reportedSubstatus } = assignment;
  const { substatus: reached } = shipment;
  if (reportedSubstatus === null || reached === null || !isAhead(reportedSubstatus, next)) return false;
  confirmSeenArrival(writing, assignment, { reported: next, reached });
  const row = { ...shipment, substatus: next };
  recordEntry(writing, row, { by: report.by, at: report.at, message: milestones[next] });
  return true;
}

/** A carrier may know the driver later than the state. An older report does not replace the driver of a newer one. */
function nameDriver(
  { writing, report, shipment, assignment }: ReportContext,
  driver: Driver,
  substatus: Substatus,
): boolean {
  if (assignment.driver !== null && substatus !== shipment.substatus) return false;
  if (Bun.deepEquals(assignment.driver, driver)) return false;
  confirmAssignment(writing, assignment, driver);
  changeShipment(writing, shipment, {
    by: report.by,
    message: "The carrier named the driver.",
    at: report.at,
  });
  return true;
}

/**
 * The carrier's answer to a cancellation that the client asked for. A refusal that it repeats changes nothing.
 * @throws AppError `cancellation_not_pending`, before it writes anything
 */
function settled({ writing, report, shipment, assignment }: ReportContext, answer: Settlement): ReportResult {
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
