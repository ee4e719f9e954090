import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import { appendTrackingEvent, recordEntry } from "../lifecycle/change.ts";
import { recordEstimate } from "./estimates.ts";
import type { ReportContext, UpdateOf } from "./report.ts";

/** What happens on the way without a change of state: an entry of the timeline, and an event. */

export function recordScan(
  { writing, report, shipment }: ReportContext,
  { message, location }: UpdateOf<"scan">,
): void {
  recordEntry(writing, shipment, { by: report.by, at: report.at, code: "scanned", message, location });
  const details = { message, location, occurred_at: toTimestamp(report.at) };
  appendTrackingEvent(writing, shipment, "tracking.scanned", details, report.at);
}

export function recordFailedAttempt(
  context: ReportContext,
  { reason, message, nextAttemptAt, nextAttemptDate = null }: UpdateOf<"attempt_failed">,
): void {
  const { writing, report, shipment } = context;
  recordEntry(writing, shipment, { by: report.by, at: report.at, code: reason, message });
  const details = {
    reason_code: reason,
    message,
    next_attempt_at: toTimestampOrNull(nextAttemptAt),
    next_attempt_date: nextAttemptAt === null ? nextAttemptDate : null,
    occurred_at: toTimestamp(report.at),
  };
  const told = appendTrackingEvent(writing, shipment, "tracking.attempt_failed", details, report.at);
  if (nextAttemptAt === null && nextAttemptDate === null) return;
  const next = { pickupAt: null, deliveryAt: nextAttemptAt, deliveryDate: nextAttemptDate, delayed: false };
  recordEstimate({ ...context, shipment: told }, { kind: "estimate", ...next });
}
