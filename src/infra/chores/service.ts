import type { DueRows } from "../db/due-rows.ts";
import type { Tx } from "../db/store.ts";
import { type Deps, write } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { hourMs, minuteMs } from "../units.ts";
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
    else if (planned > now) plan[name] = planned;
    else plan[name] = nextHourly(pattern, Math.max(now, await runOf(now, accountId)));
  }
  const dueAt = Math.min(...Object.values(plan));
  await write(deps, "sandbox", ({ tx }) => choreStore(tx).change({ accountId, dueAt, plan }, row.dueAt));
}

/** When a job runs next after a time. `pattern` is hourly: the minute and four stars. */
function nextHourly(pattern: string, after: number): number {
  const [, minute] = /^(\d+) \* \* \* \*$/.exec(pattern) ?? [];
  if (minute === undefined) throw new Error(`the pattern ${pattern} is not hourly`);
  const pastHourMs = Number(minute) * minuteMs;
  return (Math.floor((after - pastHourMs) / hourMs) + 1) * hourMs + pastHourMs;
}
