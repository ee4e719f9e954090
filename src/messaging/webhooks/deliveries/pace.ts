import { filled, type Level, leaked, type Rate, waitMs } from "../../../access/limits/rate.ts";
import { findTier } from "../../../access/limits/service.ts";
import type { Deps } from "../../../infra/deps.ts";
import { bytesPerMb } from "../../../infra/units.ts";

/**
 * Bytes of bodies that an account may send in an environment. One small change can go to 50 endpoints, each time with
 * the whole shipment. At 2 KiB an event, the limit is 500 deliveries a second.
 */
export const webhookRate: Rate = { perSecond: bytesPerMb, burst: 4 * bytesPerMb };

/**
 * Counts the bytes that each account sent lately. It is kept in memory, so a restart begins at zero. A body goes out
 * whenever there is any room, so that small ones never keep a large one waiting.
 */
export function createPace(deps: Deps) {
  const levels = new Map<string, Level>();

  /** Stored with the time, so that it drains from there on after a clock was set back. */
  function levelOf(accountId: string, now: number): Level {
    const level = leaked(webhookRate, levels.get(accountId) ?? { backlog: 0, at: now }, now);
    if (level.backlog === 0) levels.delete(accountId);
    else levels.set(accountId, level);
    return level;
  }

  return {
    /** When the account may send again; `now` if it may at once. */
    roomAt: (accountId: string, now: number): number => now + waitMs(webhookRate, levelOf(accountId, now)),
    /** Counts a body that is sent now, unless the account has no limits. */
    take(accountId: string, bytes: number, now: number): void {
      if (findTier(deps, accountId)?.limits === null) return;
      levels.set(accountId, filled(levelOf(accountId, now), bytes));
    },
    /** Drops accounts that have all of their room again. */
    forgetIdle(now: number): void {
      for (const accountId of levels.keys()) levelOf(accountId, now);
    },
  };
}

/** A paced delivery that starts less late than this does not delay those after it. */
const lateMaxMs = 20;

/** When an endpoint's next delivery may begin. A clock that was set back does not extend the wait. */
export function startAtPace(mayStartAt: number, now: number): number {
  return mayStartAt > now && mayStartAt - now <= 1000 ? mayStartAt : now;
}

/** When the one after may begin: starts are spread evenly over the second. */
export function nextStart(mayStartAt: number, maxPerSecond: number, now: number): number {
  const planned = now - mayStartAt < lateMaxMs && mayStartAt <= now ? mayStartAt : now;
  return planned + 1000 / maxPerSecond;
}
