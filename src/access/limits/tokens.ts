import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { CarrierPrincipal } from "../../infra/http/principal.ts";
import { retryAfter } from "./attempts.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";
import { findTier } from "./service.ts";

/** Each token has a rate of its own, so a carrier never uses up its account's requests. */
const tokenRate: Rate = { perSecond: 50, burst: 200 };
/** How many tokens are remembered. */
const levelsMax = 20_000;

const levelsOf = inMemory(() => new Map<string, Level>());

/**
 * Counts a request against the rate of its token. Tokens of accounts in a tier without limits have none either.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function spendTokenRequest(deps: Deps, { accountId, token }: CarrierPrincipal, now: number): void {
  if (accountId !== null && findTier(deps, accountId)?.limits === null) return;
  const levels = levelsOf(deps);
  const level = drained(tokenRate, levels.get(token.id) ?? { backlog: 0, at: now }, now);
  const wait = waitMs(tokenRate, level);
  if (wait > 0) {
    const { perSecond, burst } = tokenRate;
    throw new AppError("rate_limited", {
      detail: `A token allows ${perSecond} requests per second and bursts of ${burst}. Send many reports in one request.`,
      headers: retryAfter(wait),
    });
  }
  // The least recently used token stands first and is dropped first.
  levels.delete(token.id);
  levels.set(token.id, filled(level));
  for (const oldest of levels.keys()) {
    if (levels.size <= levelsMax) break;
    levels.delete(oldest);
  }
}
