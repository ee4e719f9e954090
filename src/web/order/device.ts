import { formMark, formToken } from "./link.ts";

/** What this device may see: the customer's earlier orders, once somebody has entered a code on it. */

const placeOf = () => `waybill-order-${formMark(formToken())}`;

/** Where the browser keeps nothing: until the page is closed. */
let here: string | undefined;

/** Undefined for a device on which nobody has entered a code. The server knows how long it holds. */
export function deviceSecret(): string | undefined {
  try {
    return localStorage.getItem(placeOf()) ?? here;
  } catch {
    return here;
  }
}

/** @param secret undefined: the device is forgotten */
export function keepDevice(secret: string | undefined): void {
  here = secret;
  try {
    if (secret === undefined) localStorage.removeItem(placeOf());
    else localStorage.setItem(placeOf(), secret);
  } catch {
    // `here` has it.
  }
}
