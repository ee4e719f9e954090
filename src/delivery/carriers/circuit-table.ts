import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const carrierCircuits = sqliteTable("carrier_circuits", {
  carrierId: text("carrier_id").primaryKey(),
  /** When the circuit opened. */
  since: integer().notNull(),
  /** When the carrier became `failing`; null before. */
  failingAt: integer("failing_at"),
});
