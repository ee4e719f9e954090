import type { ReasonCode } from "../model.ts";

/** The states of an assignment. Contract §4. */
export const assignmentStatuses = [
  "pending",
  "confirmed",
  "rejected",
  "released",
  "cancelled",
  "completed",
  "failed",
] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

/** What the client asked for and the carrier has not agreed to yet. The shipment is as before until then. */
export interface PendingCancellation {
  requestedAt: number;
  /** Whether the shipment ends, or only this assignment of it. */
  ends: "shipment" | "assignment";
  reason: ReasonCode;
  message: string | null;
}

export function isActive(status: AssignmentStatus): boolean {
  return status === "pending" || status === "confirmed";
}
