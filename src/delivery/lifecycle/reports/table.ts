import { sqliteTable, text } from "drizzle-orm/sqlite-core";

export const carrierReports = sqliteTable("carrier_reports", {
  assignmentId: text("assignment_id").notNull(),
  /** The carrier's own. */
  id: text().notNull(),
  hash: text().notNull(),
  result: text().$type<"applied" | "late" | "refused">().notNull(),
});
