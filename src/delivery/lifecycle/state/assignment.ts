import type { Money, ReasonCode } from "../../model/model.ts";

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

export const labelStatuses = ["pending", "ready", "missing"] as const;
/** Where the carrier's own label is. `missing`: it gave none in time, or the label was erased. */
export type CarrierLabelState = (typeof labelStatuses)[number];

/** What the client asked the carrier for. The shipment stays as it is until the carrier agrees. */
export interface CancellationRequest {
  requestedAt: number;
  /** Whether the shipment ends, or only this assignment of it. */
  ends: "shipment" | "assignment";
  reason: ReasonCode;
  message: string | null;
  /** Null until the carrier refuses. */
  refused: { reason: ReasonCode; message: string } | null;
}

/** The client's wish that the next best offer takes over from a carrier that gives the shipment back. */
export interface AutoReassign {
  /** Offers in another currency, or above this price, are not taken. */
  maxPrice: Money;
  strategy: "cheapest" | "fastest";
  /** Other carriers and services are not taken; missing: all. */
  carriers?: readonly string[];
  services?: readonly string[];
  /** How many offers may still be taken. */
  remaining: number;
}

/** How many offers are taken after the first one. Contract-live §7. */
export const reassignmentsMax = 5;

export function isActive(status: AssignmentStatus): boolean {
  return status === "pending" || status === "confirmed";
}

/** Whether it ended before the job was done: the price was taken back. */
export function isGivenBack(status: AssignmentStatus): boolean {
  return status === "rejected" || status === "released" || status === "cancelled";
}

/** Whether the carrier has still to answer a cancellation. */
export function isCancellationPending<
  T extends { status: AssignmentStatus; cancellationRequest: CancellationRequest | null },
>(row: T): row is T & { cancellationRequest: CancellationRequest } {
  return isActive(row.status) && row.cancellationRequest !== null && row.cancellationRequest.refused === null;
}
