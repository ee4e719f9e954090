import { dayMs } from "../../infra/units.ts";
import { drained, filled, type Level, type Rate, thousandths, waitMs } from "./rate.ts";

/** The limits of an account in each of its environments. */
export interface Limits {
  readonly rate: Rate;
  /** Requests on a UTC day. */
  readonly perDay: number;
  /** Bytes of shipments with their events, deliveries and pictures. */
  readonly storageBytes: number;
}

/** What a tier costs a month, in minor units of the currency. Waybill shows it, and charges nobody. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** A migration creates the first ones. The operator adds, changes and removes them. */
export interface Tier {
  readonly name: string;
  /** Null: no limits. */
  readonly limits: Limits | null;
  /** Null: the operator names none. */
  readonly price: Price | null;
}

/** A tier, as stored. */
export interface TierRow {
  name: string;
  requestsPerSecond: number | null;
  burst: number | null;
  requestsPerDay: number | null;
  storageBytes: number | null;
  priceAmount: number | null;
  priceCurrency: string | null;
}

export function toTier(row: TierRow): Tier {
  const { name, priceAmount: amount, priceCurrency: currency } = row;
  return {
    name,
    limits: limitsOf(row),
    price: amount === null || currency === null ? null : { amount, currency },
  };
}

function limitsOf({ requestsPerSecond, burst, requestsPerDay, storageBytes }: TierRow): Limits | null {
  if (requestsPerSecond === null || burst === null || requestsPerDay === null || storageBytes === null) {
    return null;
  }
  return { rate: { perSecond: requestsPerSecond, burst }, perDay: requestsPerDay, storageBytes };
}

/** What is used of the limits. */
export interface Spent {
  readonly level: Level;
  /** UTC day, counted from the epoch. */
  readonly day: number;
  /** Requests on that day. */
  readonly requests: number;
}

/** Why a request is refused, and when to retry: whole seconds, at least 1. */
export interface Refusal {
  readonly code: "rate_limited" | "quota_exceeded";
  readonly retryAfterSeconds: number;
}

export function dayOf(now: number): number {
  return Math.floor(now / dayMs);
}

/**
 * When a request counts: its rate by real time, its day by the account's. They differ in a sandbox that has a clock of
 * its own.
 */
export interface Moment {
  readonly real: number;
  readonly own: number;
}

/** The usage now. A new day starts at 0. */
export function spentBy(limits: Limits, { level, day, requests }: Spent, { real, own }: Moment): Spent {
  const today = dayOf(own);
  return { level: drained(limits.rate, level, real), day: today, requests: day === today ? requests : 0 };
}

/** Counts one more request, or refuses it. A refused request is not counted. */
export function consume(limits: Limits, before: Spent, moment: Moment): { spent: Spent; refusal?: Refusal } {
  const spent = spentBy(limits, before, moment);
  if (spent.requests >= limits.perDay) {
    return { spent, refusal: { code: "quota_exceeded", retryAfterSeconds: secondsToMidnight(moment.own) } };
  }
  const wait = waitMs(limits.rate, spent.level);
  if (wait > 0) {
    return { spent, refusal: { code: "rate_limited", retryAfterSeconds: Math.ceil(wait / 1000) } };
  }
  return { spent: { ...spent, level: filled(spent.level), requests: spent.requests + 1 } };
}

/** Requests left on the day. */
export function leftOfDay({ perDay }: Limits, { requests }: Spent): number {
  return Math.max(0, perDay - requests);
}

/** Rates are at least one request per second, so the next one is never further away. */
const nextOfRateSeconds = 1;

/**
 * The rate limit headers of every answer: `RateLimit` and `RateLimit-Policy` from the draft of the IETF's HTTPAPI
 * group, where `t` is the seconds until more is available, and the older `X-RateLimit` headers.
 */
export function limitHeaders(limits: Limits, spent: Spent, { own }: Moment): Record<string, string> {
  const { perSecond, burst } = limits.rate;
  const { backlog, at } = spent.level;
  const left = burst - Math.ceil(backlog / thousandths);
  const window = Math.ceil(burst / perSecond);
  return {
    "ratelimit-policy": `"rate";q=${burst};w=${window}, "day";q=${limits.perDay};w=${dayMs / 1000}`,
    ratelimit: `"rate";r=${left};t=${nextOfRateSeconds}, "day";r=${leftOfDay(limits, spent)};t=${secondsToMidnight(own)}`,
    "x-ratelimit-limit": String(burst),
    "x-ratelimit-remaining": String(left),
    // When the whole burst is available again.
    "x-ratelimit-reset": String(Math.ceil((at + backlog / perSecond) / 1000)),
  };
}

function secondsToMidnight(now: number): number {
  return Math.ceil(((dayOf(now) + 1) * dayMs - now) / 1000);
}
