import { integer, json, table, text } from "../../../../infra/db/columns.ts";
import type { ServiceNames } from "./card-text.ts";

export const rateCards = table("rate_cards", {
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
