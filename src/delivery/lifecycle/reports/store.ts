import { and, eq, sql } from "drizzle-orm";
import { rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { carrierReports } from "./table.ts";

export type KeptReport = typeof carrierReports.$inferSelect;

export const reportStore = prepared((db) => {
  const find = db
    .select()
    .from(carrierReports)
    .where(
      and(
        eq(carrierReports.assignmentId, sql.placeholder("assignmentId")),
        eq(carrierReports.id, sql.placeholder("id")),
      ),
    )
    .prepare();
  return {
    find: (assignmentId: string, id: string): KeptReport | undefined => find.get({ assignmentId, id }),
    save: rowUpsert(db, carrierReports, "assignmentId", "id"),
  };
});
