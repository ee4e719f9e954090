import { AppError } from "../../infra/errors.ts";
import type { ReasonCode } from "../model/model.ts";
import { endActiveAssignment } from "./assignments/transitions.ts";
import { chargeEnd } from "./charges/service.ts";
import { leaveAtDoor } from "./delivering.ts";
import { ensurePickedUp } from "./picking-up.ts";
import { startReturn } from "./returning.ts";
import { changeShipment } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { isGone, stateWhenUndeliverable } from "./state/shipment.ts";
import { lastPoint } from "./tracking/reading.ts";
import { failureOf, type ReportContext, type UpdateOf } from "./tracking/report.ts";
import { saveEvidence } from "./tracking/showing.ts";

/** The handover fails: the goods are left at the door, go back, or are lost or discarded. */

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
      return leaveAtDoor(context, moved, update, `${asSentence(message)} The goods were left at the door.`);
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

/** The goods are gone, or nobody wants them back. */
function fail(context: ReportContext, shipment: ShipmentRow, reason: ReasonCode, message: string): void {
  const { writing, report } = context;
  endActiveAssignment(writing, shipment, "failed");
  chargeEnd(writing, shipment, context.assignment, { status: "failed", reason });
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

/** What people type often ends without a period. */
function asSentence(message: string): string {
  const text = message.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
