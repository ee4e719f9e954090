import { blob, integer, table, text } from "../../../infra/db/columns.ts";
import type { CleanImage } from "./image.ts";

export const images = table("images", {
  id: text().primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** Whose shipments it belongs to; of an installation's carrier null until a report names it. */
  accountId: text("account_id"),
  namedAt: integer("named_at"),
  contentType: text("content_type").$type<CleanImage["contentType"]>().notNull(),
  sha256: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Bytes of the content. */
  size: integer().notNull(),
  content: blob({ mode: "buffer" }).notNull(),
  createdAt: integer("created_at").notNull(),
});
