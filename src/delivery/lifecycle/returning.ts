import { toTimestamp } from "../../infra/clock.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import type { ReasonCode } from "../model/model.ts";
import { endActiveAssignment } from "./assignments/transitions.ts";
import { chargeEnd } from "./charges/service.ts";
import { withdrawFromDriver } from "./driver-jobs/transitions.ts";
import { ensurePickedUp } from "./picking-up.ts";
import { changeShipment } from "./state/change.ts";
import type { Recall } from "./state/recall.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { recalledBySender } from "./state/shipment.ts";
import { recordArrival, recordReturnStart } from "./tracking/estimates.ts";
import { lastPoint } from "./tracking/reading.ts";
import { failureOf, type ReportContext } from "./tracking/report.ts";
import { saveEvidence } from "./tracking/showing.ts";

/** The goods cannot be delivered, and go back to the sender: first on their way, then there. */

/** The goods begin their way back. */
export function startReturn(
  context: ReportContext,
  shipment: ShipmentRow,
  why: { reason: ReasonCode; message: string; returnAt?: number | null | undefined },
): ShipmentRow {
  const { writing, report } = context;
  recordReturnStart(context, why.returnAt ?? null);
  // Whoever wants them back gets them, and nobody is promised a delivery any more.
  withdrawFromDriver(writing, report.assignmentId, "recall");
  withdrawFromDriver(writing, report.assignmentId, "change");
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "returning",
    code: why.reason,
    at: report.at,
    message: why.message,
    location: lastPoint(writing, shipment),
    evidence: saveEvidence(writing, shipment, report, "attempt"),
    set: { failure: failureOf(report, why.reason, why.message) },
  });
}

/**
 * The driver has seen that the sender wants the goods back, or a dispatcher says so: they begin their way back, also where
 * undeliverable goods are discarded. @param seen when, and who says it
 */
export function returnRecalled(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { at: askedAt, reason, by }: Recall,
  seen: { by: "driver" | "carrier"; at: number },
): ShipmentRow {
  const at = Math.min(Math.max(seen.at, askedAt), writing.now);
  const { assignmentId } = shipment;
  if (assignmentId !== null) {
    recordReturnStart({ writing, shipment, report: { assignmentId, at } }, null);
    withdrawFromDriver(writing, assignmentId, "change");
  }
  return changeShipment(writing, shipment, {
    by: seen.by,
    status: "returning",
    code: recalledBySender,
    at,
    message: "The sender asked for the goods. They are being returned.",
    location: lastPoint(writing, shipment),
    set: { failure: { reason_code: recalledBySender, message: reason, by, at: toTimestamp(at) } },
  });
}

/** The goods are back at the pickup, even if the carrier never announced a return. */
export function returnToSender(context: ReportContext): void {
  const { writing, report } = context;
  const moved = ensurePickedUp(context);
  const returning =
    moved.status === "returning"
      ? moved
      : startReturn(context, moved, { reason: "other", message: "The goods are being returned." });
  endActiveAssignment(writing, returning, "completed");
  chargeEnd(writing, returning, context.assignment, { status: "returned", reason: null });
  recordArrival(context, "returned");
  changeShipment(writing, returning, {
    by: report.by,
    status: "returned",
    at: report.at,
    message: "The goods were returned.",
    location: lastPoint(writing, returning),
  });
}
