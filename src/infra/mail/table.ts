import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In the store of each environment. */
export const notices = sqliteTable("notices", {
  /** The account whose users get it. */
  accountId: text("account_id").notNull(),
  about: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  createdAt: integer("created_at").notNull(),
  dueAt: integer("due_at").notNull(),
});

/** In the accounts' store: both environments share a digest. */
export const digests = sqliteTable("digests", {
  accountId: text("account_id").primaryKey(),
  nextAt: integer("next_at").notNull(),
  attempts: integer().notNull(),
});
