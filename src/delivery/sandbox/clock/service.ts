import { forgetSpendingAhead } from "../../../access/limits/spending.ts";
import { removeUsageAhead } from "../../../access/usage/service.ts";
import { forgetChores, planChores } from "../../../infra/chores/service.ts";
import { fromTimestamp, toTimestamp } from "../../../infra/clock.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { AccountClocks } from "../../../infra/test-clock/clocks.ts";
import { type Goal, isFrozen } from "../../../infra/test-clock/test-clock.ts";
import { dayMs } from "../../../infra/units.ts";
import { webhookIdsOf } from "../../../messaging/webhooks/removal.ts";
import { resetSandbox } from "../reset.ts";
import { aheadDaysMax, type ClockView, type MoveClock, type MovedClock } from "./schema.ts";

/** The clock of an account's sandbox. Without one, the sandbox is in real time. */

/** @throws AppError `test_clock_unavailable` */
export function getClock(deps: Deps, { accountId }: Caller): ClockView {
  const { times } = requireClocks(deps);
  const clock = times.find(accountId);
  const now = times.now(accountId);
  return {
    now: toTimestamp(now),
    frozen_at: clock && isFrozen(clock) ? toTimestamp(now) : null,
    ahead_seconds: clock ? (now - deps.realClock.now()) / 1000 : 0,
    is_real: clock === undefined,
  };
}

/**
 * Moves the clock forward and runs what falls due on the way. Of several requests at once each waits for the one before.
 * @throws AppError `test_clock_unavailable`, `validation_failed`, `shutting_down`
 */
export async function moveClock(deps: Deps, caller: Caller, input: MoveClock): Promise<MovedClock> {
  const clocks = requireClocks(deps);
  const ran = await clocks.runner.move(caller.accountId, async () => {
    const goal = goalOf(deps, clocks, caller.accountId, input);
    await planChores(deps, caller.accountId);
    return goal;
  });
  return { ...getClock(deps, caller), ran };
}

/**
 * Deletes what a reset of the sandbox deletes, and counts of days that lie ahead, and returns to real time.
 * @throws AppError `test_clock_unavailable`
 */
export function removeClock(deps: Deps, caller: Caller): Promise<void> {
  const { runner } = requireClocks(deps);
  return runner.remove(caller.accountId, async (drop) => {
    await resetSandbox(deps, caller, ({ tx }) => {
      forgetChores(tx, caller.accountId);
      drop(tx);
    });
    const account = { accountId: caller.accountId, environment: "sandbox" } as const;
    const { db } = deps.stores.platform("sandbox");
    await removeUsageAhead(deps, account, webhookIdsOf(db, account.accountId));
    forgetSpendingAhead(deps, account);
  });
}

function requireClocks({ clocks }: Deps): AccountClocks {
  if (clocks) return clocks;
  throw new AppError("test_clock_unavailable");
}

/** @throws AppError `validation_failed` */
function goalOf(
  { realClock }: Deps,
  { times }: AccountClocks,
  accountId: string,
  { frozen_at: frozenAt, freeze, advance_seconds: seconds, to }: MoveClock,
): Goal {
  const given = [frozenAt, freeze, seconds, to].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw invalidField("#", "one_of", "must have exactly one of frozen_at, freeze, advance_seconds and to");
  }
  const now = times.now(accountId);
  if (frozenAt === null) return { at: now, runsOn: true };
  if (freeze) return { at: now, runsOn: false };
  const pointer = frozenAt !== undefined ? "#/frozen_at" : to !== undefined ? "#/to" : "#/advance_seconds";
  const at = fromTimestamp(frozenAt ?? to) ?? now + Math.round((seconds ?? 0) * 1000);
  if (at < now) {
    throw invalidField(
      pointer,
      "order",
      `must not be before the clock's time, ${toTimestamp(now)}. The clock only moves forward. Delete it to return to real time.`,
    );
  }
  if (at > realClock.now() + aheadDaysMax * dayMs) {
    throw invalidField(pointer, "maximum", "must be at most 10 years ahead of real time");
  }
  const clock = times.find(accountId);
  return { at, runsOn: frozenAt === undefined && !(clock && isFrozen(clock)) };
}
