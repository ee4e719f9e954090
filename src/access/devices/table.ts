import { expires, gone, integer, json, personal, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import { type Abilities, deviceIdleMs } from "./device.ts";

const ownerColumns = () => ({
  environment: plain(text().$type<Environment>().notNull()),
  /** Null for a carrier of the installation. */
  accountId: plain(text("account_id")),
  carrierId: plain(text("carrier_id").notNull()),
  /** The account of who made the link: its audit log records the devices. */
  issuerAccountId: plain(text("issuer_account_id").notNull()),
  /** Who made the link: the id of a user, or of a key. Null for nobody known. */
  createdBy: plain(text("created_by")),
});

/** The link with which a driver connects devices. */
export const driverLinks = table("driver_links", {
  driverId: plain(text("driver_id").primaryKey()),
  ...ownerColumns(),
  codeHash: plain(text("code_hash").notNull()),
  devicesLeft: plain(integer("devices_left").notNull()),
  createdAt: plain(integer("created_at").notNull()),
  expiresAt: expires(integer("expires_at").notNull(), 0),
});

/** What a driver uses instead of a password: a browser with a cookie. */
export const devices = table("devices", {
  id: plain(text().primaryKey()),
  driverId: plain(text("driver_id").notNull()),
  ...ownerColumns(),
  name: personal(text().notNull(), gone),
  tokenHash: plain(text("token_hash").notNull()),
  userAgent: personal(text("user_agent"), gone),
  createdAt: plain(integer("created_at").notNull()),
  /** Null until the page has told. */
  abilities: plain(json<Abilities>()()),
  lastUsedAt: expires(integer("last_used_at").notNull(), deviceIdleMs),
});
