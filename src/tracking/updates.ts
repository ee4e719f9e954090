import {
  activeAssignment,
  confirmAssignment,
  endActiveAssignment,
  giveBack,
} from "../assignments/lifecycle.ts";
import type { AssignmentRow } from "../assignments/store.ts";
import type { CarrierUpdate } from "../carriers/carrier.ts";
import { toTimestamp } from "../clock.ts";
import { isNamedByAnEndpoint } from "../deliveries/queue.ts";
import type { Writing } from "../deps.ts";
import { AppError } from "../errors.ts";
import { positionUpdated } from "../events/event.ts";
import { appendEvent } from "../events/service.ts";
import { distanceMeters } from "../geography/coordinates.ts";
import { pointOf } from "../shipments/draft.ts";
import { appendTrackingEvent, changeShipment, recordEntry, trackingData } from "../shipments/lifecycle.ts";
import { type Actor, isAhead, type ReasonCode, type Substatus, statusOf } from "../shipments/shipment.ts";
import { type ShipmentRow, shipmentStore } from "../shipments/store.ts";
import { requireProof, saveProof } from "./proof.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import { etaEventMs, type Position, percentDone, positionEventMs } from "./tracking.ts";
import { toEtaView, toPositionView } from "./view.ts";

/** What carriers report, made into states, positions and estimates. */

export interface Report {
  assignmentId: string;
  by: Extract<Actor, "carrier" | "driver" | "simulator">;
  at: number;
  update: CarrierUpdate;
}

/** A report with the rows it is about, as they are now. */
interface Scene {
  writing: Writing;
  report: Report;
  shipment: ShipmentRow;
  assignment: AssignmentRow;
}

/**
 * Applies a carrier's report. One that comes late, twice or from a carrier that no longer has the shipment is
 * recorded and changes nothing; one that jumps ahead makes the missing states first.
 * @throws AppError `proof_required`, `transition_not_allowed`
 */
export function applyReport(writing: Writing, shipmentId: string, report: Report): void {
  const shipment = shipmentStore(writing.tx).find(shipmentId)?.shipment;
  if (!shipment) return;
  const assignment = activeAssignment(writing, shipment);
  if (assignment?.id !== report.assignmentId) {
    if (report.update.kind !== "position") recordLate(writing, shipment, report);
    return;
  }
  const scene: Scene = { writing, report, shipment, assignment };
  const { update } = report;
  switch (update.kind) {
    case "progress":
      return progress(scene, update.substatus, update.driver);
    case "position":
      return recordPosition(scene, update);
    case "signal_lost":
      return loseSignal(scene);
    case "estimate":
      return recordEstimate(scene, update);
    case "withdrawn":
      return withdraw(scene, update);
    case "delivered":
      return deliver(scene, update);
    case "undeliverable":
      return failToDeliver(scene, update);
    case "returned":
      return void end(scene, shipment, "returned", "The goods are back.");
  }
}

const milestones: Record<Substatus, string> = {
  awaiting_carrier: "The carrier has been asked.",
  confirmed: "The carrier confirmed.",
  en_route_to_pickup: "The driver is on the way to the pick-up.",
  at_pickup: "The driver is at the pick-up.",
  picked_up: "The goods were picked up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the delivery.",
};

function recordLate(writing: Writing, shipment: ShipmentRow, report: Report): void {
  const what = report.update.kind === "progress" ? report.update.substatus : report.update.kind;
  recordEntry(writing, shipment, {
    by: report.by,
    at: report.at,
    code: "late_report",
    message: `A late or repeated report of ${what} changed nothing.`,
  });
}

function progress(
  { writing, report, shipment, assignment }: Scene,
  next: Substatus,
  driver?: AssignmentRow["driver"],
): void {
  if (shipment.status === "returning" || !isAhead(shipment.substatus, next)) {
    return recordLate(writing, shipment, report);
  }
  confirmAssignment(writing, assignment, driver ?? undefined);
  const picksUp = shipment.status === "assigned" && statusOf(next) === "in_transit";
  const moved = picksUp ? pickUp(writing, report, shipment) : shipment;
  if (moved.substatus === next) return;
  changeShipment(writing, moved, {
    by: report.by,
    substatus: next,
    at: report.at,
    message: milestones[next],
    location: lastPoint(writing, shipment),
  });
}

