import type { Driver, Substatus } from "../model/model.ts";
import { reachedStop } from "../model/stops.ts";
import { confirmAssignment, confirmSeenArrival } from "./assignments/transitions.ts";
import { nameDriver } from "./naming-driver.ts";
import { pickUp } from "./picking-up.ts";
import { arriveAgain } from "./state/arriving.ts";
import { changeShipment, recordEntry } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { isAhead, statusOf } from "./state/status.ts";
import { endEstimate } from "./tracking/estimates.ts";
import { recordLateReport } from "./tracking/late-report.ts";
import { lastPoint } from "./tracking/reading.ts";
import type { ReportContext, ReportResult } from "./tracking/report.ts";
import { showsSomething } from "./tracking/showing.ts";
import { endSetback } from "./tracking/sightings.ts";

/** The carrier or its driver goes on: the step changes, and the first one with the goods picks them up. */

const milestones: Record<Substatus, string> = {
  awaiting_carrier: "Waybill sent the booking to the carrier.",
  confirmed: "The carrier confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The goods were picked up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the delivery.",
};

/** Makes the step, with the pickup if it was not reported. A step that lies behind confirms an arrival, or names the driver. */
export function progress(context: ReportContext, next: Substatus, driver?: Driver): ReportResult {
  const { writing, report, assignment } = context;
  const shipment = endSetback(context);
  if (!advances(shipment, next)) {
    const confirms = confirmArrival({ ...context, shipment }, next);
    const arrived = arriveAgain(writing, shipment, next, report.at);
    const names = driver !== undefined && nameDriver({ ...context, shipment: arrived }, driver, next);
    const tells = confirms || names;
    if (tells && !showsSomething(report.update)) return "applied";
    recordLateReport(writing, arrived, report);
    return tells ? "applied" : "late";
  }
  confirmAssignment(writing, assignment, driver ?? undefined);
  const picksUp = shipment.status === "assigned" && statusOf(next) === "in_transit";
  const moved = picksUp ? pickUp({ ...context, shipment }) : shipment;
  if (moved.substatus === next) return "applied";
  const stop = reachedStop(next);
  if (stop) endEstimate({ ...context, shipment: moved }, stop);
  changeShipment(writing, moved, {
    by: report.by,
    substatus: next,
    at: report.at,
    message: milestones[next],
    location: lastPoint(writing, shipment),
  });
  return "applied";
}

/** Whether this step moves the shipment. */
export function advances({ status, substatus }: ShipmentRow, next: Substatus): boolean {
  return status !== "returning" && isAhead(substatus, next);
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
