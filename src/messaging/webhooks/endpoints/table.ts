import { integer, json, members, plain, sealed, table, text } from "../../../infra/db/columns.ts";
import type { StoredSecret } from "../../../infra/secrets/vault.ts";
import type { SigningSecret } from "../signing/secret.ts";
import { type DisabledReason, headerPlace, type Ordering, secretPlace } from "./endpoint.ts";
import type { Faults } from "./faults.ts";

export const webhookEndpoints = table("webhook_endpoints", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  url: plain(text().notNull()),
  description: plain(text()),
  events: plain(json<string[]>()().notNull()),
  disabledReason: plain(text("disabled_reason").$type<DisabledReason>()),
  secrets: sealed(json<SigningSecret[]>()().notNull(), secretPlace, (secrets, map) =>
    secrets.map((entry) => ({ ...entry, secret: map(entry.secret) })),
  ),
  failingSince: plain(integer("failing_since")),
  failureCount: plain(integer("failure_count").notNull()),
  createdAt: plain(integer("created_at").notNull()),
  /** The id of a user, or of a key; null for nobody known. Empty in rows of earlier versions, until a start looks. */
  createdBy: plain(text("created_by")),
  updatedAt: plain(integer("updated_at").notNull()),
  /** Removed by its owner. A job still removes its rows. */
  removedAt: plain(integer("removed_at")),
  ordering: plain(text().$type<Ordering>().notNull()),
  maxPerSecond: plain(integer("max_per_second")),
  headers: sealed(json<Record<string, StoredSecret>>()().notNull(), headerPlace, members),
  faults: plain(json<Faults>()()),
  /** Its backlog does not match its state yet, and nothing is sent. */
  unsettled: plain(integer({ mode: "boolean" }).notNull()),
  /** Waiting deliveries up to this position are being discarded. */
  discardThrough: plain(integer("discard_through")),
});
