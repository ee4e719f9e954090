import type { Writing } from "../../infra/deps.ts";
import { digitTriesLeft, noDigitTries } from "./recipient.ts";
import type { ShipmentRow } from "./rows.ts";
import { digitTriesMax } from "./shipment.ts";
import { shipmentStore } from "./store.ts";

/** The tries of the last digits of the recipient's phone. Callers see no change of the shipment. */

/** @returns the shipment with this wrong try */
export function countDigitTry({ tx, now }: Writing, row: ShipmentRow): ShipmentRow {
  const digitTries = digitTriesMax - digitTriesLeft(row, now) + 1;
  const counted = { digitTries, digitsTriedAt: now };
  shipmentStore(tx).change(row.id, counted);
  return { ...row, ...counted };
}

/** The digits were right. */
export function forgetDigitTries({ tx }: Writing, { id, digitTries }: ShipmentRow): void {
  if (digitTries > 0) shipmentStore(tx).change(id, noDigitTries);
}
