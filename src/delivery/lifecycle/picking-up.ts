import { confirmAssignment } from "./assignments/transitions.ts";
import { applyCancelAnswer } from "./cancelling.ts";
import { forgetPickupChange } from "./driver-jobs/transitions.ts";
import { changeShipment } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { waitedMinutes } from "./state/waiting.ts";
import { recordPickup } from "./tracking/estimates.ts";
import { lastPoint } from "./tracking/reading.ts";
import type { ReportContext } from "./tracking/report.ts";
import { saveEvidence } from "./tracking/showing.ts";

/** The carrier takes the goods. It is too late to cancel then. */

/** A cancellation that the carrier has not answered comes too late then. */
const pickedUp = { kind: "refused", reason: "other", message: "The goods were picked up." } as const;

/** Refuses a cancellation that waits, and makes the pickup a fact. */
export function pickUp(context: ReportContext): ShipmentRow {
  const { writing, report, shipment, assignment } = context;
  recordPickup(writing, shipment, assignment, report.at);
  forgetPickupChange(writing, assignment.id);
  const { update } = report;
  // What comes later says that they were picked up, and not when.
  const isReported = update.kind === "progress" && update.substatus === "picked_up";
  const uncancelled = applyCancelAnswer(writing, assignment.id, pickedUp, report.at);
  return changeShipment(writing, uncancelled ?? shipment, {
    by: report.by,
    status: "in_transit",
    at: report.at,
    message: "The goods were picked up.",
    location: lastPoint(writing, shipment),
    evidence: update.kind === "progress" ? saveEvidence(writing, shipment, report, "pickup") : null,
    set: { pickupWaitedMinutes: isReported ? waitedMinutes(shipment, report.at) : null },
  });
}

/** A carrier that reports this has the goods, even if it never reported the pickup. */
export function ensurePickedUp(context: ReportContext): ShipmentRow {
  confirmAssignment(context.writing, context.assignment, undefined);
  return context.shipment.status === "assigned" ? pickUp(context) : context.shipment;
}
