import { apart, gone, integer, personal, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";

export const requestBatches = table("request_batches", {
  position: plain(integer().primaryKey({ autoIncrement: true })),
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  firstId: plain(text("first_id").notNull()),
  lastId: plain(text("last_id").notNull()),
  oldestAt: plain(integer("oldest_at").notNull()),
  newestAt: plain(integer("newest_at").notNull()),
  refused: plain(integer().notNull()),
  charactersUpto: plain(integer("characters_upto").notNull()),
  ownUpto: plain(integer("own_upto").notNull()),
  /** JSON of `LogEntry[]`, and of id → `Bodies`, encoded before the row is written. */
  entries: personal(text().notNull(), gone),
  bodies: personal(text().notNull(), apart("redactRequests")),
});

/** Ids of shipments and assignments whose personal data was erased. */
export const redactedIds = table("redacted_ids", {
  id: plain(text().primaryKey()),
  redactedAt: plain(integer("redacted_at").notNull()),
});
