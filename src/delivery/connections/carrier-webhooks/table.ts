import {
  blob,
  gone,
  integer,
  json,
  personal,
  plain,
  sealed,
  table,
  text,
} from "../../../infra/db/columns.ts";
import type { StoredSecret } from "../../../infra/secrets/vault.ts";
import { type CarrierWebhookStatus, type HookKey, headersPlace, inboxPlace } from "./inbox.ts";

/** The webhook addresses of carriers. */
export const carrierInboxes = table("carrier_inboxes", {
  carrierId: plain(text("carrier_id").primaryKey()),
  secret: sealed(json<StoredSecret>()("secret").notNull(), inboxPlace),
  /** Lets a request in. */
  secretHash: plain(text("secret_hash").notNull()),
  createdAt: plain(integer("created_at").notNull()),
});

/** What came to them. The times are real. */
export const carrierWebhooks = table("carrier_hooks", {
  id: plain(text().primaryKey()),
  carrierId: plain(text("carrier_id").notNull()),
  /** The carrier's owner; null for the operator. */
  accountId: plain(text("account_id")),
  /** JSON. Some carriers send a secret in them. */
  headers: sealed(json<StoredSecret>()("headers").notNull(), (_id, _member, row: HookKey) =>
    headersPlace(row),
  ),
  body: personal(blob({ mode: "buffer" }).notNull(), gone),
  bodyHash: personal(text("body_hash").notNull(), gone),
  /** What the carrier calls it, once it was read. */
  ownId: plain(text("own_id")),
  status: plain(text().$type<CarrierWebhookStatus>().notNull()),
  /** A sentence for the carrier's owner. */
  reason: plain(text()),
  /** The shipment that it is about, once its booking was found. */
  shipmentId: plain(text("shipment_id")),
  receivedAt: plain(integer("received_at").notNull()),
  /** Since when it is to be applied: its arrival, or somebody applied it again. */
  queuedAt: plain(integer("queued_at").notNull()),
  /** When the job reads it; null once it is settled. */
  dueAt: plain(integer("due_at")),
});
