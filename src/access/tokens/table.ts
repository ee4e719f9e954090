import { integer, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { TimeSource, TokenKind } from "./token.ts";

export const tokens = table("tokens", {
  id: text().primaryKey(),
  kind: text().$type<TokenKind>().notNull(),
  environment: text().$type<Environment>().notNull(),
  /** Null for a carrier of the installation. */
  accountId: text("account_id"),
  carrierId: text("carrier_id").notNull(),
  /** Null for the carrier's own server. */
  driverId: text("driver_id"),
  name: text().notNull(),
  prefix: text().notNull(),
  last4: text().notNull(),
  secretHash: text("secret_hash").notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
  /** The end of the grace period of a rotated token. */
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
  /** Whose clock says when a tracking app was somewhere. */
  timeSource: text("time_source").$type<TimeSource>().notNull(),
  /** The id of a user or key; null for a command. */
  createdBy: text("created_by"),
});
