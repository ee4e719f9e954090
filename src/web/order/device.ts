import { keep, kept } from "../browser/kept.ts";
import { formMark, formToken } from "./link.ts";

/** What this device may see: the customer's earlier orders, once somebody has entered a code on it. */

const placeOf = () => `waybill-order-${formMark(formToken())}`;

/** Undefined for a device on which nobody has entered a code. The server knows how long it holds. */
export function deviceSecret(): string | undefined {
  return kept(placeOf()) ?? undefined;
}

/** @param secret undefined: the device is forgotten */
export function keepDevice(secret: string | undefined): void {
  keep(placeOf(), secret);
}
