import type { DeliveryWriting } from "../carriers/deps.ts";
import { jobOf } from "./driver-jobs/reading.ts";
import { notifyDriver, withdrawFromDriver } from "./driver-jobs/transitions.ts";
import { lastNotice, type NoticeRow } from "./driver-notices/reading.ts";
import { forgetWithdrawn, markSeen, rememberWithdrawn } from "./driver-notices/transitions.ts";
import { returnRecalled } from "./returning.ts";
import { changeShipment, recordEntry } from "./state/change.ts";
import { findShipment } from "./state/reading.ts";
import { openRecall, type Recall, recallRequestedCode, recallWithdrawnCode } from "./state/recall.ts";
import type { ShipmentRow } from "./state/rows.ts";

/** The sender asks for goods that are on their way. They begin their way back when the driver has seen it. */

/** Asks, once: a request that waits already stays as it is. The price stays. */
export function requestRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { by, reason }: Pick<Recall, "by"> & { reason: string },
): ShipmentRow {
  if (openRecall(shipment)) return shipment;
  const entry = { by, code: recallRequestedCode, message: `The goods are asked back: ${reason}` };
  recordEntry(writing, shipment, entry);
  if (shipment.assignmentId !== null) notifyDriver(writing, shipment.assignmentId, "recall", { reason });
  return changeShipment(writing, shipment, { ...entry, set: { recall: { at: writing.now, reason, by } } });
}

/** Takes the request back: the goods go on to the recipient. Who may have read it on the phone hears that, too. */
export function withdrawRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  by: Recall["by"],
): ShipmentRow {
  const entry = { by, code: recallWithdrawnCode, message: "The goods are no longer asked back." };
  recordEntry(writing, shipment, entry);
  if (shipment.assignmentId !== null) {
    const unseen = withdrawFromDriver(writing, shipment.assignmentId, "recall");
    if (unseen?.reachedAt != null) notifyDriver(writing, shipment.assignmentId, "resumption");
    else if (unseen) rememberWithdrawn(writing, unseen);
  }
  return changeShipment(writing, shipment, { ...entry, set: { recall: null } });
}

/** A phone says that it had a recall which was taken back meanwhile: its driver hears, too, that the goods go on. */
export function answerWithdrawnRecall(writing: DeliveryWriting, recall: NoticeRow): void {
  forgetWithdrawn(writing, recall);
  const { assignmentId, shipmentId, driverId } = recall;
  if (assignmentId === null || shipmentId === null) return;
  const shipment = findShipment(writing.tx, shipmentId);
  const isTheirs = jobOf(writing.tx, assignmentId)?.driverId === driverId;
  if (!isTheirs || shipment?.assignmentId !== assignmentId || shipment.status !== "in_transit") return;
  if (!openRecall(shipment)) notifyDriver(writing, assignmentId, "resumption");
}

/** The driver knows: the goods begin their way back. Without a request that waits, nothing changes. */
export function confirmRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  seen: { by: "driver" | "carrier"; at: number },
): ShipmentRow {
  const recall = openRecall(shipment);
  if (!recall) return shipment;
  seeNotice(writing, shipment.assignmentId, seen.at);
  return returnRecalled(writing, shipment, recall, seen);
}

/** Who was called need not read it. */
function seeNotice(writing: DeliveryWriting, assignmentId: string | null, at: number): void {
  const driverId = assignmentId === null ? null : (jobOf(writing.tx, assignmentId)?.driverId ?? null);
  if (assignmentId === null || driverId === null) return;
  const notice = lastNotice(writing.tx, { assignmentId, driverId }, "recall");
  if (notice?.seenAt === null) markSeen(writing, notice, at);
}
