import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { RateCard } from "./schema.ts";

export const rateCards = sqliteTable("rate_cards", {
  carrierId: text("carrier_id").notNull(),
  version: integer().notNull(),
  accountId: text("account_id"),
  card: json<RateCard>()().notNull(),
  createdAt: integer("created_at").notNull(),
});
