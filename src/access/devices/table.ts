import { integer, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";

const ownerColumns = () => ({
  environment: text().$type<Environment>().notNull(),
  /** Null for a carrier of the installation. */
  accountId: text("account_id"),
  carrierId: text("carrier_id").notNull(),
  /** The account of who made the link: its audit log records the devices. */
  issuerAccountId: text("issuer_account_id").notNull(),
  /** Who made the link: the id of a user, or of a key. Null for nobody known. */
  createdBy: text("created_by"),
});

/** The link with which a driver connects devices. */
export const driverLinks = table("driver_links", {
  driverId: text("driver_id").primaryKey(),
  ...ownerColumns(),
  codeHash: text("code_hash").notNull(),
  devicesLeft: integer("devices_left").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

/** What a driver uses instead of a password: a browser with a cookie. */
export const devices = table("devices", {
  id: text().primaryKey(),
  driverId: text("driver_id").notNull(),
  ...ownerColumns(),
  name: text().notNull(),
  tokenHash: text("token_hash").notNull(),
  userAgent: text("user_agent"),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at").notNull(),
});
