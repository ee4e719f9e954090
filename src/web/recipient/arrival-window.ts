import { minuteMs } from "../../infra/durations.ts";

/**
 * A recipient waits for a window, not for a minute: an estimate is the less certain the further away it is. The ends
 * are at full five minutes, and none has passed. All times are milliseconds since 1970.
 */

const stepMs = 5 * minuteMs;
/** Of the time until the arrival, on either side of it. */
const share = 0.15;
const halfMinMs = 10 * minuteMs;
const halfMaxMs = 60 * minuteMs;

export function arrivalWindow(eta: number, now: number): { from: number; to: number } {
  const half = Math.min(halfMaxMs, Math.max(halfMinMs, share * (eta - now)));
  const from = Math.floor(Math.max(now, eta - half) / stepMs) * stepMs;
  return {
    from,
    to: Math.max(from, Math.ceil((eta + half) / stepMs) * stepMs, Math.ceil(now / stepMs) * stepMs),
  };
}
