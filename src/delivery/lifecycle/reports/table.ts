import { gone, personal, plain, table, text } from "../../../infra/db/columns.ts";

export const carrierReports = table("carrier_reports", {
  assignmentId: plain(text("assignment_id").notNull()),
  /** The carrier's own. */
  id: plain(text().notNull()),
  hash: personal(text().notNull(), gone),
  result: plain(text().$type<"applied" | "late" | "refused">().notNull()),
});
