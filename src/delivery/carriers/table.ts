import { integer, json, members, plain, sealed, table, text } from "../../infra/db/columns.ts";
import type { StoredSecret } from "../../infra/secrets/vault.ts";
import type { CallError, Hour } from "./counts.ts";
import type { Load } from "./load.ts";
import type { Margin } from "./margin.ts";
import { secretPlace } from "./settings.ts";

export const carriers = table("carriers", {
  id: plain(text().primaryKey()),
  /** Null: the installation's. */
  accountId: plain(text("account_id")),
  /** The accounts that may use a carrier of the installation; null: all. */
  accounts: plain(json<string[]>()()),
  code: plain(text().notNull()),
  name: plain(text().notNull()),
  kind: plain(text().notNull()),
  status: plain(text().$type<"active" | "paused">().notNull()),
  /** By the schema of the kind, without its secrets. */
  settings: plain(json<Record<string, unknown>>()().notNull()),
  secrets: sealed(json<Record<string, StoredSecret>>()().notNull(), secretPlace, members),
  /** Only carriers of the installation have one. */
  margin: plain(json<Margin>()()),
  /** How busy a fleet is; null as usual. */
  load: plain(json<Load>()()),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
  /** A deleted carrier is never asked. Its row stays for the assignments that it had. */
  deletedAt: plain(integer("deleted_at")),
  /** Quotes of the paused carrier may still be open, or tokens of the deleted one valid. */
  unsettled: plain(integer({ mode: "boolean" }).notNull()),
});

export const carrierCircuits = table("carrier_circuits", {
  carrierId: plain(text("carrier_id").primaryKey()),
  /** When the circuit opened. */
  since: plain(integer().notNull()),
  /** When the carrier became `failing`; null before. */
  failingAt: plain(integer("failing_at")),
});

export const carrierHealth = table("carrier_health", {
  carrierId: plain(text("carrier_id").primaryKey()),
  hours: plain(json<Hour[]>()().notNull()),
  lastError: plain(json<CallError>()("last_error")),
});
