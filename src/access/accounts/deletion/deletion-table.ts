import { apart, integer, personal, plain, table, text } from "../../../infra/db/columns.ts";

/** Accounts that are to be deleted. A row outlives its account by an hour. */
export const accountDeletions = table("account_deletions", {
  accountId: plain(text("account_id").primaryKey()),
  stage: plain(text().$type<"waiting" | "erasing" | "gone">().notNull()),
  requestedAt: plain(integer("requested_at").notNull()),
  /** When the stage has its next step. */
  dueAt: plain(integer("due_at").notNull()),
});

/** People who are gone, until no file holds their data. */
export const userErasures = table("user_erasures", {
  userId: plain(text("user_id").primaryKey()),
  accountId: plain(text("account_id").notNull()),
  /** The person's addresses with a space between, which no address holds; null once nothing holds one. */
  emails: personal(text("email"), apart("erasePerson")),
  dueAt: plain(integer("due_at").notNull()),
});
