import { dayMs, hourMs, minuteMs } from "../../../infra/units.ts";

/**
 * How wrong the clock of a tracker is. It sends one position at a time, and never says what time it has: only the times of
 * its positions tell. One that lies ahead is a wrong clock. One that lies behind may have waited for a network, so only
 * positions that keep the same distance tell, or one that is older than anything an app keeps. Times are epoch milliseconds.
 */

/** What is known of the clock of one sender whose times may be wrong. */
export interface SenderClock {
  /** How far its times are off; negative for behind. */
  offsetMs: number;
  /** When the first and the last position with this offset came, and how many did. */
  since: number;
  at: number;
  count: number;
  isWrong: boolean;
}

/** By the id of the token. */
export type SenderClocks = Readonly<Record<string, SenderClock>>;

/** What happened cannot come before it did. Networks and clocks that are right differ by less. */
const aheadMaxMs = 10_000;
/** No app keeps a position for longer. */
const behindMaxMs = 30 * dayMs;
/** What comes this late may still be a slow network. */
const lateMs = 5 * minuteMs;
/** Positions that wait for a network come closer and closer to now. These do not. */
const steadyMs = 15_000;
const steadyCount = 3;
const steadySpanMs = 30_000;
/** A sender that is silent for so long needs nobody any more. */
const rememberedMs = hourMs;

/** @returns what is known after a position; undefined for a clock that may be right */
export function clockAfter(
  before: SenderClock | undefined,
  sentAt: number,
  now: number,
): SenderClock | undefined {
  const offsetMs = sentAt - now;
  const isSure = offsetMs > aheadMaxMs || offsetMs < -behindMaxMs;
  if (!isSure && offsetMs > -lateMs) return undefined;
  const isSame = before !== undefined && Math.abs(offsetMs - before.offsetMs) <= steadyMs;
  const run = isSame ? before : { offsetMs, since: now, count: 0, isWrong: false };
  // Several that come at once say no more than one.
  const count = run.count + (isSame && now === before.at ? 0 : 1);
  const isSteady = count >= steadyCount && now - run.since >= steadySpanMs;
  const since = isSure && before?.isWrong ? before.since : run.since;
  return { ...run, since, at: now, count, isWrong: isSure || run.isWrong || isSteady };
}

/** The senders with this one, without those that are silent. The same object where nothing changed. */
export function withClock(
  clocks: SenderClocks,
  sender: string,
  clock: SenderClock | undefined,
  now: number,
): SenderClocks {
  if (clock === undefined && !(sender in clocks)) return clocks;
  const others = Object.entries(clocks).filter(([id, one]) => id !== sender && now - one.at < rememberedMs);
  return Object.fromEntries(clock === undefined ? others : [...others, [sender, clock]]);
}

/** The wrong clock that was noticed first, and when it counts no more; undefined without one. */
export function wrongClock(
  clocks: SenderClocks,
  now: number,
): (SenderClock & { endsAt: number }) | undefined {
  const [first] = Object.values(clocks)
    .filter(({ isWrong, at }) => isWrong && now < at + rememberedMs)
    .toSorted((one, other) => one.since - other.since);
  return first && { ...first, endsAt: first.at + rememberedMs };
}
