import { integer, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";

export const tiers = table("tiers", {
  name: plain(text().primaryKey()),
  requestsPerSecond: plain(integer("requests_per_second")),
  burst: plain(integer()),
  requestsPerDay: plain(integer("requests_per_day")),
  storageBytes: plain(integer("storage_bytes")),
  /** A month, in minor units of the currency; both null: no price. */
  priceAmount: plain(integer("price_amount")),
  priceCurrency: plain(text("price_currency")),
});

/** Earlier names of tiers. */
export const tierFormerNames = table("tier_former_names", {
  name: plain(text().primaryKey()),
  /** The tier's name today. */
  tier: plain(text().notNull()),
});

/** In the database of each environment, written by its triggers. */
export const storageUse = table("storage_use", {
  accountId: plain(text("account_id").primaryKey()),
  bytes: plain(integer().notNull()),
});

/** The key is account and environment. */
export const quotaUse = table("quota_use", {
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  day: plain(integer().notNull()),
  requests: plain(integer().notNull()),
});
