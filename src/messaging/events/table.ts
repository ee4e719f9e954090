import { apart, integer, personal, plain, table, text } from "../../infra/db/columns.ts";
import type { StoredText } from "../../infra/stored-links.ts";

export const events = table("events", {
  position: plain(integer().primaryKey({ autoIncrement: true })),
  id: plain(text().notNull()),
  accountId: plain(text("account_id").notNull()),
  type: plain(text().notNull()),
  shipmentId: plain(text("shipment_id")),
  sequence: plain(integer()),
  body: personal(text().$type<StoredText>().notNull(), apart("redactEvents")),
  /** Made to test an endpoint. Nothing happened, so it is not listed. */
  sample: plain(integer({ mode: "boolean" }).notNull()),
  /** The body has no personal data any more. */
  isRedacted: plain(integer("is_redacted", { mode: "boolean" }).notNull()),
  createdAt: plain(integer("created_at").notNull()),
});
