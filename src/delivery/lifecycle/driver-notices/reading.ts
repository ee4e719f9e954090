import type { Db } from "../../../infra/db/store.ts";
import type { NoticeKind } from "./notice.ts";
import { lastOf, type NoticeRow, noticeStore } from "./store.ts";

/** How every feature reads what drivers were told. `db` is a database or a transaction. */

export type { NoticeRow } from "./store.ts";

/** What a driver has not seen yet, oldest first. */
export function unseenNotices(db: Db, driverId: string): NoticeRow[] {
  return noticeStore(db).unseenOf(driverId);
}

/** The last of a kind that a driver was told of a job; undefined where there was none, or it was withdrawn. */
export function lastNotice(
  db: Db,
  { assignmentId, driverId }: { assignmentId: string; driverId: string },
  kind: NoticeKind,
): NoticeRow | undefined {
  return lastOf(noticeStore(db).ofJob(assignmentId, driverId), kind);
}

export function findNotice(db: Db, id: string): NoticeRow | undefined {
  return noticeStore(db).find(id);
}

/** All that a driver was told within 30 days, newest first, from before a place. */
export function noticesOf(db: Db, driverId: string, before: string | undefined, limit: number): NoticeRow[] {
  return noticeStore(db).listOf(driverId, before, limit);
}
