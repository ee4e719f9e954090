import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { noteChange } from "../../../messaging/events/watch.ts";
import { appendTrackingEvent, lookAgain, recordEntry } from "../state/change.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { recordEstimate } from "./estimates.ts";
import { currentTracking } from "./reading.ts";
import type { Report, ReportContext, UpdateOf } from "./report.ts";
import { type Setback, setbackAfter } from "./setback.ts";
import { keepEvidence } from "./showing.ts";
import { trackingStore } from "./store.ts";

/** What happens on the way without a change of state: an entry of the timeline, and an event. */

export function recordScan(context: ReportContext, { message, location, reason }: UpdateOf<"scan">): void {
  const { writing, report, shipment } = context;
  const code = reason ?? "scanned";
  recordEntry(writing, shipment, { by: report.by, at: report.at, code, message, location });
  const details = { message, location, reason_code: reason ?? null, occurred_at: toTimestamp(report.at) };
  const news = reason ? ({ kind: "held", at: report.at, reason } as const) : wentOn(report);
  appendTrackingEvent(writing, noteSetback(context, news), "tracking.scanned", details, report.at);
}

export function recordFailedAttempt(
  context: ReportContext,
  { reason, message, nextAttemptAt, nextAttemptDate = null }: UpdateOf<"attempt_failed">,
): void {
  const { writing, report, shipment } = context;
  const evidence = keepEvidence(writing, shipment, report, "attempt");
  recordEntry(writing, shipment, { by: report.by, at: report.at, code: reason, message, evidence });
  const details = {
    reason_code: reason,
    message,
    next_attempt_at: toTimestampOrNull(nextAttemptAt),
    next_attempt_date: nextAttemptAt === null ? nextAttemptDate : null,
    occurred_at: toTimestamp(report.at),
  };
  const noted = noteSetback(context, { kind: "attempt_failed", at: report.at, reason });
  const told = appendTrackingEvent(writing, noted, "tracking.attempt_failed", details, report.at);
  if (nextAttemptAt === null && nextAttemptDate === null) return;
  const next = { pickupAt: null, deliveryAt: nextAttemptAt, deliveryDate: nextAttemptDate, delayed: false };
  recordEstimate({ ...context, shipment: told }, { kind: "estimate", ...next });
}

/** A step of the carrier ends what kept the goods before it. @returns the shipment as it is then */
export function noteStep(context: ReportContext): ShipmentRow {
  return noteSetback(context, wentOn(context.report), true);
}

function wentOn({ at }: Report): Setback {
  return { kind: "none", at };
}

function noteSetback(
  { writing, report, shipment }: ReportContext,
  news: Setback,
  isStep = false,
): ShipmentRow {
  const before = currentTracking(writing, shipment, report.assignmentId);
  const setback = setbackAfter(before.setback, news, isStep);
  if (setback === before.setback) return shipment;
  trackingStore(writing.tx).save({ ...before, setback });
  noteChange(shipment.id);
  const concernsAttention = setback.kind === "held" || before.setback?.kind === "held";
  return concernsAttention ? lookAgain(writing, shipment) : shipment;
}
