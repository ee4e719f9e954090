import type { Writing } from "../../../infra/deps.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import type { Status } from "../../model/model.ts";
import { isAtStop } from "../../model/stops.ts";
import { appendTrackingEvent, markAttentionDue } from "../state/change.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { isFinal } from "../state/status.ts";
import { currentTracking } from "./reading.ts";
import type { Report, ReportContext, ReportResult, UpdateOf } from "./report.ts";
import { nextAttemptOf } from "./setback.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import { type EtaSource, etaEventMs } from "./tracking.ts";
import { toEtaView } from "./view.ts";

/** Estimates of arrivals. They change without a change of the shipment. */

/** Times of arrival, epoch milliseconds; null where nobody knows. */
interface Estimate {
  pickupAt: number | null;
  deliveryAt: number | null;
  /** Counts where no time of the delivery is known. */
  deliveryDate: string | null;
  returnAt: number | null;
}

/**
 * Puts new estimates into the row, which the caller saves, and tells of a delivery that moved. `isNews`: it is told
 * however little the time moved.
 */
export function changeEta(
  writing: Writing,
  shipment: ShipmentRow,
  before: TrackingRow,
  estimate: Estimate & { source: EtaSource; at: number; isNews?: boolean },
): { tracking: TrackingRow; shipment: ShipmentRow } {
  const { pickupAt, deliveryAt, deliveryDate, returnAt, source, at, isNews = false } = estimate;
  const after: TrackingRow = {
    ...before,
    etaPickupAt: pickupAt,
    etaDeliveryAt: deliveryAt && Math.max(deliveryAt, pickupAt ?? 0),
    etaDeliveryDate: deliveryAt === null ? deliveryDate : null,
    etaReturnAt: returnAt,
    etaSource: source,
    etaUpdatedAt: at,
  };
  // The first estimate replaces that of the quote, so it is no change.
  const told = before.etaToldAt ?? after.etaDeliveryAt;
  const tells = isNews || Math.abs((after.etaDeliveryAt ?? 0) - (told ?? 0)) > etaEventMs;
  const tracking = { ...after, etaToldAt: tells ? after.etaDeliveryAt : told };
  markChanged(shipment.id);
  const eta = toEtaView(shipment.status, after, undefined);
  // Also the first estimate can break what the quote promised.
  const isFirst = before.etaToldAt === null && told !== null;
  const looked = tells || isFirst ? markAttentionDue(writing, shipment) : shipment;
  if (!eta || !tells) return { tracking, shipment: looked };
  return { tracking, shipment: appendTrackingEvent(writing, looked, "tracking.eta_changed", { eta }, at) };
}

/** Keeps what the carrier estimates. */
export function recordEstimate(
  { writing, report, shipment, assignment }: ReportContext,
  update: UpdateOf<"estimate">,
): ReportResult {
  const before = currentTracking(writing, shipment, report.assignmentId);
  const { pickedUpAt } = shipment;
  // An arrival ended what was estimated before.
  const isCurrent = before.etaSource === "carrier" || isAtStop(shipment);
  const knownSince = isCurrent ? before.etaUpdatedAt : pickedUpAt;
  if (knownSince !== null && knownSince > report.at) return "late";
  const knownDay = expectedDay(before, assignment);
  const deliveryDate = update.deliveryAt === null ? (update.deliveryDate ?? knownDay) : null;
  const { tracking } = changeEta(writing, shipment, before, {
    pickupAt: pickedUpAt ?? update.pickupAt ?? before.etaPickupAt,
    // A day that is said now is newer than a time from before.
    deliveryAt: update.deliveryAt ?? (update.deliveryDate ? null : before.etaDeliveryAt),
    deliveryDate,
    returnAt: before.etaReturnAt,
    source: "carrier",
    at: report.at,
    isNews: update.delayed || deliveryDate !== knownDay,
  });
  trackingStore(writing.tx).save(tracking);
  return "applied";
}

/**
 * The delivery's window was moved: what Waybill estimates lies in it, until positions say otherwise, and so does the next
 * attempt that the driver planned before. What else a carrier or a route planner says stays.
 */
export function moveEstimates(
  writing: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  within: (at: number | null) => number | null,
): void {
  const before = currentTracking(writing, shipment, assignment.id);
  const { setback } = before;
  const plannedAt = nextAttemptOf(before);
  const nextAt = within(plannedAt);
  const etaDeliveryAt = within(before.etaDeliveryAt);
  const isOurs = before.etaSource === "estimate" || plannedAt !== null;
  if (!isOurs || (etaDeliveryAt === before.etaDeliveryAt && nextAt === plannedAt)) return;
  markChanged(shipment.id);
  // The new window is told by its own event.
  trackingStore(writing.tx).save({
    ...before,
    ...(setback?.kind === "attempt_failed" && nextAt !== null && { setback: { ...setback, nextAt } }),
    etaDeliveryAt,
    etaToldAt: etaDeliveryAt,
    etaUpdatedAt: writing.now,
  });
}

