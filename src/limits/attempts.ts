import { networkOf } from "../accounts/throttle.ts";
import { type Deps, inMemory } from "../deps.ts";
import { AppError } from "../errors.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/**
 * Keys that do not count, from one address: as many at once, and so many more each second. Nobody guesses 178 bits:
 * this spares the log and the database, and leaves a checker of the API its 401s.
 */
const failureRate: Rate = { perSecond: 10, burst: 1_000 };
const networksMax = 10_000;

const levelsOf = inMemory(() => new Map<string, Level>());

/**
 * Counts a key that was not accepted. Only who failed is counted and slowed down: a valid key is never asked.
 * The answer is the same whatever was wrong with the key.
 * @throws AppError `authentication_throttled`
 */
export function countFailure(deps: Deps, address: string, now: number): void {
  const levels = levelsOf(deps);
  const network = networkOf(address);
  const level = drained(failureRate, levels.get(network) ?? { backlog: 0, at: now }, now);
  const wait = waitMs(failureRate, level);
  if (wait > 0) {
    throw new AppError("authentication_throttled", {
      headers: { "retry-after": String(Math.ceil(wait / 1000)) },
    });
  }
  // The one that failed longest ago stands first.
  levels.delete(network);
  levels.set(network, filled(level));
  for (const oldest of levels.keys()) {
    if (levels.size <= networksMax) break;
    levels.delete(oldest);
  }
}
