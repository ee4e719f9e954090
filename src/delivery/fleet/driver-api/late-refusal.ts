import type { AppError, ErrorCode } from "../../../infra/errors.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { findAssignment } from "../../lifecycle/assignments/transitions.ts";
import type { WireReport } from "../../lifecycle/reports/schema.ts";
import type { SoundReport } from "../../lifecycle/reports/validating.ts";
import { recordTrouble } from "../../lifecycle/state/change.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";

/**
 * A phone without a network keeps reports. The driver has gone on by the time that one of them is refused. One that lies
 * ahead was kept too, by a clock that has been set right since.
 */

const lateMs = minuteMs;
/** What moves a shipment: a dispatcher must know that it did not. */
const moving: readonly WireReport["type"][] = ["progress", "delivered", "undeliverable", "returned"];

/** A wrong PIN is told by itself, and a job that never was the driver's is none of their business. */
const untold: readonly ErrorCode[] = ["pin_wrong", "assignment_not_found"];

/** Tells a dispatcher of a late report that was refused. */
export function recordLateRefusal(
  writing: DeliveryWriting,
  { report, at }: SoundReport<WireReport>,
  { code, options }: AppError,
): void {
  if (!moving.includes(report.type) || Math.abs(writing.now - at) < lateMs || untold.includes(code)) return;
  const assignment = findAssignment(writing, report.assignment_id);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (shipment?.assignmentId !== report.assignment_id) return;
  // Of a report that fits its schema, only the time can be an invalid field.
  const faults = (options.errors ?? []).map(({ detail }) => `Its time ${detail}.`);
  recordTrouble(writing, shipment, "report_refused", options.detail ?? faults.join(" "));
}
