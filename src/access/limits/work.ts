import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { ResponseMeter } from "../../infra/http/context.ts";
import { type CarrierPrincipal, credentialOf, type DriverPrincipal } from "../../infra/http/principal.ts";
import { bytesPerMb } from "../../infra/units.ts";
import { budgetOf, unitsPerMb } from "./budget.ts";
import { setLatest } from "./levels.ts";
import { retryAfter } from "./limiter.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";
import { findTier } from "./service.ts";

/**
 * What the tokens, drivers' devices and webhook addresses of an account use of its budget, together and each. Positions
 * fill it. What may move goods is taken beyond that, up to the same amount once more: no number of positions delays it.
 */

/** Who works: its account, null for the installation, and its token, device or webhook address. */
export interface Worker {
  readonly accountId: string | null;
  readonly id: string;
}

export type Work = "position" | "goods";

/** How many accounts, tokens, devices and addresses are remembered. */
const levelsMax = 40_000;

const levelsOf = inMemory(() => new Map<string, Level>());

export function workerOf(sender: CarrierPrincipal | DriverPrincipal): Worker {
  const id = sender.kind === "carrier" ? sender.token.id : credentialOf(sender);
  return { accountId: sender.accountId, id };
}

/**
 * Counts work, in units. @returns milliseconds until it fits, and 0 if it fits now or nothing limits it; what does not
 * fit is not counted
 */
export function consumeWork(deps: Deps, worker: Worker, units: number, work: Work): number {
  const buckets = bucketsOf(deps, worker);
  const wait = Math.max(0, ...buckets.map((bucket) => roomIn(bucket, units, work)));
  if (wait === 0) for (const bucket of buckets) fill(deps, bucket, units);
  return wait;
}

/** Counts work that is done whatever it costs. @returns milliseconds until positions would fit again */
export function chargeWork(deps: Deps, worker: Worker, units: number): number {
  const buckets = bucketsOf(deps, worker);
  for (const bucket of buckets) fill(deps, bucket, units);
  return Math.max(0, ...buckets.map((bucket) => roomIn(bucket, 0, "position")));
}

/** Counts the bytes of an answer as work. */
export function workMeter(deps: Deps, worker: Worker): ResponseMeter {
  const count = (bytes: number) => void chargeWork(deps, worker, (bytes * unitsPerMb) / bytesPerMb);
  return { count, countFile: count, end() {}, waitMs: () => 0 };
}

export function overBudget(wait: number): AppError {
  return new AppError("rate_limited", {
    detail:
      "The tokens, devices and webhook addresses of this account have used up what its tier allows for them. Send positions less often, or wait as many seconds as Retry-After says.",
    headers: retryAfter(wait),
  });
}

interface Bucket {
  id: string;
  rate: Rate;
  level: Level;
}

function bucketsOf(deps: Deps, { accountId, id }: Worker): Bucket[] {
  const limits = accountId === null ? null : (findTier(deps, accountId)?.limits ?? null);
  if (accountId === null || limits === null) return [];
  const { work, workOfOne } = budgetOf(limits);
  const now = deps.realClock.now();
  return [
    { id: accountId, rate: work },
    { id, rate: workOfOne },
  ].map(({ id, rate }) => {
    const level = drained(withReserve(rate), levelsOf(deps).get(id) ?? { backlog: 0, at: now }, now);
    return { id, rate, level };
  });
}

function roomIn({ rate, level }: Bucket, units: number, work: Work): number {
  return waitMs(work === "position" ? rate : withReserve(rate), level, units);
}

function fill(deps: Deps, bucket: Bucket, units: number): void {
  bucket.level = drained(withReserve(bucket.rate), filled(bucket.level, units), bucket.level.at);
  setLatest(levelsOf(deps), bucket.id, bucket.level, levelsMax);
}

function withReserve({ perSecond, burst }: Rate): Rate {
  return { perSecond, burst: 2 * burst };
}
