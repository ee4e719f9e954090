import type { Writing } from "../../infra/deps.ts";
import { type Coordinates, distanceMeters, pointOf } from "../../infra/geography/coordinates.ts";
import { positionUpdated } from "../../messaging/events/event.ts";
import { appendEvent } from "../../messaging/events/service.ts";
import { noteChange } from "../../messaging/events/watch.ts";
import { hasSubscriber } from "../../messaging/webhooks/endpoints/lookup.ts";
import { appendTrackingEvent, trackingData } from "../lifecycle/change.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import type { Report, ReportContext, ReportResult, UpdateOf } from "./report.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import { etaEventMs, type Position, percentDone, positionEventMs } from "./tracking.ts";
import { toEtaView, toPositionView } from "./view.ts";

/** Positions and estimates. They change without a change of the shipment. */

/** A position, and when the driver was there. */
export type ReportedPosition = Omit<UpdateOf<"position">, "kind"> & { at: number };

/** Keeps every position. The newest one is where the driver is. */
export function recordPositions(
  {
    writing,
    report,
    shipment,
  }: Pick<ReportContext, "writing" | "shipment"> & {
    report: Pick<Report, "assignmentId">;
  },
  reported: readonly [ReportedPosition, ...ReportedPosition[]],
): void {
  const { tx, now } = writing;
  noteChange(shipment.id);
  const before = currentTracking(writing, shipment, report.assignmentId);
  const isSubscribed = once(() => hasSubscriber(writing, shipment.accountId, positionUpdated));
  let tracking = before;
  for (const { fraction, at, ...measured } of reported) {
    // The simulator's instant steps are a few milliseconds ahead of the clock.
    const place = { ...measured, recordedAt: at, receivedAt: Math.max(now, at) };
    trackingStore(tx).insertPosition({ shipmentId: shipment.id, ...place });
    if (tracking.position && tracking.position.recordedAt > at) continue;
    const position: Position = { ...place, signalLost: false };
    tracking = { ...tracking, position, percent: percentNow(shipment, tracking, place, fraction) };
    if (at - (tracking.positionEventAt ?? 0) < positionEventMs || !isSubscribed()) continue;
    tracking.positionEventAt = at;
    appendPositionEvent(writing, shipment, position);
  }
  if (tracking !== before) trackingStore(tx).save(tracking);
}

function appendPositionEvent(writing: Writing, shipment: ShipmentRow, position: Position): void {
  appendEvent(writing, {
    type: positionUpdated,
    accountId: shipment.accountId,
    shipmentId: shipment.id,
    sequence: null,
    data: { ...trackingData(shipment), sequence: null, position: toPositionView(position) },
    at: position.recordedAt,
  });
}

function once<T>(read: () => T): () => T {
  let found: { value: T } | undefined;
  return () => {
    found ??= { value: read() };
    return found.value;
  };
}

export function recordSignalLoss({ writing, report, shipment }: ReportContext): ReportResult {
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  if (!tracking.position) return "applied";
  if (tracking.position.recordedAt > report.at) return "late";
  trackingStore(writing.tx).save({ ...tracking, position: { ...tracking.position, signalLost: true } });
  return "applied";
}

/** Progress counts from the pickup, or from the start of a return. A carrier's own share wins. */
function percentNow(
  shipment: ShipmentRow,
  before: TrackingRow,
  place: Coordinates,
  fraction: number | null,
): number {
  const goesBack = shipment.status === "returning";
  if (shipment.status !== "in_transit" && !goesBack) return before.percent;
  if (fraction !== null) return Math.max(before.percent, Math.min(99, Math.floor(fraction * 100)));
  const target = pointOf((goesBack ? shipment.pickup : shipment.delivery).address);
  return target
    ? percentDone(before.percent, shipment.distanceMeters, distanceMeters(place, target))
    : before.percent;
}

export function recordEstimate(
  { writing, report, shipment }: ReportContext,
  update: UpdateOf<"estimate">,
): ReportResult {
  const before = currentTracking(writing, shipment, report.assignmentId);
  if (before.etaUpdatedAt !== null && before.etaUpdatedAt > report.at) return "late";
  const { pickedUpAt } = shipment;
  const etaPickupAt = pickedUpAt ?? update.pickupAt ?? before.etaPickupAt;
  const etaDeliveryAt = update.deliveryAt ?? before.etaDeliveryAt;
  const after: TrackingRow = {
    ...before,
    etaPickupAt,
    etaDeliveryAt: etaDeliveryAt && Math.max(etaDeliveryAt, etaPickupAt ?? 0),
    etaSource: "carrier",
    etaUpdatedAt: report.at,
  };
  // The first estimate replaces Waybill's own, so it is no change.
  const told = before.etaToldAt ?? after.etaDeliveryAt;
  const moved = Math.abs((after.etaDeliveryAt ?? 0) - (told ?? 0)) > etaEventMs;
  const tells = moved || update.delayed;
  noteChange(shipment.id);
  trackingStore(writing.tx).save({ ...after, etaToldAt: tells ? after.etaDeliveryAt : told });
  const eta = toEtaView(shipment.status, after, undefined);
  if (eta && tells) appendTrackingEvent(writing, shipment, "tracking.eta_changed", { eta }, report.at);
  return "applied";
}

/** Makes the pickup a fact. No delivery is expected before it. */
export function notePickup(
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
    etaSource: before.etaSource ?? "estimate",
    etaUpdatedAt: Math.max(at, before.etaUpdatedAt ?? 0),
  });
}

/** Starts the progress of a return from zero. */
export function noteReturn({ writing, report, shipment }: ReportContext, returnAt: number | null): void {
  const before = currentTracking(writing, shipment, report.assignmentId);
  trackingStore(writing.tx).save({
    ...before,
    percent: 0,
    etaDeliveryAt: null,
    etaReturnAt: returnAt,
    etaSource: returnAt === null ? before.etaSource : "carrier",
    etaUpdatedAt: report.at,
    etaToldAt: null,
  });
}

/** The tracking of this assignment. Positions and estimates of another carrier do not count. */
export function currentTracking({ tx }: Writing, shipment: ShipmentRow, assignmentId: string): TrackingRow {
  const row = trackingStore(tx).find(shipment.id);
  if (row?.assignmentId === assignmentId) return row;
  return {
    shipmentId: shipment.id,
    assignmentId,
    position: null,
    percent: 0,
    etaPickupAt: null,
    etaDeliveryAt: null,
    etaReturnAt: null,
    etaSource: null,
    etaUpdatedAt: null,
    etaToldAt: null,
    // Events belong to the shipment, whoever carries it.
    positionEventAt: row?.positionEventAt ?? null,
  };
}

/** The last position from the carrier that has the shipment. */
export function lastPoint(
  { tx }: Writing,
  shipment: ShipmentRow,
): { latitude: number; longitude: number } | null {
  const row = trackingStore(tx).find(shipment.id);
  if (!row?.position || row.assignmentId !== shipment.assignmentId) return null;
  return { latitude: row.position.latitude, longitude: row.position.longitude };
}
