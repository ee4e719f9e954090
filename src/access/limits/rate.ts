/** A request rate: `burst` at once, then `perSecond`, a whole number. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Content of a leaky bucket, in thousandths of a request: whole rates drain whole thousandths per millisecond. */
export interface Level {
  readonly backlog: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const thousandths = 1000;

/**
 * The content of the bucket now. A clock that was set back drains nothing. If the rate has become smaller, the bucket
 * is full at most.
 */
export function drained(rate: Rate, { backlog, at }: Level, now: number): Level {
  return leaked(rate, { backlog: Math.min(backlog, rate.burst * thousandths), at }, now);
}

/** A level after what drained until now, of a bucket that may be overfull: all of it must drain. */
export function leaked({ perSecond }: Rate, { backlog, at }: Level, now: number): Level {
  return { backlog: Math.max(0, backlog - Math.max(0, now - at) * perSecond), at: now };
}

/**
 * Milliseconds until `count` more requests fit, 0 if they fit now: GCRA, as the continuous-state leaky bucket of ITU-T
 * I.371. In any period, at most `burst` plus `perSecond` for each of its seconds pass.
 */
export function waitMs({ perSecond, burst }: Rate, { backlog }: Level, count = 1): number {
  return Math.max(0, Math.ceil((backlog - (burst - count) * thousandths) / perSecond));
}

/** The bucket with `count` more requests in it. */
export function filled({ backlog, at }: Level, count = 1): Level {
  return { backlog: backlog + count * thousandths, at };
}
