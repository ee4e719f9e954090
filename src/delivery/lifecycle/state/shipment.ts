import { dayMs } from "../../../infra/units.ts";
import type { IfUndeliverable, Money, ReasonCode, Status, Window } from "../../model/model.ts";
import type { Actor } from "./status.ts";

/** Rules of a shipment that depend on more than its state. Contract §3. */

export const parcelsMax = 50;
/** States in which contacts and instructions may still change: the goods are not handed over, nor on their way back. */
export const instructionsOpen: readonly Status[] = ["created", "quoted", "expired", "assigned", "in_transit"];
/** The stops that the driver of an accepted quote has still to make: until then a pin says where they are, and own fleets let them be moved. */
export const pinnableStops: Readonly<Partial<Record<Status, readonly ("pickup" | "delivery")[]>>> = {
  assigned: ["pickup", "delivery"],
  in_transit: ["delivery"],
};
/** After so many wrong PINs nobody can deliver the shipment by PIN. */
export const pinTriesMax = 5;
/** The goods are destroyed or lost. */
const goneFor: readonly ReasonCode[] = ["damaged", "lost"];
/** The goods go back because somebody asked for them, whatever should happen to undeliverable ones. */
export const recalledBySender = "recalled_by_sender" satisfies ReasonCode;
/** Somebody at the door refused the goods or may not have them, so nobody leaves them there. */
const deniedFor: readonly ReasonCode[] = ["recipient_refused", "verification_failed", "age_check_failed"];

/** Facts that need a person and that no other row tells. */
const troubleKinds = [
  "pin_refused",
  "report_refused",
  "contradicting_report",
  "booking_kept",
  "refund_refused",
  "tracking_ended",
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export function isGone(reason: ReasonCode): boolean {
  return goneFor.includes(reason);
}

/** The state after a failed handover. Contract §3, States. */
export function stateWhenUndeliverable(
  reason: ReasonCode,
  wish: IfUndeliverable,
): "returning" | "delivered" | "failed" {
  if (reason === recalledBySender) return "returning";
  if (isGone(reason) || wish === "discard") return "failed";
  return wish === "leave_at_door" && !deniedFor.includes(reason) ? "delivered" : "returning";
}

/** Why a shipment was cancelled, failed or returned. */
export interface Ending {
  reason_code: ReasonCode;
  message: string | null;
  by: Actor;
  at: string;
}

/** The part of a shipment that tells whether its goods can still arrive. */
interface GivenUp {
  status: Status;
  failure: Ending | null;
  ifUndeliverable: IfUndeliverable;
  endedAt: number | null;
  redactedAt: number | null;
}

/** Goods that were to be discarded can be handed over so long after that. */
const afterAllMs = dayMs;

/**
 * Whether the recipient got the goods after all, by a report of a delivery at `at`: they were on their way back or to be
 * discarded, and it is newer. Goods that were only recalled may have been handed over before. What came back, got lost or
 * was damaged cannot be handed over.
 */
export function arrivesAfterAll(shipment: GivenUp, at: number, now: number): boolean {
  const { status, failure, ifUndeliverable, endedAt, redactedAt } = shipment;
  if (failure === null || redactedAt !== null) return false;
  if (status === "returning" && failure.reason_code === recalledBySender) return true;
  const failedAt = Date.parse(failure.at);
  if (at <= failedAt) return false;
  if (status === "returning") return true;
  const isDiscarded = status === "failed" && ifUndeliverable === "discard" && !isGone(failure.reason_code);
  return isDiscarded && at <= failedAt + afterAllMs && now <= (endedAt ?? now) + afterAllMs;
}

/**
 * When a shipment without an accepted quote expires: some time after it entered its state, but not before the pickup
 * window ends.
 */
export function expiryOf(enteredAt: number, waitMs: number, pickupWindow: Window | null): number {
  const windowEnd = pickupWindow ? Date.parse(pickupWindow.end) : 0;
  return Math.max(enteredAt + waitMs, windowEnd);
}

/** What a customer pays, rounded half up to the minor unit; null where nobody says. */
export function customerPrice({ amount, currency }: Money, markupPercent: number | null): Money | null {
  if (markupPercent === null) return null;
  const percents = BigInt(amount) * BigInt(100 + markupPercent);
  return { amount: Number((percents + 50n) / 100n), currency };
}

/** Which shipments may go back. Before the delivery a cancellation or the carrier brings goods back; after a failure nobody has them. */
export function isReturnable(status: Status): boolean {
  return status === "delivered";
}
