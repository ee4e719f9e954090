import { apart, expires, integer, personal, plain, table, text } from "../db/columns.ts";
import type { StoredText } from "../stored-links.ts";
import { retentionMs } from "./idempotency.ts";

export const idempotencyKeys = table("idempotency_keys", {
  accountId: plain(text("account_id").notNull()),
  key: plain(text().notNull()),
  path: plain(text().notNull()),
  fingerprint: plain(text().notNull()),
  answer: personal(text().$type<StoredText>().notNull(), apart("redactAnswers")),
  /** False while the answer waits for work after the transaction. */
  final: plain(integer({ mode: "boolean" }).notNull()),
  createdAt: expires(integer("created_at").notNull(), retentionMs),
});
