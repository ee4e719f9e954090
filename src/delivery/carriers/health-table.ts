import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { CallError, Hour } from "./counts.ts";

export const carrierHealth = sqliteTable("carrier_health", {
  carrierId: text("carrier_id").primaryKey(),
  hours: json<Hour[]>()().notNull(),
  lastError: json<CallError>()("last_error"),
});
