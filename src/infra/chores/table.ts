import { integer, json, plain, table, text } from "../db/columns.ts";

/** When each chore is due, by its name. */
export type Plan = Record<string, number>;

export const sandboxChores = table("sandbox_chores", {
  accountId: plain(text("account_id").primaryKey()),
  dueAt: plain(integer("due_at")),
  plan: plain(json<Plan>()().notNull()),
});
