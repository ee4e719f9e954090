import { integer, json, members, sealed, table, text } from "../../infra/db/columns.ts";
import type { StoredSecret } from "../../infra/vault.ts";
import type { CallError, Hour } from "./counts.ts";
import type { Margin } from "./margin.ts";
import { secretPlace } from "./settings.ts";

export const carriers = table("carriers", {
  id: text().primaryKey(),
  /** Null: the installation's. */
  accountId: text("account_id"),
  /** The accounts that may use a carrier of the installation; null: all. */
  accounts: json<string[]>()(),
  code: text().notNull(),
  name: text().notNull(),
  kind: text().notNull(),
  status: text().$type<"active" | "paused">().notNull(),
  /** By the schema of the kind, without its secrets. */
  settings: json<Record<string, unknown>>()().notNull(),
  secrets: sealed(json<Record<string, StoredSecret>>()().notNull(), secretPlace, members),
  /** Only carriers of the installation have one. */
  margin: json<Margin>()(),
  version: integer().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A deleted carrier is never asked. Its row stays for the assignments that it had. */
  deletedAt: integer("deleted_at"),
  /** Quotes of the paused carrier may still be open, or tokens of the deleted one valid. */
  unsettled: integer({ mode: "boolean" }).notNull(),
});

export const carrierCircuits = table("carrier_circuits", {
  carrierId: text("carrier_id").primaryKey(),
  /** When the circuit opened. */
  since: integer().notNull(),
  /** When the carrier became `failing`; null before. */
  failingAt: integer("failing_at"),
});

export const carrierHealth = table("carrier_health", {
  carrierId: text("carrier_id").primaryKey(),
  hours: json<Hour[]>()().notNull(),
  lastError: json<CallError>()("last_error"),
});
