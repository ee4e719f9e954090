import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { ResponseMeter } from "../../infra/http/context.ts";
import { bytesPerKb } from "../../infra/units.ts";
import type { AccountEnvironment } from "../model.ts";
import { budgetOf } from "./budget.ts";
import { setLatest } from "./levels.ts";
import { retryAfter } from "./limiter.ts";
import { drained, filled, type Level, leaked, type Rate, thousandths } from "./rate.ts";
import { getTier } from "./service.ts";

/**
 * Bytes of answers. Their number is known when they are made, so the last ones may overfill a bucket; the next request
 * waits until there is room again.
 */

/** How many accounts' keys are remembered. */
const levelsMax = 20_000;

const levelsOf = inMemory(() => new Map<string, Level>());

/** The bucket now, and milliseconds until there is room; 0 if there is. */
export function roomForAnswer(rate: Rate, before: Level, now: number): { level: Level; waitMs: number } {
  const level = leaked(rate, before, now);
  const excess = level.backlog - rate.burst * thousandths;
  return { level, waitMs: Math.max(0, Math.ceil(excess / rate.perSecond)) };
}

/**
 * The bucket with the bytes of a file in it, of which an account reads one after the other: it is full at most, because
 * such a file must not keep the account from everything else for minutes.
 */
export function filledByFile(rate: Rate, level: Level, bytes: number): Level {
  return drained(rate, filled(level, bytes), level.at);
}

/**
 * Counts the answer to a key of the account, but not in a tier without limits.
 * @returns with a refusal `rate_limited` while the answers before fill the bucket
 */
export function beginKeyAnswer(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
  now: number,
): { meter?: ResponseMeter; refusal?: AppError } {
  const { name, limits } = getTier(deps, accountId);
  if (limits === null) return {};
  const rate = budgetOf(limits).answers;
  const levels = levelsOf(deps);
  const id = `${environment} ${accountId}`;
  const room = (at: number) => roomForAnswer(rate, levels.get(id) ?? { backlog: 0, at }, at);
  const { waitMs } = room(now);
  if (waitMs > 0) {
    const refusal = new AppError("rate_limited", {
      detail:
        `The tier ${name} allows ${Math.round(rate.perSecond / bytesPerKb)} KiB of responses per second after the first ` +
        `${Math.round(rate.burst / bytesPerKb)} KiB, in each environment. Wait as many seconds as Retry-After says, or read smaller pages.`,
      headers: retryAfter(waitMs),
    });
    return { refusal };
  }
  const change = (next: (level: Level) => Level) =>
    setLatest(levels, id, next(room(deps.realClock.now()).level), levelsMax);
  const meter: ResponseMeter = {
    count: (bytes) => change((level) => filled(level, bytes)),
    countFile: (bytes) => change((level) => filledByFile(rate, level, bytes)),
    end() {},
    waitMs: () => room(deps.realClock.now()).waitMs,
  };
  return { meter };
}
