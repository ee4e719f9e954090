import { integer, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";

export const tiers = table("tiers", {
  name: text().primaryKey(),
  requestsPerSecond: integer("requests_per_second"),
  burst: integer(),
  requestsPerDay: integer("requests_per_day"),
  storageBytes: integer("storage_bytes"),
  /** A month, in minor units of the currency; both null: no price. */
  priceAmount: integer("price_amount"),
  priceCurrency: text("price_currency"),
});

/** Earlier names of tiers. */
export const tierFormerNames = table("tier_former_names", {
  name: text().primaryKey(),
  /** The tier's name today. */
  tier: text().notNull(),
});

/** In the database of each environment, written by its triggers. */
export const storageUse = table("storage_use", {
  accountId: text("account_id").primaryKey(),
  bytes: integer().notNull(),
});

/** The key is account and environment. */
export const quotaUse = table("quota_use", {
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  day: integer().notNull(),
  requests: integer().notNull(),
});
