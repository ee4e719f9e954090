import { gone, integer, json, personal, plain, sealed, table, text } from "../../infra/db/columns.ts";
import type { StoredSecret } from "../../infra/secrets/vault.ts";

/** Names the places of secrets for the vault. */
export const subscriptionPlace = (deviceId: string) => `push_subscriptions ${deviceId} subscription`;
export const privateKeyPlace = (id: string) => `push_keys ${id} private_key`;

/** Where the phone of a device is woken. It ends with the device. */
export const pushSubscriptions = table("push_subscriptions", {
  deviceId: plain(text("device_id").primaryKey()),
  driverId: plain(text("driver_id").notNull()),
  /** JSON: whoever has the address and the keys can wake the phone. */
  subscription: personal(sealed(json<StoredSecret>()().notNull(), subscriptionPlace), gone),
  createdAt: plain(integer("created_at").notNull()),
});

/** The key pair by which push services know this installation (RFC 8292). */
export const pushKeys = table("push_keys", {
  id: plain(text().primaryKey()),
  publicKey: plain(text("public_key").notNull()),
  privateKey: sealed(json<StoredSecret>()("private_key").notNull(), privateKeyPlace),
});
