import {
  activeAssignment,
  confirmAssignment,
  endActiveAssignment,
  giveBack,
} from "../assignments/lifecycle.ts";
import type { AssignmentRow } from "../assignments/store.ts";
import { toTimestamp } from "../clock.ts";
import type { Writing } from "../deps.ts";
import { AppError } from "../errors.ts";
import { changeShipment, recordEntry } from "../shipments/lifecycle.ts";
import type { ReasonCode } from "../shipments/shipment.ts";
import { isAhead, type Substatus, statusOf } from "../shipments/status.ts";
import { type ShipmentRow, shipmentStore } from "../shipments/store.ts";
import { currentTracking, lastPoint, loseSignal, recordEstimate, recordPosition } from "./positions.ts";
import { requireProof, saveProof } from "./proof.ts";
import type { Report, Scene, UpdateOf } from "./report.ts";
import { trackingStore } from "./store.ts";
import { lateReportCode } from "./tracking.ts";

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
      return comeBack(scene);
  }
}

const milestones: Record<Substatus, string> = {
  awaiting_carrier: "The carrier has been asked.",
  confirmed: "The carrier confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The goods were picked up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the delivery.",
};

function recordLate(writing: Writing, shipment: ShipmentRow, report: Report): void {
  const what = report.update.kind === "progress" ? report.update.substatus : report.update.kind;
  recordEntry(writing, shipment, {
    by: report.by,
    at: report.at,
    code: lateReportCode,
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

function withdraw({ writing, report, shipment, assignment }: Scene, update: UpdateOf<"withdrawn">): void {
  if (shipment.status !== "assigned") return recordLate(writing, shipment, report);
  giveBack(writing, shipment, assignment, {
    status: update.rejected ? "rejected" : "cancelled",
    reason: update.reason,
    by: report.by,
    message: update.message,
    at: report.at,
  });
}

function deliver(scene: Scene, update: UpdateOf<"delivered">): void {
  const { writing, report, shipment } = scene;
  if (shipment.status === "returning") return recordLate(writing, shipment, report);
  requireProof(shipment, update.proof);
  const moved = onTheWay(scene);
  saveProof(writing, moved, update.proof, report);
  end(scene, moved, "delivered", "The goods were delivered.");
}

/** At the door and nobody takes it, or the goods are gone: what happens is what the client asked for. */
function failToDeliver(scene: Scene, update: UpdateOf<"undeliverable">): void {
  const { writing, report } = scene;
  const gone = update.reason === "damaged" || update.reason === "lost";
  if (scene.shipment.status === "returning" && !gone) return recordLate(writing, scene.shipment, report);
  const moved = onTheWay(scene);
  if (gone) return fail(scene, moved, update.reason, update.message);
  switch (moved.ifUndeliverable) {
    case "return":
      goBack(scene, moved, update.reason, `${update.message} The goods go back.`);
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

function goBack(
  { writing, report }: Scene,
  shipment: ShipmentRow,
  reason: ReasonCode,
  message: string,
): ShipmentRow {
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "returning",
    code: reason,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
  });
}

/** The goods are back where they came from, whether or not the carrier told that they would. */
function comeBack(scene: Scene): void {
  const moved = onTheWay(scene);
  const returning =
    moved.status === "returning" ? moved : goBack(scene, moved, "other", "The goods go back.");
  end(scene, returning, "returned", "The goods are back.");
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
  if (status === "delivered") {
    const arrival = { etaDeliveryAt: report.at, etaSource: "carrier" as const, etaUpdatedAt: report.at };
    trackingStore(writing.tx).save({ ...tracking, ...arrival, percent: 100 });
  }
  changeShipment(writing, shipment, {
    by: report.by,
    status,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
  });
}
