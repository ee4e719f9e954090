import { takeBackFromCarrier } from "../assignments/assigning.ts";
import { settleCancellation } from "../assignments/cancellation.ts";
import { activeAssignment, confirmAssignment } from "../assignments/transitions.ts";
import type { DeliveryWriting } from "../deps.ts";
import { changeShipment } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import type { AssignmentRow } from "../lifecycle/rows.ts";
import { isGone } from "../lifecycle/shipment.ts";
import { isAhead, statusOf } from "../lifecycle/status.ts";
import type { Substatus } from "../model.ts";
import { deliver, failToDeliver, pickUp, returnToSender } from "./handover.ts";
import { recordLateReport } from "./late-report.ts";
import { lastPoint, recordEstimate, recordPosition, recordSignalLoss } from "./positions.ts";
import type { Report, ReportContext, UpdateOf } from "./report.ts";

/**
 * Applies a carrier's report. A report that is late, repeated or from a carrier without the shipment makes
 * at most an entry of the timeline. A report that skips states makes them first.
 * @throws AppError `proof_required`, `transition_not_allowed`
 */
export function applyReport(writing: DeliveryWriting, shipmentId: string, report: Report): void {
  const shipment = findShipment(writing.tx, shipmentId);
  if (!shipment) return;
  const assignment = activeAssignment(writing, shipment);
  if (assignment?.id !== report.assignmentId) {
    if (report.update.kind !== "position") recordLateReport(writing, shipment, report);
    return;
  }
  const context: ReportContext = { writing, report, shipment, assignment };
  const { update } = report;
  const isReturning = shipment.status === "returning";
  switch (update.kind) {
    case "progress":
      return progress(context, update.substatus, update.driver);
    case "position":
      return recordPosition(context, update);
    case "signal_lost":
      return recordSignalLoss(context);
    case "estimate":
      return recordEstimate(context, update);
    case "withdrawn":
      return withdraw(context, update);
    case "delivered":
      return isReturning ? recordLateReport(writing, shipment, report) : deliver(context, update);
    case "undeliverable":
      if (isReturning && !isGone(update.reason)) return recordLateReport(writing, shipment, report);
      return failToDeliver(context, update);
    case "returned":
      return returnToSender(context);
  }
}

const milestones: Record<Substatus, string> = {
  awaiting_carrier: "Waybill sent the booking to the carrier.",
  confirmed: "The carrier confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The goods were picked up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the delivery.",
};

function progress(context: ReportContext, next: Substatus, driver?: AssignmentRow["driver"]): void {
  const { writing, report, shipment, assignment } = context;
  if (shipment.status === "returning" || !isAhead(shipment.substatus, next)) {
    return recordLateReport(writing, shipment, report);
  }
  confirmAssignment(writing, assignment, driver ?? undefined);
  const picksUp = shipment.status === "assigned" && statusOf(next) === "in_transit";
  const moved = picksUp ? pickUp(context) : shipment;
  if (moved.substatus === next) return;
  changeShipment(writing, moved, {
    by: report.by,
    substatus: next,
    at: report.at,
    message: milestones[next],
    location: lastPoint(writing, shipment),
  });
}

function withdraw(
  { writing, report, shipment, assignment }: ReportContext,
  update: UpdateOf<"withdrawn">,
): void {
  if (shipment.status !== "assigned") return recordLateReport(writing, shipment, report);
  // A carrier that gives a job back agrees to its cancellation.
  if (settleCancellation(writing, assignment.id, { kind: "cancelled", fee: null })) return;
  takeBackFromCarrier(writing, shipment, assignment, {
    status: update.rejected ? "rejected" : "cancelled",
    reason: update.reason,
    by: report.by,
    message: update.message,
    at: report.at,
  });
}
