import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { AtRest } from "../../../infra/vault.ts";
import type { SigningSecret } from "../signing/secret.ts";
import type { DisabledReason, Ordering } from "./endpoint.ts";
import type { Faults } from "./faults.ts";

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
  /** Gone for its owner, and on its way out. */
  removedAt: integer("removed_at"),
  ordering: text().$type<Ordering>().notNull(),
  maxPerSecond: integer("max_per_second"),
  headers: json<Record<string, AtRest>>()().notNull(),
  faults: json<Faults>()(),
  /** What waits for it is still being brought to its state, and nothing is sent. */
  unsettled: integer({ mode: "boolean" }).notNull(),
  /** What waits up to this position is to be discarded. */
  discardThrough: integer("discard_through"),
});
