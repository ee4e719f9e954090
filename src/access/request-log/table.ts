import { integer, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";

export const requestBatches = table("request_batches", {
  position: integer().primaryKey({ autoIncrement: true }),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  firstId: text("first_id").notNull(),
  lastId: text("last_id").notNull(),
  oldestAt: integer("oldest_at").notNull(),
  newestAt: integer("newest_at").notNull(),
  refused: integer().notNull(),
  charactersUpto: integer("characters_upto").notNull(),
  ownUpto: integer("own_upto").notNull(),
  /** JSON of `LogEntry[]`, and of id → `Bodies`, encoded before the row is written. */
  entries: text().notNull(),
  bodies: text().notNull(),
});

/** Ids of shipments and assignments whose personal data was erased. */
export const redactedIds = table("redacted_ids", {
  id: text().primaryKey(),
  redactedAt: integer("redacted_at").notNull(),
});
