import { networkOf } from "../accounts/throttle.ts";
import { type Deps, inMemory } from "../deps.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/** What strangers may try from one network: as many at once, and so many more each second. */

/**
 * Keys that do not count. Nobody guesses 178 bits: this spares the log and the database, and leaves a checker of the
 * API its 401s.
 */
const failureRate: Rate = { perSecond: 10, burst: 1_000 };
/** Accounts to be opened: enough for the whole test suite of a team behind one address. */
const signUpRate: Rate = { perSecond: 1, burst: 500 };
const networksMax = 10_000;

type Levels = Map<string, Level>;
const levelsOf = inMemory(() => ({ failures: new Map() as Levels, signUps: new Map() as Levels }));

/**
 * Counts a key that was not accepted. Only who failed is counted and slowed down: a valid key is never asked.
 * The answer is the same whatever was wrong with the key.
 * @throws AppError `authentication_throttled`
 */
export function countFailure(deps: Deps, address: string, now: number): void {
  count(levelsOf(deps).failures, failureRate, "authentication_throttled", address, now);
}

/**
 * Counts an attempt at opening an account, whatever comes of it: it would tell who has one.
 * @throws AppError `sign_up_throttled`
 */
export function countSignUp(deps: Deps, address: string, now: number): void {
  count(levelsOf(deps).signUps, signUpRate, "sign_up_throttled", address, now);
}

function count(levels: Levels, rate: Rate, code: ErrorCode, address: string, now: number): void {
  const network = networkOf(address);
  const level = drained(rate, levels.get(network) ?? { backlog: 0, at: now }, now);
  const wait = waitMs(rate, level);
  if (wait > 0) {
    throw new AppError(code, { headers: { "retry-after": String(Math.ceil(wait / 1000)) } });
  }
  // The one that tried longest ago stands first.
  levels.delete(network);
  levels.set(network, filled(level));
  for (const oldest of levels.keys()) {
    if (levels.size <= networksMax) break;
    levels.delete(oldest);
  }
}
