import { dayMs, minuteMs } from "../../../infra/durations.ts";
import type { Environment } from "../../../infra/environment.ts";

export const deliveryStatuses = ["pending", "delivered", "failed", "paused", "discarded"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const failures = ["dns", "connect", "tls", "timeout", "status", "redirect", "refused_address"] as const;

/** What can come of an attempt that was sent. */
export const attemptResults = ["success", ...failures] as const;

/** Why an attempt was no success; `fault`: it was left out on purpose. */
export const attemptErrors = [...failures, "fault"] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** What waits for an endpoint is counted up to here: further would cost more than it tells. */
export const countedMax = 10_000;

/** A delivery is shown with so many of its attempts, each of which may hold 16 KiB of an answer. */
export const attemptsShownMax = 100;

/** Seconds to wait before each attempt, counted from the one before. Contract §6. */
const schedules = {
  live: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  sandbox: [0, 5, 300, 1800],
} as const satisfies Record<Environment, readonly number[]>;

const jitterShareMax = 0.2;
const overloadWaitMinMs = minuteMs;
const retryAfterMaxMs = dayMs;
const overloadedStatuses = [429, 502, 503, 504];

export function scheduleOf(
  environment: Environment,
  configured: readonly number[] | null,
): readonly number[] {
  return configured ?? schedules[environment];
}

/** Time of the first attempt of an event made at `now`. */
export function firstAttemptAt(schedule: readonly number[], now: number): number {
  return now + (schedule[0] ?? 0) * 1000;
}

export interface Attempted {
  error: AttemptError;
  status: number | null;
  /** The receiver's `Retry-After`, in ms. */
  retryAfterMs: number | null;
}

/**
 * When to try again after attempt number `made` of the schedule, or null when that was the last.
 * @param random a number in [0, 1), for the jitter that keeps receivers from being hit by all at once.
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

/** `Retry-After` as seconds or as a date, RFC 9110 §10.2.3; null when it says neither. */
export function parseRetryAfter(value: string, now: number): number | null {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
