import type { Db } from "@/infra/db/store.ts";
import { jobOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { lastNotice, type NoticeRow, unseenNotices } from "../../../lifecycle/driver-notices/reading.ts";
import { findShipment } from "../../../lifecycle/state/reading.ts";
import type { NoticeView } from "./schema.ts";
import { toNoticeView } from "./view.ts";

/** What a driver has not seen yet, oldest first. Of an offer they learn nothing here but that there is one. */
export function unseenViewsOf(db: Db, driverId: string): NoticeView[] {
  return unseenNotices(db, driverId).flatMap((row) => viewOf(db, row) ?? []);
}

/** Undefined for a job that went to others before its driver knew of it. */
export function viewOf(db: Db, row: NoticeRow): NoticeView | undefined {
  if (row.assignmentId === null || row.shipmentId === null) return toNoticeView(row, null);
  const job = jobOf(db, row.assignmentId);
  const isTheirs = job?.driverId === row.driverId && job.status !== "ended";
  if (row.kind !== "cancellation" && !isTheirs) return undefined;
  const isOffer = row.kind === "job" && job?.status === "offered";
  return toNoticeView(row, isOffer ? null : (findShipment(db, row.shipmentId) ?? null));
}

/** The last that a driver was told of a job's being theirs. */
export function jobNotice(
  db: Db,
  { assignmentId, driverId }: { assignmentId: string; driverId: string | null },
): NoticeRow | undefined {
  return driverId === null ? undefined : lastNotice(db, { assignmentId, driverId }, "job");
}
