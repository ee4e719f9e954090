import type { Erasure } from "../../infra/backups/backup.ts";
import { integer, table, text } from "../../infra/db/columns.ts";

/** Ids of what was erased. */
export const erasures = table("erasures", {
  id: text().primaryKey(),
  kind: text().$type<Erasure["kind"]>().notNull(),
  environment: text().$type<Erasure["environment"]>(),
  erasedAt: integer("erased_at").notNull(),
  /** When it is erased again; null if nothing brought it back. */
  dueAt: integer("due_at"),
});
