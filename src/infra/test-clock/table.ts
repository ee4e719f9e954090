import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const sandboxClocks = sqliteTable("sandbox_clocks", {
  accountId: text("account_id").primaryKey(),
  aheadMs: integer("ahead_ms").notNull(),
  frozenAt: integer("frozen_at"),
  goalAt: integer("goal_at"),
  runsOn: integer("runs_on", { mode: "boolean" }).notNull(),
});
