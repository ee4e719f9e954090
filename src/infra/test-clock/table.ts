import { integer, plain, table, text } from "../db/columns.ts";

export const sandboxClocks = table("sandbox_clocks", {
  accountId: plain(text("account_id").primaryKey()),
  aheadMs: plain(integer("ahead_ms").notNull()),
  frozenAt: plain(integer("frozen_at")),
  goalAt: plain(integer("goal_at")),
  runsOn: plain(integer("runs_on", { mode: "boolean" }).notNull()),
});
