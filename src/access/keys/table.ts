import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Scope } from "../model.ts";

export const apiKeys = sqliteTable("api_keys", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  name: text().notNull(),
  environment: text().$type<Environment>().notNull(),
  prefix: text().notNull(),
  last4: text().notNull(),
  secretHash: text("secret_hash").notNull(),
  scopes: json<Scope[]>()().notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
  /** The end it was issued with, which its successors inherit. */
  ownExpiresAt: integer("own_expires_at"),
  /** The end it has: its own, or that of a grace period before. */
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
});
