import type { Status } from "../../model/model.ts";

/** The sender wants goods back that are on their way. Until the driver has seen that, a handover still counts. Contract-day §4. */
export interface Recall {
  at: number;
  /** Null once the personal data is erased. */
  reason: string | null;
  by: "client" | "operator";
}

/** Codes of its entries in the timeline. Recipients see none of them. */
export const recallRequestedCode = "recall_requested";
export const recallWithdrawnCode = "recall_withdrawn";

/** The recall that waits for the driver; null where none was asked for, or where it is over. */
export function openRecall({ status, recall }: { status: Status; recall: Recall | null }): Recall | null {
  return status === "in_transit" ? recall : null;
}

export function redactRecall<T extends Recall | null>(recall: T): T {
  return recall && { ...recall, reason: null };
}
