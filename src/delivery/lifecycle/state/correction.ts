import type { Status } from "../../model/model.ts";
import type { ShipmentRow } from "./rows.ts";
import { isFinal } from "./status.ts";
import { corrections } from "./transitions.ts";

/** What a person may put right, and when the shipment came to its states then. */

/** The states that a correction can lead to. */
export const correctedStatuses = ["delivered", "in_transit", "returning", "returned", "failed"] as const;
export type CorrectedStatus = (typeof correctedStatuses)[number];

/** The code of its entry in the timeline. */
export const correctedCode = "corrected";

export function correctionsOf(from: Status): Status[] {
  return corrections.filter(([each]) => each === from).map(([, to]) => to);
}

export function mayCorrect(from: Status, to: Status): boolean {
  return correctionsOf(from).includes(to);
}

/** A state for people to read: "in transit". */
export function inWords(status: Status): string {
  return status.replaceAll("_", " ");
}

/**
 * When the corrected shipment came to its states. The pickup stays as it was, and an end that was only named wrongly
 * keeps its time, so that corrections do not put off what follows from it.
 */
export function correctedMoments(
  before: ShipmentRow,
  { status }: ShipmentRow,
  { at, now }: { at: number; now: number },
): Pick<ShipmentRow, "pickedUpAt" | "deliveredAt" | "returnedAt" | "endedAt"> {
  return {
    pickedUpAt: before.pickedUpAt,
    deliveredAt: status === "delivered" ? at : null,
    returnedAt: status === "returned" ? at : null,
    endedAt: isFinal(status) ? (before.endedAt ?? now) : null,
  };
}
