import type { Db } from "../../../infra/db/store.ts";
import type { NoticeKind } from "./notice.ts";
import { lastOf, type NoticePage, type NoticeRow, noticeStore } from "./store.ts";

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

/** The first job or change that a driver was told of and has not seen. */
export function firstUnseen(
  db: Db,
  { assignmentId, driverId }: { assignmentId: string; driverId: string },
): NoticeRow | undefined {
  return noticeStore(db)
    .ofJob(assignmentId, driverId)
    .find(({ kind, seenAt }) => seenAt === null && (kind === "job" || kind === "change"));
}

/** Undefined for one that was withdrawn. */
export function findNotice(db: Db, id: string): NoticeRow | undefined {
  const row = noticeStore(db).find(id);
  return row?.withdrawnAt === null ? row : undefined;
}

/** One that was withdrawn, and that the phone may have shown all the same. */
export function findWithdrawn(db: Db, id: string): NoticeRow | undefined {
  const row = noticeStore(db).find(id);
  return row && row.withdrawnAt !== null ? row : undefined;
}

/** What drivers of an account, or of the installation, were told within 30 days, newest first. */
export function listNoticeRows(db: Db, page: NoticePage): NoticeRow[] {
  return noticeStore(db).list(page);
}
