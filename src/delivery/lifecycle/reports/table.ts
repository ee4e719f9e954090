import { table, text } from "../../../infra/db/columns.ts";

export const carrierReports = table("carrier_reports", {
  assignmentId: text("assignment_id").notNull(),
  /** The carrier's own. */
  id: text().notNull(),
  hash: text().notNull(),
  result: text().$type<"applied" | "late" | "refused">().notNull(),
});
