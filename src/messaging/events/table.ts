import { integer, table, text } from "../../infra/db/columns.ts";
import type { StoredText } from "../../infra/stored-links.ts";

export const events = table("events", {
  position: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  accountId: text("account_id").notNull(),
  type: text().notNull(),
  shipmentId: text("shipment_id"),
  sequence: integer(),
  body: text().$type<StoredText>().notNull(),
  /** Made to test an endpoint. Nothing happened, so it is not listed. */
  sample: integer({ mode: "boolean" }).notNull(),
  /** The body has no personal data any more. */
  isRedacted: integer("is_redacted", { mode: "boolean" }).notNull(),
  createdAt: integer("created_at").notNull(),
});
