import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../infra/db/rows.ts";
import type { EndReason } from "./plan.ts";
import type { RushHourSettings } from "./settings.ts";

export const rushHours = sqliteTable("rush_hours", {
  accountId: text("account_id").primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** The drivers whom it moves. */
  driverIds: json<string[]>()("driver_ids").notNull(),
  settings: json<RushHourSettings>()().notNull(),
  /** How many of its shipments exist. */
  createdCount: integer("created_count").notNull(),
  startedAt: integer("started_at").notNull(),
  endsAt: integer("ends_at").notNull(),
  /** Null while it runs. */
  endedAt: integer("ended_at"),
  endReason: text("end_reason").$type<EndReason>(),
  /** When it goes on; null after its end. */
  dueAt: integer("due_at"),
});

export const rushHourShipments = sqliteTable("rush_hour_shipments", {
  shipmentId: text("shipment_id").primaryKey(),
  accountId: text("account_id").notNull(),
  /** Its place in the plan, from 0. */
  number: integer().notNull(),
  /** Whether an offer is still to be accepted. */
  needsCarrier: integer("needs_carrier", { mode: "boolean" }).notNull(),
  /** Whether its mishap has begun. */
  hasBegun: integer("has_begun", { mode: "boolean" }).notNull(),
  /** Until when its driver waits. */
  resumeAt: integer("resume_at"),
});
