import type { Coordinates } from "../../infra/geography/coordinates.ts";
import type { Address, ReasonCode, Window } from "../model.ts";
import type { Actor } from "./status.ts";

/** The rules of a shipment's life that its state alone does not tell. Contract §3. */

export const undeliverableActions = ["return", "leave_at_door", "discard"] as const;
export type IfUndeliverable = (typeof undeliverableActions)[number];

/** The goods no longer exist, or nobody knows where they are. */
const goneFor: readonly ReasonCode[] = ["damaged", "lost"];
/** Somebody was there who would not or may not have the goods: they are not left at the door. */
const deniedFor: readonly ReasonCode[] = ["recipient_refused", "verification_failed", "age_check_failed"];

export function isGone(reason: ReasonCode): boolean {
  return goneFor.includes(reason);
}

/** What becomes of goods that could not be handed over. Contract §3, States. */
export function stateWhenUndeliverable(
  reason: ReasonCode,
  wish: IfUndeliverable,
): "returning" | "delivered" | "failed" {
  if (isGone(reason) || wish === "discard") return "failed";
  return wish === "leave_at_door" && !deniedFor.includes(reason) ? "delivered" : "returning";
}

/** Why a shipment was cancelled, failed or went back. */
export interface Ending {
  reason_code: ReasonCode;
  message: string | null;
  by: Actor;
  at: string;
}

/**
 * Until when a shipment waits for an accepted quote: the waiting time after it entered its state, or the end
 * of the pickup window, whichever is later.
 */
export function expiryOf(enteredAt: number, waitMs: number, pickupWindow: Window | null): number {
  const windowEnd = pickupWindow ? Date.parse(pickupWindow.end) : 0;
  return Math.max(enteredAt + waitMs, windowEnd);
}

/** The point of an address, when it is known better than by its country. */
export function pointOf(address: Address): Coordinates | undefined {
  if (address.latitude === null || address.longitude === null) return undefined;
  return { latitude: address.latitude, longitude: address.longitude };
}
