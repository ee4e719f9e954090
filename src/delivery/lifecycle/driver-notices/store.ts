import { and, asc, desc, eq, isNotNull, isNull, lt, lte, max, sql } from "drizzle-orm";
import { dueLanes } from "../../../infra/db/due-lanes.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { NoticeKind } from "./notice.ts";
import { driverNotices } from "./table.ts";

export type NoticeRow = typeof driverNotices.$inferSelect;

export interface NoticePage {
  /** Undefined for the installation. */
  owner: string | undefined;
  driverId: string | undefined;
  shipmentId: string | undefined;
  /** Each has a statement of its own. */
  seen: { yes: true } | { no: true } | undefined;
  before: string | undefined;
  limit: number;
}

export const noticeStore = prepared((db) => {
  const { id, driverId, accountId, assignmentId, seenAt, withdrawnAt } = driverNotices;
  const counts = isNull(withdrawnAt);
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
    .where(and(ofDriver, isNull(seenAt), counts))
    .orderBy(asc(id))
    .prepare();
  const ofTurn = db.select().from(driverNotices).where(and(ofJob, counts)).orderBy(asc(id)).prepare();
  const page = perShape<NoticePage, NoticeRow>(
    ({ owner, driverId: ofDriverId, shipmentId, seen, before, limit }) =>
      db
        .select()
        .from(driverNotices)
        .where(
          and(
            owner ? eq(accountId, owner) : isNull(accountId),
            ofDriverId && eq(driverId, ofDriverId),
            shipmentId && eq(driverNotices.shipmentId, shipmentId),
            seen && ("yes" in seen ? isNotNull(seenAt) : isNull(seenAt)),
            before && lt(id, before),
            counts,
          ),
        )
        .orderBy(desc(id))
        .limit(limit),
  );
  const remove = db
    .delete(driverNotices)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const calm = db
    .update(driverNotices)
    .set({ pushAt: null })
    .where(
      and(ofDriver, lte(driverNotices.madeAt, sql.placeholder("until")), isNotNull(driverNotices.pushAt)),
    )
    .prepare();
  const lastToPush = db
    .select({ at: max(driverNotices.madeAt) })
    .from(driverNotices)
    .where(and(ofDriver, isNotNull(driverNotices.pushAt)))
    .prepare();
  const removeOfDriver = db.delete(driverNotices).where(ofDriver).prepare();
  return {
    insert: rowInsert(db, driverNotices),
    change: rowChange(db, driverNotices, "id"),
    /** Also one that was withdrawn. */
    find: (noticeId: string): NoticeRow | undefined => find.get({ id: noticeId }),
    /** Oldest first. */
    unseenOf: (ofDriverId: string): NoticeRow[] => unseen.all({ driverId: ofDriverId }),
    /** What a driver was told of a job, oldest first. */
    ofJob: (ofAssignmentId: string, ofDriverId: string): NoticeRow[] =>
      ofTurn.all({ assignmentId: ofAssignmentId, driverId: ofDriverId }),
    /** Newest first. */
    list: (wanted: NoticePage): NoticeRow[] => page.all(wanted),
    remove: (noticeId: string): void => void remove.run({ id: noticeId }),
    /** When the last was made for which a driver's phones are to be woken. */
    lastToPush: (ofDriverId: string): number | undefined =>
      lastToPush.get({ driverId: ofDriverId })?.at ?? undefined,
    /** Nothing that a driver was told until then wakes their phones any more. */
    calm: (ofDriverId: string, until: number): void => void calm.run({ driverId: ofDriverId, until }),
    removeOfDriver: (ofDriverId: string): void => void removeOfDriver.run({ driverId: ofDriverId }),
  };
});

/** What drivers' phones are woken for, in lanes of the drivers. */
export const pushesDue = dueLanes({
  table: "driver_notices",
  id: "id",
  lane: "driver_id",
  at: "push_at",
  account: (row) => `${row}.account_id`,
});

/** The newest of a kind. */
export function lastOf(rows: readonly NoticeRow[], wanted: NoticeKind): NoticeRow | undefined {
  return rows.findLast(({ kind }) => kind === wanted);
}
