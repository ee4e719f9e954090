import { integer, table, text } from "../db/columns.ts";

/** In the store of each environment. */
export const notices = table("notices", {
  /** The account whose users get it. */
  accountId: text("account_id").notNull(),
  about: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  createdAt: integer("created_at").notNull(),
  dueAt: integer("due_at").notNull(),
});

/** In the accounts' store: both environments share a digest. */
export const digests = table("digests", {
  accountId: text("account_id").primaryKey(),
  nextAt: integer("next_at").notNull(),
  attempts: integer().notNull(),
});
