import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../db/rows.ts";
import type { Environment } from "../environment.ts";
import type { Scope } from "./key.ts";

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
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
});
