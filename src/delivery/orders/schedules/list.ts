import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { dueDates, localDate, occurrenceOn } from "./calendar.ts";
import { dayId } from "./schedule.ts";
import type { ScheduleQuery, ScheduleView, UpcomingDaysView } from "./schema.ts";
import { type ScheduleRow, scheduleStore } from "./store.ts";
import { firstShown, planOf, toScheduleView, toUpcomingView } from "./view.ts";

/** Schedules as they are read. */

/** An account's schedules, newest first. */
export function listSchedules(deps: Deps, caller: Caller, query: ScheduleQuery) {
  const { db } = deps.stores.platform(caller.environment);
  return readPage(deps, { name: "schedules", of: caller }, query, {
    read: (before, limit) => scheduleStore(db).list(caller.accountId, before, limit),
    placeOf: ({ id }) => id,
    view: (row: ScheduleRow) => viewOf(deps, db, caller, row),
  });
}

/** @throws AppError `not_found` */
export function getSchedule(deps: Deps, caller: Caller, id: string): ScheduleView {
  const { db } = deps.stores.platform(caller.environment);
  return viewOf(deps, db, caller, requireSchedule(db, caller, id));
}

/** The days that come, and those of the last weeks that were missed. @throws AppError `not_found` */
export function getUpcoming(deps: Deps, caller: Caller, id: string, count: number): UpcomingDaysView {
  const { db } = deps.stores.platform(caller.environment);
  const row = requireSchedule(db, caller, id);
  const now = deps.clock.now();
  return toUpcomingView(row, scheduleStore(db).daysAfter(id, firstShown(row, now)), count, now);
}

/** @throws AppError `not_found` */
export function requireSchedule(
  db: Db | Tx,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): ScheduleRow {
  const row = scheduleStore(db).find(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

export function viewOf(deps: Deps, db: Db | Tx, { environment }: Caller, row: ScheduleRow): ScheduleView {
  const failed = scheduleStore(db).firstFailed(row.id);
  return toScheduleView(row, { next: nextOf(db, row, deps.clock.now()), failed }, environment);
}

/** Past a year of days nobody looks. */
const daysLooked = 400;

/** The next day that is planned and has no row. */
function nextOf(db: Db | Tx, row: ScheduleRow, now: number): string | null {
  if (row.paused) return null;
  let looked = 0;
  for (const date of dueDates(planOf(row), localDate(now, row.timeZone))) {
    const isOver = occurrenceOn(planOf(row), date).endsAt <= now;
    if (!isOver && !scheduleStore(db).findDay(dayId(row.id, date))) return date;
    if (++looked > daysLooked) break;
  }
  return null;
}
