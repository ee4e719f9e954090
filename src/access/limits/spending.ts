import { type WriteBehind, writeBehind } from "../../infra/db/write-behind.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import { timeOf } from "../../infra/own-time.ts";
import type { AccountEnvironment } from "../model.ts";
import {
  consume,
  dayOf,
  type Limits,
  leftOfDay,
  limitHeaders,
  type Refusal,
  type Spent,
  spentBy,
} from "./limit.ts";
import { getTier } from "./service.ts";
import { limitStore } from "./store.ts";

/**
 * The usage of limits is in memory. The count of the day is written about once a second, and no request waits for it. A
 * killed process forgets the requests of its last second.
 */

const writeEveryMs = 1_000;

interface Allowance extends AccountEnvironment {
  spent: Spent;
}

interface Spending extends WriteBehind {
  allowances: Record<Environment, Map<string, Allowance>>;
  unwritten: Set<Allowance>;
}

/**
 * Counts one request against the limits of the caller's account, unless it is `refused` for another reason.
 * @returns the headers of its answer, and a refusal if it is one too many: `rate_limited` or `quota_exceeded`. A refused
 * request is not counted.
 */
export function consumeRequest(
  deps: Deps,
  caller: AccountEnvironment,
  receivedAt: number,
  refused?: AppError,
): { headers: Record<string, string>; refusal?: AppError } {
  const { name, limits } = getTier(deps, caller.accountId);
  if (limits === null) return { headers: {} };
  const spending = spendingOf(deps);
  const allowance = allowanceOf(deps, spending, caller);
  const moment = { real: receivedAt, own: deps.clock.now() };
  if (refused) {
    const unspent = spentBy(limits, allowance.spent, moment);
    return { headers: limitHeaders(limits, unspent, moment), refusal: refused };
  }
  const { spent, refusal } = consume(limits, allowance.spent, moment);
  allowance.spent = spent;
  const headers = limitHeaders(limits, spent, moment);
  if (refusal) return { headers, refusal: toError(name, limits, refusal) };
  spending.unwritten.add(allowance);
  spending.soon();
  return { headers };
}

/** Requests that the account has left today in the environment. */
export function requestsLeftToday(deps: Deps, caller: AccountEnvironment, limits: Limits): number {
  const { spent } = allowanceOf(deps, spendingOf(deps), caller);
  const moment = { real: deps.realClock.now(), own: timeOf(deps, caller) };
  return leftOfDay(limits, spentBy(limits, spent, moment));
}

/** Forgets what was spent on a day after the real today: the account's clock returns to real time. */
export function forgetSpendingAhead(deps: Deps, caller: AccountEnvironment): void {
  const spending = spendingOf(deps);
  const allowance = allowanceOf(deps, spending, caller);
  const day = dayOf(deps.realClock.now());
  if (allowance.spent.day <= day) return;
  allowance.spent = { ...allowance.spent, day, requests: 0 };
  spending.unwritten.add(allowance);
  spending.soon();
}

/** Writes the counts now. */
export function flushSpending(deps: Deps): Promise<void> {
  return spendingOf(deps).flush();
}

function toError(tier: string, { rate, perDay }: Limits, { code, retryAfterSeconds }: Refusal): AppError {
  const allowed =
    code === "rate_limited"
      ? `${rate.perSecond} requests per second and bursts of ${rate.burst}`
      : `${perDay} requests per UTC day`;
  return new AppError(code, {
    detail: `The tier ${tier} allows ${allowed} in each environment. Wait as many seconds as Retry-After says.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

const spendingOf = inMemory((deps): Spending => {
  const unwritten = new Set<Allowance>();
  const report = (error: unknown) => deps.log.warn({ err: error }, "Writing quotas failed; will retry");
  return {
    allowances: { sandbox: new Map(), live: new Map() },
    unwritten,
    ...writeBehind(writeEveryMs, () => writeOut(deps, unwritten), report),
  };
});

/** The usage in memory, or else the stored count of an earlier process. */
function allowanceOf(
  deps: Deps,
  { allowances }: Spending,
  { accountId, environment }: AccountEnvironment,
): Allowance {
  const known = allowances[environment].get(accountId);
  if (known !== undefined) return known;
  const used = limitStore(deps.stores.accounts.db).findUse({ accountId, environment });
  const { day, requests } = used ?? { day: 0, requests: 0 };
  const allowance = { accountId, environment, spent: { level: { backlog: 0, at: 0 }, day, requests } };
  allowances[environment].set(accountId, allowance);
  return allowance;
}

async function writeOut(deps: Deps, unwritten: Set<Allowance>): Promise<void> {
  const written = [...unwritten];
  if (written.length === 0) return;
  unwritten.clear();
  try {
    await deps.stores.accounts.write((tx) => {
      for (const { accountId, environment, spent } of written) {
        // The account may be deleted by now.
        if (!limitStore(tx).findTier(accountId)) continue;
        const { day, requests } = spent;
        limitStore(tx).saveUse({ accountId, environment, day, requests });
      }
    });
  } catch (error) {
    for (const allowance of written) unwritten.add(allowance);
    throw error;
  }
}
