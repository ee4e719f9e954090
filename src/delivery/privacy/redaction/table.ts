import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Stage } from "./stage.ts";

/** One row for each redaction that is not complete. */
export const redactions = sqliteTable("redactions", {
  shipmentId: text("shipment_id").primaryKey(),
  accountId: text("account_id").notNull(),
  stage: text().$type<Stage>().notNull(),
  /** The position of the last event that was rewritten. */
  eventsThrough: integer("events_through").notNull(),
  dueAt: integer("due_at").notNull(),
});
