import { integer, json, plain, table, text } from "../../../infra/db/columns.ts";
import type { Hold } from "./phone.ts";
import type { EndReason } from "./rush-hour.ts";
import type { RushHourSettings, RushHourSummary } from "./schema.ts";

/** What the rush hour knows of a shipment that it made: its place in the plan, and whether an offer is still to be accepted. */
export interface Known extends Hold {
  number: number;
  needsCarrier: boolean;
}

export const rushHours = table("rush_hours", {
  accountId: plain(text("account_id").primaryKey()),
  carrierId: plain(text("carrier_id").notNull()),
  /** The drivers whom it moves. */
  driverIds: plain(json<string[]>()("driver_ids").notNull()),
  settings: plain(json<RushHourSettings>()().notNull()),
  /** How many of its shipments exist. */
  createdCount: plain(integer("created_count").notNull()),
  /** By the id of the shipment. */
  known: plain(json<Record<string, Known>>()().notNull()),
  /** How many riders of a practice are out so far. */
  outCount: plain(integer("out_count").notNull()),
  /** What came of a practice; null until its end. */
  summary: plain(json<RushHourSummary>()()),
  startedAt: plain(integer("started_at").notNull()),
  endsAt: plain(integer("ends_at").notNull()),
  /** Null while it runs. */
  endedAt: plain(integer("ended_at")),
  endReason: plain(text("end_reason").$type<EndReason>()),
  /** When it goes on, or a practice that ended goes; null after the end of a plain one. */
  dueAt: plain(integer("due_at")),
});
