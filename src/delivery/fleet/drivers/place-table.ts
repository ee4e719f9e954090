import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { DriverPlace } from "./place.ts";

export const driverPlaces = sqliteTable("driver_places", {
  driverId: text("driver_id").primaryKey(),
  place: json<DriverPlace>()().notNull(),
});
