import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../db/rows.ts";
import type { DisabledReason, SigningSecret } from "./webhook.ts";

export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  url: text().notNull(),
  description: text(),
  events: json<string[]>()().notNull(),
  disabledReason: text("disabled_reason").$type<DisabledReason>(),
  secrets: json<SigningSecret[]>()().notNull(),
  failingSince: integer("failing_since"),
  failureCount: integer("failure_count").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
