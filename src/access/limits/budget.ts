import { bytesPerMb } from "../../infra/units.ts";
import type { Limits } from "./limit.ts";
import type { Rate } from "./rate.ts";

/**
 * How much work an account may cause, by the requests per second of its tier. A unit is about a request. Keys and sessions
 * have half of it whatever others send: their requests, and the bytes of the answers. Tokens, drivers' devices and
 * webhook addresses share the other half; none of them alone has more than a quarter of all.
 */
export interface Budget {
  /** Bytes of answers to keys, in each environment. */
  readonly answers: Rate;
  /** Units of all tokens, devices and webhook addresses. */
  readonly work: Rate;
  /** Units of one of them. */
  readonly workOfOne: Rate;
  /** Open streams, in each environment. */
  readonly streams: number;
}

/** What a report costs, and a MiB of a picture. */
export const reportUnits = 0.1;
export const unitsPerMb = 10;

/** A slower tier has no smaller budget: its drivers report as others' do. */
const perSecondMin = 10;
const bytesOfUnit = bytesPerMb / unitsPerMb;
/** A phone that was offline all day sends what it gathered at once. */
const burstSeconds = 60;
const answersBurstSeconds = 32;
/** The first streams of a page are more than one; a stream costs work for as long as it is open. */
const streamsMin = 20;
const streamsMax = 200;

export function budgetOf({ rate }: Limits): Budget {
  const perSecond = Math.max(rate.perSecond, perSecondMin);
  const share = (units: number): Rate => ({ perSecond: units, burst: units * burstSeconds });
  const bytesPerSecond = Math.round(perSecond * bytesOfUnit);
  return {
    answers: { perSecond: bytesPerSecond, burst: bytesPerSecond * answersBurstSeconds },
    work: share(2 * perSecond),
    workOfOne: share(perSecond),
    streams: Math.min(Math.max(rate.perSecond, streamsMin), streamsMax),
  };
}

/** Open streams of an account in a tier without limits. */
export const streamsUnlimited = streamsMax;
