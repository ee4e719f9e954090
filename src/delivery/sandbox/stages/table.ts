import { integer, table, text } from "../../../infra/db/columns.ts";

export const stages = table("stages", {
  position: integer().primaryKey(),
  accountId: text("account_id").notNull(),
  /** The account whose key opened it; null once that account is gone. */
  openedBy: text("opened_by"),
  name: text().notNull(),
  /** As it was sent. */
  seed: text(),
  /** What its ids derive from; null for random ones. */
  idsSeed: text("ids_seed"),
  createdAt: integer("created_at").notNull(),
});
