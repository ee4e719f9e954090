import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { retryAfter } from "./attempts.ts";
import { createLevels } from "./levels.ts";
import type { Rate } from "./rate.ts";
import { findTier } from "./service.ts";

/** Each token, device and webhook address has a rate of its own, so carriers and drivers never use up their account's requests. */
const ownRate: Rate = { perSecond: 50, burst: 200 };
/** How many of them are remembered. */
const levelsMax = 20_000;

const levelsOf = inMemory(() => createLevels(ownRate, levelsMax));

/**
 * Counts a request against the rate of its token, device or webhook address. In a tier without limits these have none either.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function consumeOwnRate(deps: Deps, accountId: string | null, id: string, now: number): void {
  if (accountId !== null && findTier(deps, accountId)?.limits === null) return;
  const wait = levelsOf(deps).take(id, now);
  if (wait === 0) return;
  const { perSecond, burst } = ownRate;
  throw new AppError("rate_limited", {
    detail: `A token, device or webhook address allows ${perSecond} requests per second and bursts of ${burst}. Send many reports in one request.`,
    headers: retryAfter(wait),
  });
}
