import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { StoredSecret } from "../../infra/vault.ts";
import type { Margin } from "./margin.ts";

export const carriers = sqliteTable("carriers", {
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
  secrets: json<Record<string, StoredSecret>>()().notNull(),
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
