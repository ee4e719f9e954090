import { systemClock, toTimestamp } from "../../infra/clock.ts";
import { newIdempotencyKey } from "../browser/api.ts";

/**
 * When the phone stored something: by its clock, which people set, and by one that nobody sets but that begins anew with
 * each life of the page. Both together tell that the clock was set back since.
 */
export interface Moment {
  keptAt: number;
  lifeId: string;
  lifeMs: number;
}

const lifeId = newIdempotencyKey();
/** Clocks are adjusted by a little all the time. */
const setBackMsMin = 1_000;

export function momentNow(): Moment {
  return { keptAt: systemClock.now(), lifeId, lifeMs: systemClock.monotonic() };
}

/** What the clock of `now` says of a time that the clock of `kept` told. */
export function timeByNow(at: string, kept: Moment, now: Moment): string {
  const setBackMs = kept.lifeId === now.lifeId ? now.lifeMs - kept.lifeMs - (now.keptAt - kept.keptAt) : 0;
  // The other clock may stand while the phone sleeps, so it says nothing of a clock that was set forward.
  const ms = Date.parse(at) - (setBackMs >= setBackMsMin ? setBackMs : 0);
  return toTimestamp(Math.round(Math.min(ms, now.keptAt)));
}
