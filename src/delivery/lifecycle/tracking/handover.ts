import { toTimestamp } from "../../../infra/clock.ts";
import { AppError } from "../../../infra/errors.ts";
import type { ProofOfDelivery } from "../../carriers/carrier-update.ts";
import type { ReasonCode } from "../../model/model.ts";
import { confirmAssignment, endActiveAssignment } from "../assignments/transitions.ts";
import { applyCancelAnswer } from "../cancelling.ts";
import { appendTrackingEvent, changeShipment } from "../state/change.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { type Ending, isGone, stateWhenUndeliverable } from "../state/shipment.ts";
import { recordPickup, recordReturnStart } from "./estimates.ts";
import { requireProof, saveProof } from "./proof.ts";
import { currentTracking, lastPoint } from "./reading.ts";
import type { Report, ReportContext, UpdateOf } from "./report.ts";
import { saveEvidence } from "./showing.ts";
import { trackingStore } from "./store.ts";

/** Handovers: at the pickup, at the recipient's door, and back at the sender's. */

/** A cancellation that the carrier has not answered comes too late then. */
const pickedUp = { kind: "refused", reason: "other", message: "The goods were picked up." } as const;

export function pickUp(context: ReportContext): ShipmentRow {
  const { writing, report, shipment, assignment } = context;
  recordPickup(writing, shipment, assignment, report.at);
  const uncancelled = applyCancelAnswer(writing, assignment.id, pickedUp, report.at);
  return changeShipment(writing, uncancelled ?? shipment, {
    by: report.by,
    status: "in_transit",
    at: report.at,
    message: "The goods were picked up.",
    location: lastPoint(writing, shipment),
    evidence: report.update.kind === "progress" ? saveEvidence(writing, shipment, report, "pickup") : null,
  });
}

/** @throws AppError `proof_required`, `pin_wrong`, `pin_locked`, before it writes anything but the count of tries */
export function deliver(context: ReportContext, update: UpdateOf<"delivered">): void {
  const { writing, report, shipment } = context;
  if (!report.standsUnproven) requireProof(writing, shipment, update.proof);
  const moved = ensurePickedUp(context);
  const { missing, hash } = saveProof(writing, moved, update.proof, report);
  const delivered = end(context, moved, "delivered", "The goods were delivered.", hash);
  if (missing.length === 0) return;
  appendTrackingEvent(writing, delivered, "tracking.proof_missing", { missing }, report.at);
}

/**
 * A failed handover, or goods that are gone: the reason and the client's wish decide what happens. A carrier that Waybill
 * asks has never heard the wish: when it gives up, the goods go back.
 * @throws AppError `proof_required` for goods that are left at the door without a photo, before it writes anything
 */
export function failToDeliver(context: ReportContext, update: UpdateOf<"undeliverable">): void {
  const { reason, message, photos = [] } = update;
  const wish = context.report.standsUnproven ? "return" : context.shipment.ifUndeliverable;
  const state = stateWhenUndeliverable(reason, wish);
  if (state === "delivered" && photos.length === 0) {
    throw new AppError("proof_required", { detail: "Send a photo: goods left at the door need one." });
  }
  const moved = ensurePickedUp(context);
  switch (state) {
    case "delivered":
      return leaveAtDoor(context, moved, update);
    case "returning":
      startReturn(context, moved, {
        reason,
        message: `${asSentence(message)} The goods are being returned.`,
        returnAt: update.returnAt,
      });
      return;
    case "failed":
      return fail(
        context,
        moved,
        reason,
        isGone(reason) ? message : `${asSentence(message)} The goods were discarded.`,
      );
  }
}

/** What people type often ends without a period. */
function asSentence(message: string): string {
  const text = message.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The goods are back at the pickup, even if the carrier never announced a return. */
export function returnToSender(context: ReportContext): void {
  const moved = ensurePickedUp(context);
  const returning =
    moved.status === "returning"
      ? moved
      : startReturn(context, moved, { reason: "other", message: "The goods are being returned." });
  end(context, returning, "returned", "The goods were returned.");
}

/** A carrier that reports this has the goods, even if it never reported the pickup. */
function ensurePickedUp(context: ReportContext): ShipmentRow {
  confirmAssignment(context.writing, context.assignment, undefined);
  return context.shipment.status === "assigned" ? pickUp(context) : context.shipment;
}

function leaveAtDoor(context: ReportContext, shipment: ShipmentRow, update: UpdateOf<"undeliverable">): void {
  const { writing, report } = context;
  const proof: ProofOfDelivery = {
    recipientName: null,
    handedTo: "safe_place",
    signature: null,
    photos: update.photos ?? [],
    pin: null,
    ageVerified: false,
    note: update.message,
    location: lastPoint(writing, shipment),
  };
  const { hash } = saveProof(writing, shipment, proof, report);
  end(context, shipment, "delivered", `${asSentence(update.message)} The goods were left at the door.`, hash);
}

function startReturn(
  context: ReportContext,
  shipment: ShipmentRow,
  why: { reason: ReasonCode; message: string; returnAt?: number | null | undefined },
): ShipmentRow {
  const { writing, report } = context;
  recordReturnStart(context, why.returnAt ?? null);
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

function fail(context: ReportContext, shipment: ShipmentRow, reason: ReasonCode, message: string): void {
  const { writing, report } = context;
  endActiveAssignment(writing, shipment, "failed");
  changeShipment(writing, shipment, {
    by: report.by,
    status: "failed",
    code: reason,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
    evidence: saveEvidence(writing, shipment, report, "attempt"),
    set: { failure: failureOf(report, reason, message) },
  });
}

function failureOf(report: Report, reason: ReasonCode, message: string): Ending {
  return { reason_code: reason, message, by: report.by, at: toTimestamp(report.at) };
}

function end(
  context: ReportContext,
  shipment: ShipmentRow,
  status: "delivered" | "returned",
  message: string,
  proofHash?: string,
): ShipmentRow {
  const { writing, report } = context;
  endActiveAssignment(writing, shipment, "completed");
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  trackingStore(writing.tx).save({
    ...tracking,
    // A late report may have an earlier time than the pickup.
    [status === "delivered" ? "etaDeliveryAt" : "etaReturnAt"]: Math.max(
      report.at,
      tracking.etaPickupAt ?? 0,
    ),
    etaDeliveryDate: null,
    // The recipient took goods that were on their way back.
    ...(status === "delivered" && { etaReturnAt: null }),
    etaSource: "carrier",
    etaUpdatedAt: report.at,
    percent: 100,
  });
  return changeShipment(writing, shipment, {
    by: report.by,
    status,
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
    ...(proofHash === undefined ? {} : { proofHash }),
    ...(status === "delivered" && { set: { failure: null } }),
  });
}
