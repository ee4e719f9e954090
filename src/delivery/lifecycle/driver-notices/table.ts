import { expires, gone, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import { dayMs } from "../../../infra/units.ts";
import type { NoticeDetails, NoticeKind } from "./notice.ts";

/** One row for each job, change, recall and cancellation of an assignment and driver, and for each note to a driver. */
export const driverNotices = table("driver_notices", {
  id: plain(text().primaryKey()),
  driverId: plain(text("driver_id").notNull()),
  /** The driver's account; null: the installation's. */
  accountId: plain(text("account_id")),
  /** Null for a note. */
  assignmentId: plain(text("assignment_id")),
  shipmentId: plain(text("shipment_id")),
  kind: plain(text().$type<NoticeKind>().notNull()),
  details: personal(json<NoticeDetails>()().notNull(), gone),
  madeAt: expires(integer("made_at").notNull(), 30 * dayMs),
  /** When the driver's phone had it. */
  reachedAt: plain(integer("reached_at")),
  /** When the driver tapped that they have seen it. */
  seenAt: plain(integer("seen_at")),
  /** When it was taken back before it had reached the phone, as far as Waybill knew; null: it counts. Shows nowhere. */
  withdrawnAt: plain(integer("withdrawn_at")),
  /** When Waybill wakes the driver's phones because of it; null: it did, or push is off. */
  pushAt: plain(integer("push_at")),
});
