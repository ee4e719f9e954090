import type { DueRows } from "../db/due-rows.ts";
import type { Tx } from "../db/store.ts";
import { type Deps, write } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { nextHourly } from "./hourly.ts";
import { choreStore, choresDue } from "./store.ts";
import type { Plan } from "./table.ts";

/**
 * Calendar jobs in the sandbox of an account that has a clock of its own: the same work for this account alone, when its
 * clock passes the job's time of day.
 */

/** A calendar job that works for one account, too. */
export type Chore = CalendarJob & Required<Pick<CalendarJob, "runOf">>;

export function isChore(job: CalendarJob): job is Chore {
  return job.runOf !== undefined;
}

/**
 * The job for all other accounts. Some account's clock may have stood still for so long that real time is ahead of it: the
 * job comes only as far as that, and so removes nothing too early.
 */
export function behindClocks({ clocks }: Deps, job: CalendarJob): CalendarJob {
  if (!clocks || !isChore(job)) return job;
  const { times } = clocks;
  const earliest = (now: number) =>
    Math.min(now, ...times.all().map(({ accountId }) => times.now(accountId)));
  return { ...job, run: (now) => job.run(earliest(now)) };
}

/** Accounts with something to do. */
export const dueChores = ({ stores }: Deps): DueRows => choresDue(stores.platform("sandbox"));

/** Plans each chore for the next time of its day: the account's clock begins to move, or its settings may have changed. */
export async function planChores({ clocks, stores }: Deps, accountId: string): Promise<void> {
  const dueAt = clocks?.times.now(accountId) ?? null;
  await stores.platform("sandbox").write((tx) => choreStore(tx).put({ accountId, dueAt, plan: {} }));
}

/** The account returns to real time, in which the calendar works for it as for all others. */
export function forgetChores(tx: Tx, accountId: string): void {
  choreStore(tx).remove(accountId);
}

/** Does what is due, and plans what follows. Runs in the account's time. */
export async function runChores(deps: Deps, chores: readonly Chore[], accountId: string): Promise<void> {
  const row = choreStore(deps.stores.platform("sandbox").db).find(accountId);
  if (!row) return;
  const now = deps.clock.now();
  const plan: Plan = {};
  for (const { name, pattern, runOf } of chores) {
    const planned = row.plan[name];
    if (planned === undefined) plan[name] = nextHourly(pattern, now);
    else if (planned === null || planned > now) plan[name] = planned;
    else plan[name] = timeAfter(pattern, now, await runOf(now, accountId));
  }
  const times = Object.values(plan).filter((at) => at !== null);
  const dueAt = times.length === 0 ? null : Math.min(...times);
  await write(deps, "sandbox", ({ tx }) => choreStore(tx).change({ accountId, dueAt, plan }, row.dueAt));
}

/** The first run of a pattern after now that comes when there is more to do; null: never. */
function timeAfter(pattern: string, now: number, again: number): number | null {
  return again === Number.POSITIVE_INFINITY ? null : nextHourly(pattern, Math.max(now, again));
}
