import type { Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { maskedValue } from "./headers.ts";
import { redactionRows } from "./redaction-store.ts";

/** Erases what receivers answered to an event: they may repeat what they got. @returns how many, at most `limit` */
export function forgetResponses({ tx }: Writing, eventId: string, limit: number): number {
  return redactionRows(tx).forgetSome(eventId, limit);
}

/** Masks a text in what receivers answered to the events of a shipment. */
export function maskInResponses(tx: Tx, shipmentId: string, text: string): void {
  redactionRows(tx).replace(shipmentId, text, maskedValue);
}
