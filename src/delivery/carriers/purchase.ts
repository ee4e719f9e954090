import { type CarrierCallError, callError, isCallError } from "./call-error.ts";
import type { CancelAnswer, PurchaseRecord, Rejected } from "./carrier.ts";

/**
 * Purchases at carriers that know no idempotency key. Waybill sends each one once, and again only where the carrier has
 * certainly not got it: a label that is bought twice is billed twice.
 */

/** The statuses with which a server refuses a request before it works on it. */
const refusals: readonly unknown[] = [401, 403, 429];

/** @param hub who buys from the carrier, as people know it */
export function stillBuying(hub: string): CarrierCallError {
  return callError("timeout", `${hub} may still be buying the label.`);
}

/**
 * Records the purchase, then sends it.
 * @throws CarrierCallError `timeout` where it may have been made, another where it was not
 */
export async function sendOnce<T>(
  hub: string,
  record: PurchaseRecord,
  send: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  if (!(await record.begin())) throw stillBuying(hub);
  try {
    return await send();
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (error.wasNeverSent !== true && !refusals.includes(error.status)) {
      throw callError("timeout", error.message);
    }
    await record.undo();
    throw error;
  }
}

/** Nobody will hear any more what became of the purchase. */
export function unknownPurchase(hub: string): Rejected {
  const message = `${hub} did not say what became of the purchase. The carrier may have made a label all the same.`;
  return { kind: "rejected", reason: "carrier_rejected", message, mayBeBooked: true };
}

/** A cancellation that found nothing to cancel. */
export function nothingToCancel(purchaseSentAt: number | null): CancelAnswer {
  return { kind: "cancelled", fee: null, ...(purchaseSentAt !== null && { mayBeBooked: true }) };
}
