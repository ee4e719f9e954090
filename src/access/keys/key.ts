import type { Environment } from "../../infra/environment.ts";
import { isWellFormed } from "../credential.ts";

export const keyPrefixes = { sandbox: "wb_sandbox_", live: "wb_live_" } as const satisfies Record<
  Environment,
  string
>;

const prefixes = Object.values(keyPrefixes);

/** Whether a text has the format and checksum of a key. */
export function isKey(text: string): boolean {
  return isWellFormed(text, prefixes);
}

export const keysPerAccountMax = 100;

/** Whether the key was replaced: its expiry is then the end of the grace period, not its own. */
export function isReplaced(key: { ownExpiresAt: number | null; expiresAt: number | null }): boolean {
  return key.expiresAt !== key.ownExpiresAt;
}
