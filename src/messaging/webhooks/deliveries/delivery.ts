import { webhookSchedules } from "../../../infra/config/webhook-schedules.ts";
import type { Environment } from "../../../infra/environment.ts";
import { dayMs, minuteMs } from "../../../infra/units.ts";

export const deliveryStatuses = ["pending", "delivered", "failed", "paused", "discarded"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const failures = ["dns", "connect", "tls", "timeout", "status", "redirect", "refused_address"] as const;

/** The results of an attempt that was sent. */
export const attemptResults = ["success", ...failures] as const;

/** Why an attempt failed. `fault`: fault injection dropped it. */
export const attemptErrors = [...failures, "fault"] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** What usage counts of deliveries. `failed_attempts` counts each attempt, `failed` those given up. */
export const deliveryOutcomes = ["delivered", "failed", "failed_attempts"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** Waiting deliveries are counted up to here: an exact larger number is not worth its cost. */
export const countedMax = 10_000;

/** The most attempts that a delivery is shown with. Each can hold 16 KiB of a response. */
export const attemptsShownMax = 100;

const jitterShareMax = 0.2;
const overloadWaitMinMs = minuteMs;
const retryAfterMaxMs = dayMs;
const overloadedStatuses = [429, 502, 503, 504];

export function scheduleOf(
  environment: Environment,
  configured: readonly number[] | null,
): readonly number[] {
  return configured ?? webhookSchedules[environment];
}

/** Time of the first attempt of an event made at `now`. */
export function firstAttemptAt(schedule: readonly number[], now: number): number {
  return now + (schedule[0] ?? 0) * 1000;
}

interface Attempted {
  error: AttemptError;
  status: number | null;
  /** The receiver's `Retry-After`, in ms. */
  retryAfterMs: number | null;
}

/**
 * When to try again after attempt number `made` of the schedule, or null when that was the last.
 * @param random a number in [0, 1), for the jitter that keeps retries from arriving all at once
 */
export function nextAttemptAt(
  schedule: readonly number[],
  made: number,
  outcome: Attempted,
  now: number,
  random: number,
): number | null {
  const wait = schedule[made];
  if (wait === undefined) return null;
  const overloaded =
    outcome.error === "timeout" || (outcome.status !== null && overloadedStatuses.includes(outcome.status));
  const jittered = wait * 1000 * (1 + jitterShareMax * random);
  const asked = Math.min(outcome.retryAfterMs ?? 0, retryAfterMaxMs);
  return Math.round(now + Math.max(jittered, overloaded ? overloadWaitMinMs : 0, asked));
}

/** `Retry-After` in seconds or as a date, RFC 9110 §10.2.3. @returns ms, or null for anything else */
export function parseRetryAfter(value: string, now: number): number | null {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
