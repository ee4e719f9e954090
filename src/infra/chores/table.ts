import { integer, json, table, text } from "../db/columns.ts";

/** When each chore is due, by its name. */
export type Plan = Record<string, number>;

export const sandboxChores = table("sandbox_chores", {
  accountId: text("account_id").primaryKey(),
  dueAt: integer("due_at"),
  plan: json<Plan>()().notNull(),
});
