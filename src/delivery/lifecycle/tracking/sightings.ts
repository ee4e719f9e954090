import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { appendTrackingEvent, markAttentionDue, recordEntry, saveArrival } from "../state/change.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { recordEstimate } from "./estimates.ts";
import { currentTracking } from "./reading.ts";
import type { Report, ReportContext, UpdateOf } from "./report.ts";
import { type Setback, setbackAfter } from "./setback.ts";
import { saveEvidence } from "./showing.ts";
import { trackingStore } from "./store.ts";

/** What happens on the way without a change of state: an entry of the timeline, and an event. */

export function recordScan(context: ReportContext, { message, location, reason }: UpdateOf<"scan">): void {
  const { writing, report, shipment } = context;
  const code = reason ?? "scanned";
  recordEntry(writing, shipment, { by: report.by, at: report.at, code, message, location });
  const details = { message, location, reason_code: reason ?? null, occurred_at: toTimestamp(report.at) };
  const news = reason ? ({ kind: "held", at: report.at, reason } as const) : wentOn(report);
  appendTrackingEvent(writing, recordSetback(context, news), "tracking.scanned", details, report.at);
}

export function recordFailedAttempt(
  context: ReportContext,
  { reason, message, nextAttemptAt, nextAttemptDate = null }: UpdateOf<"attempt_failed">,
): void {
  const { writing, report, shipment } = context;
  const evidence = saveEvidence(writing, shipment, report, "attempt");
  recordEntry(writing, shipment, { by: report.by, at: report.at, code: reason, message, evidence });
  const details = {
    reason_code: reason,
    message,
    next_attempt_at: toTimestampOrNull(nextAttemptAt),
    next_attempt_date: nextAttemptAt === null ? nextAttemptDate : null,
    occurred_at: toTimestamp(report.at),
  };
  const noted = recordSetback(
    // The visit is over: the next one begins with another *Arrived*.
    { ...context, shipment: saveArrival(writing, shipment, null) },
    { kind: "attempt_failed", at: report.at, reason },
  );
  const told = appendTrackingEvent(writing, noted, "tracking.attempt_failed", details, report.at);
  if (nextAttemptAt === null && nextAttemptDate === null) return;
  const next = { pickupAt: null, deliveryAt: nextAttemptAt, deliveryDate: nextAttemptDate, delayed: false };
  recordEstimate({ ...context, shipment: told }, { kind: "estimate", ...next });
}

/** Ends what kept the goods before a step of the carrier. @returns the shipment as it is then */
export function endSetback(context: ReportContext): ShipmentRow {
  return recordSetback(context, wentOn(context.report), true);
}

function wentOn({ at }: Report): Setback {
  return { kind: "none", at };
}

function recordSetback(
  { writing, report, shipment }: ReportContext,
  news: Setback,
  isStep = false,
): ShipmentRow {
  const before = currentTracking(writing, shipment, report.assignmentId);
  const setback = setbackAfter(before.setback, news, isStep);
  if (setback === before.setback) return shipment;
  trackingStore(writing.tx).save({ ...before, setback });
  markChanged(shipment.id);
  const concernsAttention = setback.kind === "held" || before.setback?.kind === "held";
  return concernsAttention ? markAttentionDue(writing, shipment) : shipment;
}
