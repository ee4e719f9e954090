/** The text and the life of API keys and tokens, contract §2. */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Random base62 characters: 178 bits. */
export const randomLength = 30;
const checksumLength = 6;
const pattern = /^(wb[a-z]?_(?:sandbox|live)_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** Prefix, random characters, and 6 characters of their CRC-32. */
export function makeSecret(prefix: string, random: string): string {
  return `${prefix}${random}${checksum(random)}`;
}

/** Whether a text has a credential's format, one of these prefixes and the checksum, so that typos need no lookup. */
export function isWellFormed(secret: string, prefixes: readonly string[]): boolean {
  const [, prefix, random, sum] = pattern.exec(secret) ?? [];
  return random !== undefined && prefixes.includes(prefix ?? "") && checksum(random) === sum;
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

type CredentialState = "valid" | "expired" | "revoked";

/** A revoked credential stays revoked, even if the clock goes back. */
export function stateOf(
  { expiresAt, revokedAt }: { expiresAt: number | null; revokedAt: number | null },
  now: number,
): CredentialState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return "valid";
}
