import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import type { HookStatus } from "./inbox.ts";

/** The webhook addresses of carriers. */
export const carrierInboxes = sqliteTable("carrier_inboxes", {
  carrierId: text("carrier_id").primaryKey(),
  secret: json<StoredSecret>()("secret").notNull(),
  /** Lets a request in. */
  secretHash: text("secret_hash").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What came to them. The times are real. */
export const carrierHooks = sqliteTable("carrier_hooks", {
  id: text().primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** The carrier's owner; null for the operator. */
  accountId: text("account_id"),
  /** JSON. Some carriers send a secret in them. */
  headers: json<StoredSecret>()("headers").notNull(),
  body: blob({ mode: "buffer" }).notNull(),
  bodyHash: text("body_hash").notNull(),
  /** What the carrier calls it, once it was read. */
  ownId: text("own_id"),
  status: text().$type<HookStatus>().notNull(),
  /** A sentence for the carrier's owner. */
  reason: text(),
  /** The shipment that it is about, once its booking was found. */
  shipmentId: text("shipment_id"),
  receivedAt: integer("received_at").notNull(),
  /** Since when it is to be applied: its arrival, or somebody applied it again. */
  queuedAt: integer("queued_at").notNull(),
  /** When the job reads it; null once it is settled. */
  dueAt: integer("due_at"),
});
