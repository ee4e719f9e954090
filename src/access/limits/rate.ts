/** How many requests may come: `burst` at once, and then `perSecond`, which is a whole number. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a leaky bucket holds at a time, in thousandths of a request: at a whole rate a millisecond drains whole ones. */
export interface Level {
  readonly backlog: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const thousandths = 1000;

/**
 * What is left in the bucket by now. A clock that was set back drains nothing, and a rate that has become
 * smaller leaves no more than a full bucket.
 */
export function drained(rate: Rate, { backlog, at }: Level, now: number): Level {
  return leaked(rate, { backlog: Math.min(backlog, rate.burst * thousandths), at }, now);
}

/** The same of a bucket that may hold more than a full one: all of it has to drain. */
export function leaked({ perSecond }: Rate, { backlog, at }: Level, now: number): Level {
  return { backlog: Math.max(0, backlog - Math.max(0, now - at) * perSecond), at: now };
}

/**
 * Milliseconds until one more request fits, or so many more, 0 if they do now: GCRA, as the continuous-state leaky bucket of ITU-T
 * I.371. In no span of time do more than `burst` and `perSecond` for each of its seconds get through.
 */
export function waitMs({ perSecond, burst }: Rate, { backlog }: Level, count = 1): number {
  return Math.max(0, Math.ceil((backlog - (burst - count) * thousandths) / perSecond));
}

/** With one more request in it, or so many more of what the bucket holds. */
export function filled({ backlog, at }: Level, count = 1): Level {
  return { backlog: backlog + count * thousandths, at };
}
