import type { ProofOfDelivery } from "../carriers/carrier-update.ts";
import { endActiveAssignment } from "./assignments/transitions.ts";
import { chargeEnd } from "./charges/service.ts";
import { learnFromHandover } from "./learning.ts";
import { ensurePickedUp } from "./picking-up.ts";
import { appendTrackingEvent, changeShipment } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { waitedMinutes } from "./state/waiting.ts";
import { recordArrival } from "./tracking/estimates.ts";
import { requireProof, saveProof } from "./tracking/proof.ts";
import { lastPoint } from "./tracking/reading.ts";
import type { Report, ReportContext, UpdateOf } from "./tracking/report.ts";

/** The goods are delivered: handed over, or left at the door. The proof is saved, and the assignment is completed. */

/** @throws AppError `proof_required`, `pin_wrong`, `pin_locked`, before it writes anything but the count of tries */
export function deliver(context: ReportContext, update: UpdateOf<"delivered">): void {
  const { writing, report, shipment } = context;
  if (!report.standsUnproven && !report.enteredBy)
    requireProof(writing, shipment, context.assignment, update.proof);
  const moved = ensurePickedUp(context);
  const { missing, hash } = saveProof(writing, moved, update.proof, capturedOf(report));
  learnFromHandover(context, update.proof.handedTo);
  const delivered = endDelivered(context, moved, "The goods were delivered.", hash);
  if (missing.length === 0) return;
  appendTrackingEvent(writing, delivered, "tracking.proof_missing", { missing }, report.at);
}

/** Nobody took the goods, and the sender wants them left there: `update` says where, and shows it. */
export function leaveAtDoor(
  context: ReportContext,
  shipment: ShipmentRow,
  update: UpdateOf<"undeliverable">,
  message: string,
): void {
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
  const { hash } = saveProof(writing, shipment, proof, capturedOf(report));
  learnFromHandover(context, proof.handedTo);
  endDelivered(context, shipment, message, hash);
}

function capturedOf({ at, by, enteredBy }: Report): Parameters<typeof saveProof>[3] {
  return { at, by: enteredBy ?? by };
}

function endDelivered(
  context: ReportContext,
  shipment: ShipmentRow,
  message: string,
  proofHash: string,
): ShipmentRow {
  const { writing, report } = context;
  endActiveAssignment(writing, shipment, "completed");
  chargeEnd(writing, shipment, context.assignment, { status: "delivered", reason: null });
  recordArrival(context, "delivered");
  return changeShipment(writing, shipment, {
    by: report.by,
    status: "delivered",
    at: report.at,
    message,
    location: lastPoint(writing, shipment),
    proofHash,
    set: { failure: null, deliveryWaitedMinutes: waitedMinutes(shipment, report.at) },
  });
}
