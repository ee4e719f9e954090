import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Erasure } from "../../infra/backups/backup.ts";

/** Ids of what was erased. */
export const erasures = sqliteTable("erasures", {
  id: text().primaryKey(),
  kind: text().$type<Erasure["kind"]>().notNull(),
  environment: text().$type<Erasure["environment"]>(),
  erasedAt: integer("erased_at").notNull(),
  /** When it is erased again; null if nothing brought it back. */
  dueAt: integer("due_at"),
});
