import type { Erasure } from "../../infra/backups/backup.ts";
import { integer, plain, table, text } from "../../infra/db/columns.ts";

/** Ids of what was erased. */
export const erasures = table("erasures", {
  id: plain(text().primaryKey()),
  kind: plain(text().$type<Erasure["kind"]>().notNull()),
  environment: plain(text().$type<Erasure["environment"]>()),
  erasedAt: plain(integer("erased_at").notNull()),
  /** When it is erased again; null if nothing brought it back. */
  dueAt: plain(integer("due_at")),
});
