import { integer, json, plain, table, text } from "@/infra/db/columns.ts";
import type { ServiceNames } from "./card-text.ts";

export const rateCards = table("rate_cards", {
  carrierId: plain(text("carrier_id").notNull()),
  version: plain(integer().notNull()),
  accountId: plain(text("account_id")),
  /** JSON, see `card-text.ts`. */
  card: plain(text().notNull()),
  services: plain(json<ServiceNames[]>()().notNull()),
  /** The rules that it was judged by: `cardRules`, or 1 for those before districts and the bound on prefixes. */
  rules: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
});
