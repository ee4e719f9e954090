import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { Suggestion } from "./route.ts";

/** One row for each driver who had a job. */
export const driverRoutes = sqliteTable("driver_routes", {
  driverId: text("driver_id").primaryKey(),
  /** The chosen order of stops. Stops that it does not name come after. */
  stops: json<string[]>()().notNull(),
  suggestion: json<Suggestion>()(),
  /** When Waybill looks for a better order; null: when the driver's jobs change. */
  dueAt: integer("due_at"),
});
