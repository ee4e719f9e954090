import { integer, json, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Scope } from "../model.ts";

export const apiKeys = table("api_keys", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  name: plain(text().notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  prefix: plain(text().notNull()),
  last4: plain(text().notNull()),
  secretHash: plain(text("secret_hash").notNull()),
  scopes: plain(json<Scope[]>()().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  lastUsedAt: plain(integer("last_used_at")),
  /** The expiry at creation, which successors inherit. */
  ownExpiresAt: plain(integer("own_expires_at")),
  /** The current expiry: its own, or the earlier end of a grace period. */
  expiresAt: plain(integer("expires_at")),
  revokedAt: plain(integer("revoked_at")),
  /** The id of a user; null for a command. */
  createdBy: plain(text("created_by")),
});
