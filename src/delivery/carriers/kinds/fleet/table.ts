import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../../infra/db/rows.ts";
import type { ServiceNames } from "./card-text.ts";

export const rateCards = sqliteTable("rate_cards", {
  carrierId: text("carrier_id").notNull(),
  version: integer().notNull(),
  accountId: text("account_id"),
  /** JSON, see `card-text.ts`. */
  card: text().notNull(),
  services: json<ServiceNames[]>()().notNull(),
  /** The rules that it was judged by: `cardRules`, or 1 for those before districts and the bound on prefixes. */
  rules: integer().notNull(),
  createdAt: integer("created_at").notNull(),
});