function pickUp(writing: Writing, report: Report, shipment: ShipmentRow): ShipmentRow {
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "in_transit",
    at: report.at,
    message: milestones.picked_up,
    location: lastPoint(writing, shipment),
  });
}

/** The goods are with the carrier, whatever it forgot to tell. */
function onTheWay({ writing, report, shipment, assignment }: Scene): ShipmentRow {
  confirmAssignment(writing, assignment, undefined);
  return shipment.status === "assigned" ? pickUp(writing, report, shipment) : shipment;
}

function recordPosition(
  { writing, report, shipment }: Scene,
  update: Extract<CarrierUpdate, { kind: "position" }>,
): void {
  const { tx, now } = writing;
  const position: Position = {
    latitude: update.latitude,
    longitude: update.longitude,
    accuracyMeters: update.accuracyMeters,
    headingDegrees: update.headingDegrees,
    speedMps: update.speedMps,
    recordedAt: report.at,
    receivedAt: now,
    signalLost: false,
  };
  const { signalLost: _signalLost, ...recorded } = position;
  trackingStore(tx).insertPosition({ shipmentId: shipment.id, ...recorded });
  const before = currentTracking(writing, shipment, report.assignmentId);
  if (before.position && before.position.recordedAt > position.recordedAt) return;
  const after: TrackingRow = { ...before, position, percent: percentNow(shipment, before, update) };
  const tells =
    report.at - (before.positionEventAt ?? 0) >= positionEventMs &&
    isNamedByAnEndpoint(writing, shipment.accountId, positionUpdated);
  if (tells) {
    after.positionEventAt = report.at;
    appendEvent(writing, {
      type: positionUpdated,
      accountId: shipment.accountId,
      shipmentId: shipment.id,
      sequence: null,
      data: { ...trackingData(shipment), sequence: null, position: toPositionView(position) },
      at: report.at,
    });
  }
  trackingStore(tx).save(after);
}

function loseSignal({ writing, report, shipment }: Scene): void {
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  if (!tracking.position) return;
  trackingStore(writing.tx).save({ ...tracking, position: { ...tracking.position, signalLost: true } });
}

/** The way counts from the pick-up on; a carrier that knows the share of it done is believed. */
function percentNow(
  shipment: ShipmentRow,
  before: TrackingRow,
  update: Extract<CarrierUpdate, { kind: "position" }>,
): number {
  if (shipment.status !== "in_transit") return before.percent;
  if (update.fraction !== null)
    return Math.max(before.percent, Math.min(99, Math.floor(update.fraction * 100)));
  const target = pointOf(shipment.delivery.address);
  return target
    ? percentDone(before.percent, shipment.distanceMeters, distanceMeters(update, target))
    : before.percent;
}

function recordEstimate(
  { writing, report, shipment }: Scene,
  update: Extract<CarrierUpdate, { kind: "estimate" }>,
): void {
  const before = currentTracking(writing, shipment, report.assignmentId);
  const after: TrackingRow = {
    ...before,
    etaPickupAt: update.pickupAt ?? before.etaPickupAt,
    etaDeliveryAt: update.deliveryAt ?? before.etaDeliveryAt,
    etaSource: "carrier",
    etaUpdatedAt: report.at,
  };
  trackingStore(writing.tx).save(after);
  const moved = Math.abs((after.etaDeliveryAt ?? 0) - (before.etaDeliveryAt ?? 0)) > etaEventMs;
  // The first estimate replaces our guess and is no change of the carrier's mind.
  const changed = before.etaSource === "carrier" && moved;
  const eta = toEtaView(after, undefined);
  if (eta && (changed || update.delayed)) {
    appendTrackingEvent(writing, shipment, "tracking.eta_changed", { eta }, report.at);
  }
}

