import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { NoticeKind } from "./notice.ts";
import { driverNotices } from "./table.ts";

export type NoticeRow = typeof driverNotices.$inferSelect;

/** Ids are of digits and letters. */
const afterAllIds = "~";

export const noticeStore = prepared((db) => {
  const { id, driverId, assignmentId, seenAt } = driverNotices;
  const ofDriver = eq(driverId, sql.placeholder("driverId"));
  const ofJob = and(eq(assignmentId, sql.placeholder("assignmentId")), ofDriver);
  const find = db
    .select()
    .from(driverNotices)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const unseen = db
    .select()
    .from(driverNotices)
    .where(and(ofDriver, isNull(seenAt)))
    .orderBy(asc(id))
    .prepare();
  const ofTurn = db.select().from(driverNotices).where(ofJob).orderBy(asc(id)).prepare();
  const list = db
    .select()
    .from(driverNotices)
    .where(and(ofDriver, lt(id, sql.placeholder("before"))))
    .orderBy(desc(id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const remove = db
    .delete(driverNotices)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const removeOfDriver = db.delete(driverNotices).where(ofDriver).prepare();
  return {
    insert: rowInsert(db, driverNotices),
    change: rowChange(db, driverNotices, "id"),
    find: (noticeId: string): NoticeRow | undefined => find.get({ id: noticeId }),
    /** Oldest first. */
    unseenOf: (ofDriverId: string): NoticeRow[] => unseen.all({ driverId: ofDriverId }),
    /** What a driver was told of a job, oldest first. */
    ofJob: (ofAssignmentId: string, ofDriverId: string): NoticeRow[] =>
      ofTurn.all({ assignmentId: ofAssignmentId, driverId: ofDriverId }),
    /** All of a driver, newest first, from before a place. */
    listOf: (ofDriverId: string, before = afterAllIds, limit: number): NoticeRow[] =>
      list.all({ driverId: ofDriverId, before, limit }),
    remove: (noticeId: string): void => void remove.run({ id: noticeId }),
    removeOfDriver: (ofDriverId: string): void => void removeOfDriver.run({ driverId: ofDriverId }),
  };
});

/** The newest of a kind. */
export function lastOf(rows: readonly NoticeRow[], wanted: NoticeKind): NoticeRow | undefined {
  return rows.findLast(({ kind }) => kind === wanted);
}
