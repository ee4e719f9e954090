import { integer, table, text } from "../db/columns.ts";

export const sandboxClocks = table("sandbox_clocks", {
  accountId: text("account_id").primaryKey(),
  aheadMs: integer("ahead_ms").notNull(),
  frozenAt: integer("frozen_at"),
  goalAt: integer("goal_at"),
  runsOn: integer("runs_on", { mode: "boolean" }).notNull(),
});
