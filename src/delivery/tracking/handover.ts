import { toTimestamp } from "../../infra/clock.ts";
import { AppError } from "../../infra/errors.ts";
import { confirmAssignment, endActiveAssignment } from "../assignments/lifecycle.ts";
import type { ProofOfDelivery } from "../carriers/carrier.ts";
import { changeShipment } from "../lifecycle/change.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { type Ending, isGone, stateWhenUndeliverable } from "../lifecycle/shipment.ts";
import type { ReasonCode } from "../model.ts";
import { currentTracking, lastPoint, notePickup, noteTurn } from "./positions.ts";
import { requireProof, saveProof } from "./proof.ts";
import type { Report, Scene, UpdateOf } from "./report.ts";
import { trackingStore } from "./store.ts";

/** The goods change hands: at the pickup, at the recipient's door, or back at the sender's. */

export function pickUp({ writing, report, shipment, assignment }: Scene): ShipmentRow {
  notePickup(writing, shipment, assignment, report.at);
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "in_transit",
    at: report.at,
    message: "The goods were picked up.",
    location: lastPoint(writing, shipment),
  });
}

/** @throws AppError `proof_required` */
export function deliver(scene: Scene, update: UpdateOf<"delivered">): void {
  const { writing, report, shipment } = scene;
  requireProof(shipment, update.proof);
  const moved = pickUpIfForgotten(scene);
  saveProof(writing, moved, update.proof, report);
  end(scene, moved, "delivered", "The goods were delivered.");
}

/**
 * At the door and nobody takes it, or the goods are gone: the reason and the client's wish decide what happens.
 * @throws AppError `proof_required` for goods that are left at the door without a photo
 */
export function failToDeliver(scene: Scene, update: UpdateOf<"undeliverable">): void {
  const moved = pickUpIfForgotten(scene);
  const { reason, message } = update;
  switch (stateWhenUndeliverable(reason, moved.ifUndeliverable)) {
    case "delivered":
      return leaveAtDoor(scene, moved, update);
    case "returning":
      turnBack(scene, moved, {
        reason,
        message: `${message} The goods are being returned.`,
        returnAt: update.returnAt,
      });
      return;
    case "failed":
      return fail(scene, moved, reason, isGone(reason) ? message : `${message} The goods were discarded.`);
  }
}

/** The goods are back at the pickup, whether or not the carrier said that they would be. */
export function bringBack(scene: Scene): void {
  const moved = pickUpIfForgotten(scene);
  const returning =
    moved.status === "returning"
      ? moved
      : turnBack(scene, moved, { reason: "other", message: "The goods are being returned." });
  end(scene, returning, "returned", "The goods were returned.");
}

/** The goods are with the carrier, whatever it forgot to tell. */
function pickUpIfForgotten(scene: Scene): ShipmentRow {
  confirmAssignment(scene.writing, scene.assignment, undefined);
  return scene.shipment.status === "assigned" ? pickUp(scene) : scene.shipment;
}

function leaveAtDoor(scene: Scene, shipment: ShipmentRow, update: UpdateOf<"undeliverable">): void {
  const { writing, report } = scene;
  if (!update.photo) {
    throw new AppError("proof_required", { detail: "Send a photo: goods left at the door need one." });
  }
  const proof: ProofOfDelivery = {
    recipientName: null,
    handedTo: "safe_place",
    signature: null,
    photos: [update.photo],
    pin: null,
    ageVerified: false,
    note: update.message,
    location: lastPoint(writing, shipment),
  };
  saveProof(writing, shipment, proof, report);
  end(scene, shipment, "delivered", `${update.message} The goods were left at the door.`);
}

function turnBack(
  scene: Scene,
  shipment: ShipmentRow,
  why: { reason: ReasonCode; message: string; returnAt?: number | null | undefined },
): ShipmentRow {
  const { writing, report } = scene;
  noteTurn(scene, why.returnAt ?? null);
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "returning",
    code: why.reason,
    at: report.at,
    message: why.message,
    location: lastPoint(writing, shipment),
    set: { failure: failureOf(report, why.reason, why.message) },
  });
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
    set: { failure: failureOf(report, reason, message) },
  });
}

function failureOf(report: Report, reason: ReasonCode, message: string): Ending {
  return { reason_code: reason, message, by: report.by, at: toTimestamp(report.at) };
}

function end(scene: Scene, shipment: ShipmentRow, status: "delivered" | "returned", message: string): void {
  const { writing, report } = scene;
  endActiveAssignment(writing, shipment, "completed", null);
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  trackingStore(writing.tx).save({
    ...tracking,
    // A report that comes late may be dated before the pickup.
    [status === "delivered" ? "etaDeliveryAt" : "etaReturnAt"]: Math.max(
      report.at,
      tracking.etaPickupAt ?? 0,
    ),
    etaSource: "carrier",
    etaUpdatedAt: report.at,
    percent: 100,
  });
  changeShipment(writing, shipment, {
    by: report.by,
    status,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
  });
}
