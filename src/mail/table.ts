import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const mails = sqliteTable("mails", {
  id: text().primaryKey(),
  /** Whose people it is for. */
  accountId: text("account_id").notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  attempts: integer().notNull(),
  dueAt: integer("due_at").notNull(),
  createdAt: integer("created_at").notNull(),
});
