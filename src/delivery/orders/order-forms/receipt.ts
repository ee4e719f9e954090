import type { Deps } from "../../../infra/deps.ts";
import { isSignature, sign } from "../../../infra/ids.ts";

/** What shows an order to whoever placed it: made from its id, so that a repeated request gets the same. */

const text = (orderId: string) => `receipt ${orderId}`;

export function receiptOf({ cursorKey }: Deps, orderId: string): string {
  return sign(cursorKey, text(orderId)).toString("base64url");
}

export function isReceipt({ cursorKey }: Deps, orderId: string, receipt: string): boolean {
  return isSignature(Buffer.from(receipt, "base64url"), cursorKey, text(orderId));
}
