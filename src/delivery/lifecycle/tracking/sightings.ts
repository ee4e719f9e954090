import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { postponeStop } from "../driver-jobs/postponing.ts";
import { jobOf } from "../driver-jobs/reading.ts";
import { endVisit } from "../state/arriving.ts";
import { appendTrackingEvent, changeShipment, markAttentionDue, recordEntry } from "../state/change.ts";
import { reachedAt } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { recordEstimate } from "./estimates.ts";
import { currentTracking } from "./reading.ts";
import type { Report, ReportContext, UpdateOf } from "./report.ts";
import { nextAttemptOf, type Setback, setbackAfter } from "./setback.ts";
import { saveEvidence } from "./showing.ts";
import { trackingStore } from "./store.ts";

type Entry = Parameters<typeof recordEntry>[2];

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
  const { writing, report, assignment } = context;
  const evidence = saveEvidence(writing, context.shipment, report, "attempt");
  const entry = { by: report.by, at: report.at, code: reason, message, evidence };
  const nextAt = isPostponed(context) ? nextAttemptAt : null;
  const shipment = nextAt === null ? stay(context, entry) : leaveDoor(context, entry);
  const details = {
    reason_code: reason,
    message,
    next_attempt_at: toTimestampOrNull(nextAttemptAt),
    next_attempt_date: nextAttemptAt === null ? nextAttemptDate : null,
    occurred_at: toTimestamp(report.at),
  };
  const news = { kind: "attempt_failed", at: report.at, reason, ...(nextAt !== null && { nextAt }) } as const;
  const noted = recordSetback({ ...context, shipment: endVisit(writing, shipment, report.at) }, news);
  const told = appendTrackingEvent(writing, noted, "tracking.attempt_failed", details, report.at);
  if (nextAttemptAt === null && nextAttemptDate === null) return;
  const next = { pickupAt: null, deliveryAt: nextAttemptAt, deliveryDate: nextAttemptDate, delayed: false };
  recordEstimate({ ...context, shipment: told }, { kind: "estimate", ...next });
  // What the driver did since counts.
  const planned = nextAttemptOf(currentTracking(writing, told, report.assignmentId));
  if (planned !== null && planned === nextAt) postponeStop(writing, assignment.id, planned);
}

/** Whether a rider has the goods, who plans the way. A simulated driver follows its script. */
function isPostponed({ writing, report, shipment, assignment }: ReportContext): boolean {
  if (report.by === "simulator" || shipment.status !== "in_transit") return false;
  return jobOf(writing.tx, assignment.id) !== undefined;
}

function stay({ writing, shipment }: ReportContext, entry: Entry): ShipmentRow {
  recordEntry(writing, shipment, entry);
  return shipment;
}

/** The driver goes to other stops first: nobody is at the door any more, unless they have come back since. */
function leaveDoor(context: ReportContext, entry: Entry): ShipmentRow {
  const { writing, report, shipment } = context;
  const arrivedAt = reachedAt(writing.tx, shipment.id, { status: "in_transit", substatus: "at_delivery" });
  if (shipment.substatus !== "at_delivery" || (arrivedAt ?? 0) > report.at) return stay(context, entry);
  return changeShipment(writing, shipment, { ...entry, substatus: "picked_up" });
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
