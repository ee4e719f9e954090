import { dayMs } from "../../infra/durations.ts";
import type { AtRest } from "../../infra/vault.ts";

export type DisabledReason = "owner" | "failures" | "gone";

export const orderings = ["none", "per_shipment"] as const;
/** `per_shipment`: a shipment's next event waits until the one before was delivered or given up. */
export type Ordering = (typeof orderings)[number];

/** A signing secret, `whsec_…`; one that was replaced goes on signing until it expires. */
export interface SigningSecret {
  secret: AtRest;
  expiresAt: number | null;
}

export const secretBytes = 32;
export const secretsMax = 5;
export const graceSecondsMax = 604_800;
export const graceSecondsDefault = 86_400;
export const perSecondMax = 1000;

const failingMs = 5 * dayMs;
const failuresMin = 20;

/** The secrets to sign with now, newest first. */
export function liveSecrets(secrets: readonly SigningSecret[], now: number): SigningSecret[] {
  return secrets.filter((entry) => entry.expiresAt === null || entry.expiresAt > now);
}

/** A new secret in front; the one before it lives for the grace period and never longer than it would have. */
export function rotated(
  secrets: readonly SigningSecret[],
  fresh: AtRest,
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

/** Whether anything is sent to it: it is enabled, and what waited has been brought to that. */
export function isOpen(endpoint: { disabledReason: DisabledReason | null; unsettled: boolean }): boolean {
  return endpoint.disabledReason === null && !endpoint.unsettled;
}

/** No success for 5 days and 20 failures: the endpoint is given up on until its owner enables it again. */
export function isGivenUp(failingSince: number | null, failureCount: number, now: number): boolean {
  return failingSince !== null && now - failingSince >= failingMs && failureCount >= failuresMin;
}