function withdraw(
  { writing, report, shipment, assignment }: Scene,
  update: Extract<CarrierUpdate, { kind: "withdrawn" }>,
): void {
  if (shipment.status !== "assigned") return recordLate(writing, shipment, report);
  giveBack(writing, shipment, assignment, {
    status: update.rejected ? "rejected" : "cancelled",
    reason: update.reason,
    by: report.by,
    message: update.message,
    at: report.at,
  });
}

function deliver(scene: Scene, update: Extract<CarrierUpdate, { kind: "delivered" }>): void {
  const { writing, report, shipment } = scene;
  if (shipment.status === "returning") return recordLate(writing, shipment, report);
  requireProof(shipment, update.proof);
  const moved = onTheWay(scene);
  saveProof(writing, moved, update.proof, report);
  end(scene, moved, "delivered", "The goods were delivered.");
}

/** At the door and nobody takes it, or the goods are gone: what happens is what the client asked for. */
function failToDeliver(scene: Scene, update: Extract<CarrierUpdate, { kind: "undeliverable" }>): void {
  const { writing, report } = scene;
  const gone = update.reason === "damaged" || update.reason === "lost";
  const moved = onTheWay(scene);
  if (gone || moved.status === "returning") return fail(scene, moved, update.reason, update.message);
  switch (moved.ifUndeliverable) {
    case "return":
      changeShipment(writing, moved, {
        by: report.by,
        status: "returning",
        code: update.reason,
        at: report.at,
        message: `${update.message} The goods go back.`,
        location: lastPoint(writing, moved),
      });
      return;
    case "leave_at_door":
      if (!update.photo) {
        throw new AppError("proof_required", { detail: "Goods left at the door need a photo." });
      }
      saveProof(
        writing,
        moved,
        {
          recipientName: null,
          handedTo: "safe_place",
          signature: null,
          photos: [update.photo],
          pin: null,
          ageVerified: false,
          note: update.message,
          location: lastPoint(writing, moved),
        },
        report,
      );
      end(scene, moved, "delivered", `${update.message} The goods were left at the door.`);
      return;
    case "discard":
      fail(scene, moved, update.reason, `${update.message} The goods were discarded.`);
  }
}

function fail(scene: Scene, shipment: ShipmentRow, reason: ReasonCode, message: string): void {
  const { writing, report } = scene;
  endActiveAssignment(writing, shipment, "failed", reason);
  changeShipment(writing, shipment, {
    by: report.by,
    status: "failed",
    code: reason,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
    set: { failure: { reason_code: reason, message, by: report.by, at: toTimestamp(report.at) } },
  });
}

function end(scene: Scene, shipment: ShipmentRow, status: "delivered" | "returned", message: string): void {
  const { writing, report } = scene;
  endActiveAssignment(writing, shipment, "completed", null);
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  if (status === "delivered") trackingStore(writing.tx).save({ ...tracking, percent: 100 });
  changeShipment(writing, shipment, {
    by: report.by,
    status,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
  });
}

/** The tracking of this assignment; another carrier's positions and estimates say nothing about it. */
function currentTracking({ tx }: Writing, shipment: ShipmentRow, assignmentId: string): TrackingRow {
  const row = trackingStore(tx).find(shipment.id);
  if (row?.assignmentId === assignmentId) return row;
  return {
    shipmentId: shipment.id,
    assignmentId,
    position: null,
    percent: 0,
    etaPickupAt: null,
    etaDeliveryAt: null,
    etaSource: null,
    etaUpdatedAt: null,
    positionEventAt: null,
  };
}

function lastPoint({ tx }: Writing, shipment: ShipmentRow): { latitude: number; longitude: number } | null {
  const row = trackingStore(tx).find(shipment.id);
  if (!row?.position || row.assignmentId !== shipment.assignmentId) return null;
  return { latitude: row.position.latitude, longitude: row.position.longitude };
}
