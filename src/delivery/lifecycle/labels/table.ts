import { blob, integer, table, text } from "../../../infra/db/columns.ts";
import type { CarrierLabel } from "../../carriers/tracked.ts";

export const carrierLabels = table("carrier_labels", {
  assignmentId: text("assignment_id").primaryKey(),
  accountId: text("account_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  /** Failed attempts to fetch it. */
  attempts: integer().notNull(),
  /** When Waybill asks the carrier next; null: the label is here, or Waybill has given up. */
  dueAt: integer("due_at"),
  contentType: text("content_type").$type<CarrierLabel["contentType"]>(),
  sha256: text(),
  /** Bytes of the content. */
  size: integer().notNull(),
  content: blob({ mode: "buffer" }),
});
