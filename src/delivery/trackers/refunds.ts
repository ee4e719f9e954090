import type { Tracked } from "../carriers/tracked.ts";
import { reverseCharges } from "../charges/service.ts";
import type { DeliveryWriting } from "../deps.ts";
import { noteTrouble } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import type { AssignmentRow } from "../lifecycle/rows.ts";
import { endTracker } from "./life/life.ts";
import { trackerStore } from "./life/store.ts";

/**
 * What the carrier decided about the refund of a cancelled booking, once. Until then the charge stands, and where the
 * carrier refuses it goes on to. Contract-live §8.
 */
export function settleRefund(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  refund: Tracked["refund"],
): void {
  if (refund !== "confirmed" && refund !== "refused") return;
  if (trackerStore(writing.tx).find(assignment.id)?.awaits !== "refund") return;
  endTracker(writing, assignment.id);
  if (refund === "confirmed") return reverseCharges(writing, assignment);
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  const detail = `${assignment.carrier.name} cancelled the booking and refused to refund it. The charge stands.`;
  if (shipment) noteTrouble(writing, shipment, "refund_refused", detail);
}