/** The day that is known of a delivery without a time. */
export function expectedDay(
  { etaSource, etaDeliveryDate }: TrackingRow,
  { estimatedDeliveryDate }: AssignmentRow,
): string | null {
  return etaSource === null ? estimatedDeliveryDate : etaDeliveryDate;
}

/** The driver is there: nobody expects them any more. The handover makes the time a fact. */
export function withoutEstimate(
  before: TrackingRow,
  assignment: AssignmentRow,
  stop: "pickup" | "delivery",
  at: number,
): TrackingRow {
  const { estimatedPickupAt: etaPickupAt, estimatedDeliveryAt: etaDeliveryAt } = assignment;
  return {
    ...before,
    ...(before.etaSource === null && { etaPickupAt, etaDeliveryAt, etaSource: "estimate" }),
    etaDeliveryDate: stop === "delivery" ? null : expectedDay(before, assignment),
    [stop === "pickup" ? "etaPickupAt" : "etaDeliveryAt"]: null,
    etaUpdatedAt: Math.max(at, before.etaUpdatedAt ?? 0),
  };
}

/** Ends the estimate of the stop where the driver is. */
export function endEstimate(
  { writing, report, shipment, assignment }: ReportContext,
  stop: "pickup" | "delivery",
): void {
  const before = currentTracking(writing, shipment, assignment.id);
  trackingStore(writing.tx).save(withoutEstimate(before, assignment, stop, report.at));
}

/** Makes the pickup a fact. No delivery is expected before it. */
export function recordPickup(
  writing: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  at: number,
): void {
  const before = currentTracking(writing, shipment, assignment.id);
  const deliveryAt = before.etaSource === null ? assignment.estimatedDeliveryAt : before.etaDeliveryAt;
  trackingStore(writing.tx).save({
    ...before,
    etaPickupAt: at,
    etaDeliveryAt: deliveryAt && Math.max(deliveryAt, at),
    etaDeliveryDate: expectedDay(before, assignment),
    etaSource: before.etaSource ?? "estimate",
    etaUpdatedAt: Math.max(at, before.etaUpdatedAt ?? 0),
  });
}

/** Starts the progress of a return from zero. */
export function recordReturnStart(
  {
    writing,
    report,
    shipment,
  }: Pick<ReportContext, "writing" | "shipment"> & {
    report: Pick<Report, "assignmentId" | "at">;
  },
  returnAt: number | null,
): void {
  const before = currentTracking(writing, shipment, report.assignmentId);
  trackingStore(writing.tx).save({
    ...before,
    percent: 0,
    etaDeliveryAt: null,
    etaDeliveryDate: null,
    etaReturnAt: returnAt,
    etaSource: returnAt === null ? before.etaSource : "carrier",
    etaUpdatedAt: report.at,
    etaToldAt: null,
  });
}

/** Makes the arrival a fact: at the recipient, or back at the sender. */
export function recordArrival(
  { writing, report, shipment }: ReportContext,
  status: "delivered" | "returned",
): void {
  const before = currentTracking(writing, shipment, report.assignmentId);
  // A late report may have an earlier time than the pickup.
  const at = Math.max(report.at, before.etaPickupAt ?? 0);
  trackingStore(writing.tx).save({
    ...before,
    // The recipient may take goods that were on their way back.
    ...(status === "delivered" ? { etaDeliveryAt: at, etaReturnAt: null } : { etaReturnAt: at }),
    etaDeliveryDate: null,
    etaSource: "carrier",
    etaUpdatedAt: report.at,
    percent: 100,
  });
}

/**
 * A correction: what the trip reached no longer holds, or the goods have arrived. `at`: when. The next positions and
 * reports of a trip that goes on make new estimates.
 */
export function correctTracking(
  writing: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  status: Status,
  at: number,
): void {
  const before = currentTracking(writing, shipment, assignment.id);
  const hasArrived = status === "delivered" || status === "returned";
  trackingStore(writing.tx).save({
    ...before,
    percent: hasArrived ? 100 : isFinal(status) ? before.percent : 0,
    etaDeliveryAt: status === "delivered" ? at : null,
    etaDeliveryDate: null,
    etaReturnAt: status === "returned" ? at : null,
    etaSource: hasArrived ? "carrier" : (before.etaSource ?? "estimate"),
    etaUpdatedAt: Math.max(at, before.etaUpdatedAt ?? 0),
    etaToldAt: null,
  });
}
