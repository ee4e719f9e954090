import type { DeliveryWriting } from "../carriers/deps.ts";
import { returnRecalled } from "./returning.ts";
import { changeShipment, recordEntry } from "./state/change.ts";
import { openRecall, type Recall, recallRequestedCode, recallWithdrawnCode } from "./state/recall.ts";
import type { ShipmentRow } from "./state/rows.ts";

/** The sender asks for goods that are on their way. What follows when the driver has seen it stands in `returning.ts`. */

/** Asks, once: a request that waits already stays as it is. The price stays. */
export function requestRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { by, reason }: Pick<Recall, "by"> & { reason: string },
): ShipmentRow {
  if (openRecall(shipment)) return shipment;
  const entry = { by, code: recallRequestedCode, message: `The goods are asked back: ${reason}` };
  recordEntry(writing, shipment, entry);
  return changeShipment(writing, shipment, { ...entry, set: { recall: { at: writing.now, reason, by } } });
}

/** Takes the request back: the goods go on to the recipient. */
export function withdrawRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  by: Recall["by"],
): ShipmentRow {
  const entry = { by, code: recallWithdrawnCode, message: "The goods are no longer asked back." };
  recordEntry(writing, shipment, entry);
  return changeShipment(writing, shipment, { ...entry, set: { recall: null } });
}

/** The driver knows: the goods begin their way back. Without a request that waits, nothing changes. */
export function confirmRecall(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  seen: { by: "driver" | "carrier"; at: number },
): ShipmentRow {
  const recall = openRecall(shipment);
  return recall ? returnRecalled(writing, shipment, recall, seen) : shipment;
}
