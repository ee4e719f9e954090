import type { Environment } from "../../infra/environment.ts";

/** The text of a key, contract §2: prefix, 30 random base62 characters, 6 characters of their CRC-32. */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const randomLength = 30;
const checksumLength = 6;
const pattern = /^wb_(sandbox|live)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export const keysPerAccountMax = 100;

export function prefixOf(environment: Environment): string {
  return `wb_${environment}_`;
}

export function makeSecret(environment: Environment, random: string): string {
  return `${prefixOf(environment)}${random}${checksum(random)}`;
}

/** Whether a text has the format and checksum of a key, so that typos need no lookup. */
export function isWellFormed(secret: string): boolean {
  const parts = pattern.exec(secret);
  return parts?.[2] !== undefined && checksum(parts[2]) === parts[3];
}

function checksum(random: string): string {
  let rest = Bun.hash.crc32(random);
  let text = "";
  for (let index = 0; index < checksumLength; index += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

type KeyState = "valid" | "expired" | "revoked";

/** A revoked key stays revoked, even if the clock goes back. Contract §2. */
export function stateOf(key: { expiresAt: number | null; revokedAt: number | null }, now: number): KeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= now) return "expired";
  return "valid";
}

/** Whether the key was replaced: its expiry is then the end of the grace period, not its own. */
export function isReplaced(key: { ownExpiresAt: number | null; expiresAt: number | null }): boolean {
  return key.expiresAt !== key.ownExpiresAt;
}
