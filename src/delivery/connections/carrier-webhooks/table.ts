import { blob, integer, json, sealed, table, text } from "../../../infra/db/columns.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import { type HookKey, type HookStatus, headersPlace, inboxPlace } from "./inbox.ts";

/** The webhook addresses of carriers. */
export const carrierInboxes = table("carrier_inboxes", {
  carrierId: text("carrier_id").primaryKey(),
  secret: sealed(json<StoredSecret>()("secret").notNull(), inboxPlace),
  /** Lets a request in. */
  secretHash: text("secret_hash").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What came to them. The times are real. */
export const carrierHooks = table("carrier_hooks", {
  id: text().primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** The carrier's owner; null for the operator. */
  accountId: text("account_id"),
  /** JSON. Some carriers send a secret in them. */
  headers: sealed(json<StoredSecret>()("headers").notNull(), (_id, _member, row: HookKey) =>
    headersPlace(row),
  ),
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
