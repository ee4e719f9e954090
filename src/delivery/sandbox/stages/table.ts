import { integer, plain, table, text } from "../../../infra/db/columns.ts";

export const stages = table("stages", {
  position: plain(integer().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  /** The account whose key opened it; null once that account is gone. */
  openedBy: plain(text("opened_by")),
  name: plain(text().notNull()),
  /** As it was sent. */
  seed: plain(text()),
  /** What its ids derive from; null for random ones. */
  idsSeed: plain(text("ids_seed")),
  createdAt: plain(integer("created_at").notNull()),
});
