import { integer, plain, table, text } from "../db/columns.ts";

/** In the store of each environment. */
export const notices = table("notices", {
  /** The account whose users get it. */
  accountId: plain(text("account_id").notNull()),
  about: plain(text().notNull()),
  subject: plain(text().notNull()),
  text: plain(text().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  dueAt: plain(integer("due_at").notNull()),
});

/** In the accounts' store: both environments share a digest. */
export const digests = table("digests", {
  accountId: plain(text("account_id").primaryKey()),
  nextAt: plain(integer("next_at").notNull()),
  attempts: plain(integer().notNull()),
});
