import {
  expires,
  gone,
  integer,
  json,
  personal,
  plain,
  real,
  table,
  text,
} from "../../../infra/db/columns.ts";
import { dayMs } from "../../../infra/units.ts";
import type { PositionMemory, Verdict } from "../../lifecycle/tracking/quality.ts";
import type { SenderClocks } from "./clock.ts";
import type { Way } from "./riding.ts";

/** Two years: so long employers have to keep hours of work, in Germany for one. They say when and how far, never where. */
const workKeptMs = 2 * 365 * dayMs;

export const driverShifts = table("driver_shifts", {
  driverId: plain(text("driver_id").notNull()),
  beganAt: plain(integer("began_at").notNull()),
  /** Null: the driver is on duty. */
  endedAt: expires(integer("ended_at"), workKeptMs),
});

/** How far drivers rode, by quarters of an hour. */
export const driverRides = table("driver_rides", {
  driverId: plain(text("driver_id").notNull()),
  /** When the quarter begins. */
  quarter: expires(integer().notNull(), workKeptMs),
  meters: plain(real().notNull()),
});

export const driverPositions = table("driver_positions", {
  id: plain(integer().primaryKey()),
  driverId: plain(text("driver_id").notNull()),
  /** Whose storage it takes; null for the installation's drivers. */
  accountId: plain(text("account_id")),
  /** The sender's own id and time, by which a repeated position is known. */
  reportId: plain(text("report_id").notNull()),
  reportedAt: plain(integer("reported_at").notNull()),
  latitude: personal(real().notNull(), gone),
  longitude: personal(real().notNull(), gone),
  accuracyMeters: personal(integer("accuracy_meters"), gone),
  headingDegrees: personal(integer("heading_degrees"), gone),
  speedMps: personal(real("speed_mps"), gone),
  /** By our clock. */
  recordedAt: plain(integer("recorded_at").notNull()),
  receivedAt: plain(integer("received_at").notNull()),
  verdict: plain(text().$type<Verdict>().notNull()),
});

/** What the judge of positions remembers of a driver, and of the clocks of the trackers. */
export interface DriverMemory extends PositionMemory {
  clocks?: SenderClocks;
  /** Where the way goes on that is reckoned; missing before the first position. */
  way?: Way;
}

/** What is remembered of each driver. */
export const driverMemories = table("driver_tracks", {
  driverId: plain(text("driver_id").primaryKey()),
  memory: personal(json<DriverMemory>()().notNull(), gone),
});
