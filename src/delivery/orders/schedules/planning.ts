import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { errorCatalog } from "../../../infra/error-catalog.ts";
import { raiseScheduleFailed, settleScheduleFailed } from "../../fleet/attention/schedules.ts";
import { dueAt, type Occurrence } from "./calendar.ts";
import { dayId } from "./schedule.ts";
import { type DayRow, type ScheduleRow, scheduleStore, schedulesDue } from "./store.ts";
import { planOf } from "./view.ts";

/** When the time of a day has come, it gets a row, once, and another job makes its shipment. */

export function dueSchedules({ stores }: Deps, environment: Environment): DueRows {
  return schedulesDue(stores.platform(environment));
}

export function planSchedule(deps: Deps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, (writing) => {
    const row = scheduleStore(writing.tx).find(id);
    if (row?.dueAt != null && row.dueAt <= writing.now) planDays(writing, row, row.dueAt);
  });
}

/**
 * Gives each day that is due a row, and says when the next one is. A day whose pickup is over gets no shipment.
 * @param since until when somebody has looked: days that were missed since then are told
 */
export function planDays(writing: Writing, row: ScheduleRow, since?: number): void {
  const { tx, now } = writing;
  const store = scheduleStore(tx);
  if (row.paused) {
    store.change(row.id, { dueAt: null, idleSince: row.idleSince ?? now });
    return;
  }
  const { due, next, over } = dueAt(planOf(row), now, since);
  for (const occurrence of due)
    addDay(writing, row, occurrence, { status: "waiting", problem: null, dueAt: now });
  for (const occurrence of over) {
    if (!addDay(writing, row, occurrence, { status: "missed", problem: stopped, dueAt: null })) continue;
    const { date, endsAt } = occurrence;
    const { id: scheduleId, accountId, name } = row;
    raiseScheduleFailed(writing, { scheduleId, accountId, name, date, endsAt, detail: stopped.detail });
  }
  // It is over when its last day is.
  const at = next?.makesAt ?? due.at(-1)?.endsAt ?? null;
  store.change(row.id, { dueAt: at, idleSince: at === null ? (row.idleSince ?? now) : null });
}

/** Why days passed without a try. */
const stopped = {
  code: "shutting_down",
  title: errorCatalog.shutting_down.title,
  detail: "Waybill was not running from when it was due until its pickup window was over.",
};

/** @returns false if the day has a row */
function addDay(
  { tx }: Writing,
  row: ScheduleRow,
  { date, endsAt }: Occurrence,
  state: Pick<DayRow, "status" | "problem" | "dueAt">,
): boolean {
  const id = dayId(row.id, date);
  if (scheduleStore(tx).findDay(id)) return false;
  const { id: scheduleId, accountId } = row;
  scheduleStore(tx).insertDay({
    id,
    scheduleId,
    accountId,
    date,
    shipmentId: null,
    tries: 0,
    endsAt,
    ...state,
  });
  return true;
}

/** A changed schedule tries anew what it has not made, and nothing of what is not wanted any more. */
export function planAnew(writing: Writing, row: ScheduleRow): void {
  scheduleStore(writing.tx).removeOpenDays(row.id);
  settleScheduleFailed(writing, row.id);
  planDays(writing, row);
}
