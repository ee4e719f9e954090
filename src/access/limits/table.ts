import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Environment } from "../../infra/environment.ts";

export const tiers = sqliteTable("tiers", {
  name: text().primaryKey(),
  requestsPerSecond: integer("requests_per_second"),
  burst: integer(),
  requestsPerDay: integer("requests_per_day"),
  storageBytes: integer("storage_bytes"),
});

/** In the database of each environment, written by its triggers. */
export const storageUse = sqliteTable("storage_use", {
  accountId: text("account_id").primaryKey(),
  bytes: integer().notNull(),
});

/** The key is account and environment. */
export const quotaUse = sqliteTable("quota_use", {
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  day: integer().notNull(),
  requests: integer().notNull(),
});
