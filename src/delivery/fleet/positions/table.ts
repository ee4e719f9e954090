import { integer, json, real, table, text } from "../../../infra/db/columns.ts";
import type { TrackMemory, Verdict } from "../../lifecycle/tracking/quality.ts";
import type { SenderClocks } from "./clock.ts";

export const driverShifts = table("driver_shifts", {
  driverId: text("driver_id").notNull(),
  beganAt: integer("began_at").notNull(),
  /** Null: the driver is on duty. */
  endedAt: integer("ended_at"),
});

export const driverPositions = table("driver_positions", {
  id: integer().primaryKey(),
  driverId: text("driver_id").notNull(),
  /** Whose storage it takes; null for the installation's drivers. */
  accountId: text("account_id"),
  /** The sender's own id and time, by which a repeated position is known. */
  reportId: text("report_id").notNull(),
  reportedAt: integer("reported_at").notNull(),
  latitude: real().notNull(),
  longitude: real().notNull(),
  accuracyMeters: integer("accuracy_meters"),
  headingDegrees: integer("heading_degrees"),
  speedMps: real("speed_mps"),
  /** By our clock. */
  recordedAt: integer("recorded_at").notNull(),
  receivedAt: integer("received_at").notNull(),
  verdict: text().$type<Verdict>().notNull(),
});

/** What the judge of positions remembers of a driver, and of the clocks of the trackers. */
export interface DriverMemory extends TrackMemory {
  clocks?: SenderClocks;
}

/** What is remembered of each driver. */
export const driverTracks = table("driver_tracks", {
  driverId: text("driver_id").primaryKey(),
  memory: json<DriverMemory>()().notNull(),
});
