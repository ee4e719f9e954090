import { integer, json, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Scope } from "../model.ts";

export const apiKeys = table("api_keys", {
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
  /** The expiry at creation, which successors inherit. */
  ownExpiresAt: integer("own_expires_at"),
  /** The current expiry: its own, or the earlier end of a grace period. */
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
  /** The id of a user; null for a command. */
  createdBy: text("created_by"),
});
