import { minuteMs } from "../../infra/units.ts";
import { isOver } from "./day.ts";
import { isLaterDay } from "./next-attempt.ts";

/**
 * When a delivery comes, as recipients read it. They wait for a window, not for a minute. A promised window holds until the
 * driver comes, and bounds every estimate after that. All times are milliseconds since 1970.
 */

/** From a time until a later one. */
export interface Span {
  from: number;
  to: number;
}

/** What is known of the arrival. */
export interface Known {
  /** The window that the sender promised; null without one. */
  promised: Span | null;
  /** The estimate; null without one. */
  expectedAt: number | null;
  /** `YYYY-MM-DD` at the address, where only the day is known. */
  expectedDay: string | null;
  /** Of the address; null where nobody knows. */
  timeZone: string | null;
  /** Whether the driver is on the way to the recipient. */
  isComing: boolean;
  /** Whether an attempt failed in the promised window. The next one needs no excuse. */
  isRetry: boolean;
  now: number;
}

/** A window, or a day, or nothing. */
export interface Arrival {
  window?: Span | undefined;
  day?: string;
  /** Whether it comes after the promised window. */
  isLate: boolean;
}

const stepMs = 5 * minuteMs;
/** Of the time until the arrival, on either side of it. */
const share = 0.15;
const halfMinMs = 10 * minuteMs;
const halfMaxMs = 60 * minuteMs;

export function arrivalOf(known: Known): Arrival {
  const { promised, expectedAt, expectedDay, timeZone, isRetry, now } = known;
  if (expectedAt === null && expectedDay !== null && !isOver(expectedDay, timeZone, now))
    return arrivalOn(expectedDay, known);
  if (expectedAt === null) return promised && !isRetry ? promiseAt(promised, now) : { isLate: false };
  const window = arrivalWindow(expectedAt, now);
  if (promised === null) return { window, isLate: false };
  if (Math.max(expectedAt, now) <= promised.to)
    return { window: known.isComing || isRetry ? within(promised, window) : promised, isLate: false };
  if (isRetry) return { window, isLate: false };
  return { window: { ...window, from: Math.max(window.from, promised.from) }, isLate: true };
}

/** A day that contains the end of the window, or comes before it, breaks no promise. */
function arrivalOn(day: string, { promised, timeZone, isRetry, now }: Known): Arrival {
  if (promised === null || isRetry) return { day, isLate: false };
  return isLaterDay(day, promised.to, timeZone) ? { day, isLate: true } : promiseAt(promised, now);
}

function promiseAt(promised: Span, now: number): Arrival {
  return now <= promised.to ? { window: promised, isLate: false } : { isLate: true };
}

/** The part of an estimate that lies in the promised window. Who comes early waits until it begins. */
function within(promised: Span, { from, to }: Span): Span {
  const begins = Math.min(Math.max(from, promised.from), promised.to - stepMs);
  return { from: begins, to: Math.min(promised.to, Math.max(to, begins + 2 * halfMinMs)) };
}

/** An estimate is the less certain the further away it is. The ends are at full five minutes, and none has passed. */
export function arrivalWindow(eta: number, now: number): Span {
  const half = Math.min(halfMaxMs, Math.max(halfMinMs, share * (eta - now)));
  const from = Math.floor(Math.max(now, eta - half) / stepMs) * stepMs;
  return {
    from,
    to: Math.max(from, Math.ceil((eta + half) / stepMs) * stepMs, Math.ceil(now / stepMs) * stepMs),
  };
}
