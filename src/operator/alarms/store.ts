import { and, asc, desc, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import type { AlarmState, Channel, OpenTrouble } from "./alarm.ts";
import { alarms, troubles } from "./table.ts";

export type TroubleRow = typeof troubles.$inferSelect;
export type AlarmRow = typeof alarms.$inferSelect;

export const alarmStore = prepared((db) => ({
  open: (): OpenTrouble[] =>
    db
      .select({ id: troubles.id, needId: troubles.needId, missingSince: troubles.missingSince })
      .from(troubles)
      .where(isNull(troubles.endedAt))
      .all(),
  insertTrouble: (row: TroubleRow): void => void db.insert(troubles).values(row).run(),
  changeTrouble: (id: string, change: Partial<TroubleRow>): void =>
    void db.update(troubles).set(change).where(eq(troubles.id, id)).run(),
  /** Newest first. */
  list: (count: number): TroubleRow[] =>
    db.select().from(troubles).orderBy(desc(troubles.id)).limit(count).all(),
  insertAlarm: (row: AlarmRow): void => void db.insert(alarms).values(row).run(),
  changeAlarm: (id: string, change: Partial<AlarmRow>): void =>
    void db.update(alarms).set(change).where(eq(alarms.id, id)).run(),
  removeAlarm: (id: string): void => void db.delete(alarms).where(eq(alarms.id, id)).run(),
  alarmsOf: (troubleIds: readonly string[], state?: AlarmState): AlarmRow[] =>
    db
      .select()
      .from(alarms)
      .where(
        and(
          inArray(alarms.troubleId, [...troubleIds]),
          state === undefined ? undefined : eq(alarms.state, state),
        ),
      )
      .orderBy(alarms.id)
      .all(),
  /** The most urgent first, with what they are about. */
  due: (channel: Channel, now: number, count: number): { alarm: AlarmRow; trouble: TroubleRow }[] =>
    db
      .select({ alarm: alarms, trouble: troubles })
      .from(alarms)
      .innerJoin(troubles, eq(troubles.id, alarms.troubleId))
      .where(and(eq(alarms.channel, channel), lte(alarms.dueAt, now)))
      .orderBy(desc(troubles.weight), asc(alarms.id))
      .limit(count)
      .all(),
  /** How many were sent after a time. */
  sentAfter: (channel: Channel, time: number): number =>
    db
      .select({ id: alarms.id })
      .from(alarms)
      .where(and(eq(alarms.channel, channel), gt(alarms.sentAt, time)))
      .all().length,
}));
