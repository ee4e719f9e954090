import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { retryAfter } from "./attempts.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";
import { findTier } from "./service.ts";

/** Each token and device has a rate of its own, so carriers and drivers never use up their account's requests. */
const ownRate: Rate = { perSecond: 50, burst: 200 };
/** How many tokens and devices are remembered. */
const levelsMax = 20_000;

const levelsOf = inMemory(() => new Map<string, Level>());

/**
 * Counts a request against the rate of its token or device. In a tier without limits these have none either.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function spendOwnRate(deps: Deps, accountId: string | null, id: string, now: number): void {
  if (accountId !== null && findTier(deps, accountId)?.limits === null) return;
  const levels = levelsOf(deps);
  const level = drained(ownRate, levels.get(id) ?? { backlog: 0, at: now }, now);
  const wait = waitMs(ownRate, level);
  if (wait > 0) {
    const { perSecond, burst } = ownRate;
    throw new AppError("rate_limited", {
      detail: `A token or device allows ${perSecond} requests per second and bursts of ${burst}. Send many reports in one request.`,
      headers: retryAfter(wait),
    });
  }
  // The least recently used one stands first and is dropped first.
  levels.delete(id);
  levels.set(id, filled(level));
  for (const oldest of levels.keys()) {
    if (levels.size <= levelsMax) break;
    levels.delete(oldest);
  }
}
