import { integer, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { TimeSource, TokenKind } from "./token.ts";

export const tokens = table("tokens", {
  id: plain(text().primaryKey()),
  kind: plain(text().$type<TokenKind>().notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  /** Null for a carrier of the installation. */
  accountId: plain(text("account_id")),
  carrierId: plain(text("carrier_id").notNull()),
  /** Null for the carrier's own server. */
  driverId: plain(text("driver_id")),
  name: plain(text().notNull()),
  prefix: plain(text().notNull()),
  last4: plain(text().notNull()),
  secretHash: plain(text("secret_hash").notNull()),
  createdAt: plain(integer("created_at").notNull()),
  lastUsedAt: plain(integer("last_used_at")),
  /** The end of the grace period of a rotated token. */
  expiresAt: plain(integer("expires_at")),
  revokedAt: plain(integer("revoked_at")),
  /** Whose clock says when a tracking app was somewhere. */
  timeSource: plain(text("time_source").$type<TimeSource>().notNull()),
  /** The id of a user or key; null for a command. */
  createdBy: plain(text("created_by")),
});
