import type { Ids } from "../../../infra/ids.ts";
import type { StoredSecret } from "../../../infra/secrets/vault.ts";

/** A signing secret, `whsec_…`. A replaced one signs too, until it expires. */
export interface SigningSecret {
  secret: StoredSecret;
  expiresAt: number | null;
}

const secretBytes = 32;
export const secretsMax = 5;
export const graceSecondsMax = 604_800;
export const graceSecondsDefault = 86_400;

/** A secret in the form of Standard Webhooks 1.0: random bytes in base64 after `whsec_`. */
export function newSecret(ids: Ids): string {
  return `whsec_${Buffer.from(ids.bytes(secretBytes)).toString("base64")}`;
}

/** The secrets to sign with now, newest first. */
export function liveSecrets(secrets: readonly SigningSecret[], now: number): SigningSecret[] {
  return secrets.filter((entry) => entry.expiresAt === null || entry.expiresAt > now);
}

/** Puts a new secret in front. Older ones expire after the grace period, or earlier if they would have anyway. */
export function rotated(
  secrets: readonly SigningSecret[],
  fresh: StoredSecret,
  graceMs: number,
  now: number,
): SigningSecret[] {
  const until = now + graceMs;
  const older = liveSecrets(secrets, now).map((entry) => ({
    secret: entry.secret,
    expiresAt: entry.expiresAt === null ? until : Math.min(entry.expiresAt, until),
  }));
  return [{ secret: fresh, expiresAt: null }, ...liveSecrets(older, now)];
}
