import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../db/rows.ts";

/** When each chore is due, by its name. */
export type Plan = Record<string, number>;

export const sandboxChores = sqliteTable("sandbox_chores", {
  accountId: text("account_id").primaryKey(),
  dueAt: integer("due_at"),
  plan: json<Plan>()().notNull(),
});
