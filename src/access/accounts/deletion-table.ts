import { integer, table, text } from "../../infra/db/columns.ts";

/** Accounts that are to be deleted. A row outlives its account by an hour. */
export const accountDeletions = table("account_deletions", {
  accountId: text("account_id").primaryKey(),
  stage: text().$type<"waiting" | "erasing" | "gone">().notNull(),
  requestedAt: integer("requested_at").notNull(),
  /** When the stage has its next step. */
  dueAt: integer("due_at").notNull(),
});

/** People who are gone, until no file holds their data. */
export const userErasures = table("user_erasures", {
  userId: text("user_id").primaryKey(),
  accountId: text("account_id").notNull(),
  /** The person's addresses with a space between, which no address holds; null once nothing holds one. */
  emails: text("email"),
  dueAt: integer("due_at").notNull(),
});
