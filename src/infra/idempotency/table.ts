import { integer, table, text } from "../db/columns.ts";
import type { StoredText } from "../stored-links.ts";

export const idempotencyKeys = table("idempotency_keys", {
  accountId: text("account_id").notNull(),
  key: text().notNull(),
  path: text().notNull(),
  fingerprint: text().notNull(),
  answer: text().$type<StoredText>().notNull(),
  /** False while the answer waits for work after the transaction. */
  final: integer({ mode: "boolean" }).notNull(),
  createdAt: integer("created_at").notNull(),
});
