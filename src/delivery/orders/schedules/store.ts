import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowChange, rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { scheduleDays, schedules } from "./table.ts";

export type ScheduleRow = typeof schedules.$inferSelect;
export type DayRow = typeof scheduleDays.$inferSelect;

/** Days that wait for their shipment, or that failed. */
const openStatuses = ["waiting", "failed"] as const;

export const scheduleStore = prepared((db) => {
  const id = sql.placeholder("id");
  const accountId = sql.placeholder("accountId");
  const byId = db.select().from(schedules).where(eq(schedules.id, id)).prepare();
  const remove = db.delete(schedules).where(eq(schedules.id, id)).prepare();
  const counted = db
    .select({ total: count() })
    .from(schedules)
    .where(eq(schedules.accountId, accountId))
    .prepare();
  const page = perShape<{ accountId: string; before: string | undefined; limit: number }, ScheduleRow>(
    (given) =>
      db
        .select()
        .from(schedules)
        .where(and(eq(schedules.accountId, given.accountId), given.before && lt(schedules.id, given.before)))
        .orderBy(desc(schedules.id))
        .limit(given.limit),
  );
  const idleBefore = db
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        eq(schedules.accountId, accountId),
        isNull(schedules.redactedAt),
        lt(schedules.idleSince, sql.placeholder("before")),
      ),
    )
    .orderBy(asc(schedules.idleSince))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstIdle = db
    .select({ at: sql<number | null>`min(${schedules.idleSince})` })
    .from(schedules)
    .where(and(eq(schedules.accountId, accountId), isNull(schedules.redactedAt)))
    .prepare();
  const withPeople = db
    .select({ id: schedules.id, shipment: schedules.shipment })
    .from(schedules)
    .where(and(eq(schedules.accountId, accountId), isNull(schedules.redactedAt)))
    .prepare();
  const some = db
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.accountId, accountId))
    .limit(sql.placeholder("limit"))
    .prepare();

  const dayById = db.select().from(scheduleDays).where(eq(scheduleDays.id, id)).prepare();
  const isOfSchedule = eq(scheduleDays.scheduleId, id);
  const daysFrom = db
    .select()
    .from(scheduleDays)
    .where(and(isOfSchedule, gt(scheduleDays.date, sql.placeholder("after"))))
    .orderBy(asc(scheduleDays.date))
    .prepare();
  const firstFailed = db
    .select()
    .from(scheduleDays)
    .where(and(isOfSchedule, eq(scheduleDays.status, "failed")))
    .orderBy(asc(scheduleDays.date))
    .limit(1)
    .prepare();
  const removeDays = db.delete(scheduleDays).where(isOfSchedule).prepare();
  /** Those without a shipment: a changed schedule tries them anew. */
  const removeOpen = db
    .delete(scheduleDays)
    .where(
      and(isOfSchedule, inArray(scheduleDays.status, [...openStatuses]), isNull(scheduleDays.shipmentId)),
    )
    .prepare();

  return {
    insert: rowInsert(db, schedules),
    update: rowUpdate(db, schedules, "id"),
    change: rowChange(db, schedules, "id"),
    find: (id: string): ScheduleRow | undefined => byId.get({ id }),
    remove(id: string): void {
      removeDays.run({ id });
      remove.run({ id });
    },
    countOf: (accountId: string): number => counted.get({ accountId })?.total ?? 0,
    /** Newest first. */
    list: (accountId: string, before: string | undefined, limit: number): ScheduleRow[] =>
      page.all({ accountId, before, limit }),
    /** Ids of those that are paused or over since before a time and have their personal data, longest ago first. */
    idleBefore: (accountId: string, before: number, limit: number): string[] =>
      idleBefore.all({ accountId, before, limit }).map(({ id }) => id),
    firstIdle: (accountId: string): number | undefined => firstIdle.get({ accountId })?.at ?? undefined,
    /** Those that say who shall get something: an account has at most a thousand. */
    withPeople: (accountId: string): Pick<ScheduleRow, "id" | "shipment">[] => withPeople.all({ accountId }),
    someOf: (accountId: string, limit: number): string[] =>
      some.all({ accountId, limit }).map(({ id }) => id),

    insertDay: rowInsert(db, scheduleDays),
    changeDay: rowChange(db, scheduleDays, "id"),
    findDay: (id: string): DayRow | undefined => dayById.get({ id }),
    /** In order. @param after a date */
    daysAfter: (scheduleId: string, after: string): DayRow[] => daysFrom.all({ id: scheduleId, after }),
    firstFailed: (scheduleId: string): DayRow | undefined => firstFailed.get({ id: scheduleId }),
    removeDays: (scheduleId: string): void => void removeDays.run({ id: scheduleId }),
    removeOpenDays: (scheduleId: string): void => void removeOpen.run({ id: scheduleId }),
  };
});

/** Schedules of which a day is due. */
export const schedulesDue = dueRows({
  table: "schedules",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});

/** Days that wait for their shipment, or its carrier. */
export const daysDue = dueRows({
  table: "schedule_days",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});
