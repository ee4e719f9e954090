import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { Hold } from "./phone.ts";
import type { EndReason } from "./rush-hour.ts";
import type { RushHourSettings } from "./schema.ts";

/** What the rush hour knows of a shipment that it made: its place in the plan, and whether an offer is still to be accepted. */
export interface Known extends Hold {
  number: number;
  needsCarrier: boolean;
}

export const rushHours = table("rush_hours", {
  accountId: text("account_id").primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** The drivers whom it moves. */
  driverIds: json<string[]>()("driver_ids").notNull(),
  settings: json<RushHourSettings>()().notNull(),
  /** How many of its shipments exist. */
  createdCount: integer("created_count").notNull(),
  /** By the id of the shipment. */
  known: json<Record<string, Known>>()().notNull(),
  startedAt: integer("started_at").notNull(),
  endsAt: integer("ends_at").notNull(),
  /** Null while it runs. */
  endedAt: integer("ended_at"),
  endReason: text("end_reason").$type<EndReason>(),
  /** When it goes on; null after its end. */
  dueAt: integer("due_at"),
});
