import { callError } from "../../call-error.ts";
import type { CarrierWorld } from "../../kind.ts";

/** A key of Karrio carries its mode. One of the test mode makes test labels, which no carrier takes. */

/** @throws CarrierCallError `nonsense` where the key's mode is not that of the environment */
export function refuseOtherMode(
  { carrier }: CarrierWorld,
  { test_mode: isTest }: { test_mode: boolean },
): void {
  const isSandbox = carrier.environment === "sandbox";
  if (isTest !== isSandbox) throw callError("nonsense", wrongMode(isTest));
}

export function wrongMode(isTest: boolean): string {
  if (isTest) return "The API key is one of Karrio's test mode. Live needs a live key.";
  return "The API key is a live key of Karrio. The sandbox needs one of its test mode.";
}
