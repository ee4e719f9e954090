import { integer, json, members, sealed, table, text } from "../../../infra/db/columns.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import type { SigningSecret } from "../signing/secret.ts";
import { type DisabledReason, headerPlace, type Ordering, secretPlace } from "./endpoint.ts";
import type { Faults } from "./faults.ts";

export const webhookEndpoints = table("webhook_endpoints", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  url: text().notNull(),
  description: text(),
  events: json<string[]>()().notNull(),
  disabledReason: text("disabled_reason").$type<DisabledReason>(),
  secrets: sealed(json<SigningSecret[]>()().notNull(), secretPlace, (secrets, map) =>
    secrets.map((entry) => ({ ...entry, secret: map(entry.secret) })),
  ),
  failingSince: integer("failing_since"),
  failureCount: integer("failure_count").notNull(),
  createdAt: integer("created_at").notNull(),
  /** The id of a user, or of a key; null for nobody known. Empty in rows of earlier versions, until a start looks. */
  createdBy: text("created_by"),
  updatedAt: integer("updated_at").notNull(),
  /** Removed by its owner. A job still removes its rows. */
  removedAt: integer("removed_at"),
  ordering: text().$type<Ordering>().notNull(),
  maxPerSecond: integer("max_per_second"),
  headers: sealed(json<Record<string, StoredSecret>>()().notNull(), headerPlace, members),
  faults: json<Faults>()(),
  /** Its backlog does not match its state yet, and nothing is sent. */
  unsettled: integer({ mode: "boolean" }).notNull(),
  /** Waiting deliveries up to this position are being discarded. */
  discardThrough: integer("discard_through"),
});
