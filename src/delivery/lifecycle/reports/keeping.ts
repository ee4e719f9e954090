import type { Writing } from "../../../infra/deps.ts";
import { AppError, type ErrorCode } from "../../../infra/errors.ts";
import type { Substatus } from "../../model/model.ts";
import { advances } from "../moving.ts";
import { countEntries, findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import type { ReportType } from "./schema.ts";
import { type KeptReport, reportStore } from "./store.ts";

/** Which reports of an assignment have come, so that a repeated one adds nothing, and how many may come. */

/** Reports of an assignment that are kept; a driver's position every second for half a day. */
const reportsMax = 50_000;
/** A timeline longer than this takes no more scans and failed attempts. */
const entriesMax = 1_000;
/** A shipment with more events takes no more reports that make one and move nothing. */
const eventsMax = 1_000;

/** Reports that move nothing: a carrier that never stops sending them does no harm by losing them. */
export const boundless: readonly ReportType[] = [
  "position",
  "signal_lost",
  "estimate",
  "scan",
  "attempt_failed",
];
const timelineOnly: readonly ReportType[] = ["scan", "attempt_failed"];
const makeEvents: readonly ReportType[] = ["progress", "estimate", ...timelineOnly];
/** What a report can be refused with, before anything but a count of wrong PINs was written. */
const refusals: readonly ErrorCode[] = [
  "assignment_not_found",
  "assignment_ended",
  "report_id_reused",
  "validation_failed",
  "image_unknown",
  "proof_required",
  "pin_wrong",
  "pin_locked",
  "cancellation_not_pending",
  "limit_reached",
  "charge_too_late",
  "charge_unagreed",
];

/** Whether the error refuses one report and leaves the transaction sound. */
export function isRefusedReport(error: unknown): error is AppError {
  return error instanceof AppError && refusals.includes(error.code);
}

export function findKept({ tx }: Writing, assignmentId: string, id: string): KeptReport | undefined {
  return reportStore(tx).find(assignmentId, id);
}

/** `kept`: how many of the assignment are. @returns whether it keeps this one */
export function saveReport({ tx }: Writing, report: KeptReport, kept: number): boolean {
  // A late report that is not kept is late again.
  if (report.result === "late" && kept >= reportsMax) return false;
  reportStore(tx).save(report);
  return true;
}

/** A report as far as its bounds go. */
type Bounded =
  | { type: Exclude<ReportType, "progress"> }
  | { type: "progress"; substatus: Substatus; driver?: unknown };

/** `kept`: how many of the assignment are kept. @throws AppError `limit_reached` */
export function refuseTooMany(
  { tx }: Writing,
  assignment: AssignmentRow,
  kept: number,
  report: Bounded,
): void {
  if (report.type === "progress" && !report.driver) return;
  const shipment = makeEvents.includes(report.type) ? findShipment(tx, assignment.shipmentId) : undefined;
  if (!isBoundless(report, shipment)) return;
  const isLong = timelineOnly.includes(report.type) && countEntries(tx, assignment.shipmentId) >= entriesMax;
  if (kept < reportsMax && !isLong && (shipment?.eventCount ?? 0) < eventsMax) return;
  throw new AppError("limit_reached", {
    detail: "The assignment has too many reports of this type. Reports that move the shipment still count.",
  });
}

/** A step that is not ahead may name another driver again and again. */
function isBoundless(report: Bounded, shipment: ShipmentRow | undefined): boolean {
  if (report.type !== "progress") return boundless.includes(report.type);
  return shipment !== undefined && !advances(shipment, report.substatus);
}
