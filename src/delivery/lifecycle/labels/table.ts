import { blob, gone, integer, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { CarrierLabel } from "../../carriers/tracked.ts";

export const carrierLabels = table("carrier_labels", {
  assignmentId: plain(text("assignment_id").primaryKey()),
  accountId: plain(text("account_id").notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  /** Failed attempts to fetch it. */
  attempts: plain(integer().notNull()),
  /** When Waybill asks the carrier next; null: the label is here, or Waybill has given up. */
  dueAt: plain(integer("due_at")),
  contentType: plain(text("content_type").$type<CarrierLabel["contentType"]>()),
  sha256: plain(text()),
  /** Bytes of the content. */
  size: plain(integer().notNull()),
  content: personal(blob({ mode: "buffer" }), gone),
});
