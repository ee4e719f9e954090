import { expires, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import { dayMs } from "../../../infra/units.ts";
import type { Weekday } from "../../carriers/kinds/fleet/words.ts";
import { redactedText } from "../../lifecycle/state/redacted.ts";
import type { CreateShipment } from "../shipments/schema.ts";
import type { DayWindow } from "./calendar.ts";
import type { DayProblem, DayStatus } from "./schedule.ts";

export const schedules = table("schedules", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  name: personal(text().notNull(), redactedText),
  /** What each shipment is made of, as when it is created, without windows; null: it was erased. */
  shipment: personal(json<CreateShipment>()(), null),
  days: plain(json<Weekday[]>()().notNull()),
  pickupWindow: plain(json<DayWindow>()("pickup_window").notNull()),
  deliveryWindow: plain(json<DayWindow>()("delivery_window")),
  timeZone: plain(text("time_zone").notNull()),
  createHoursBefore: plain(integer("create_hours_before").notNull()),
  startsOn: plain(text("starts_on").notNull()),
  endsOn: plain(text("ends_on")),
  skipDates: plain(json<string[]>()("skip_dates").notNull()),
  paused: plain(integer({ mode: "boolean" }).notNull()),
  /** When the next day is due; null while it is paused or has ended. */
  dueAt: plain(integer("due_at")),
  /** Since when it is paused or has ended. */
  idleSince: plain(integer("idle_since")),
  redactedAt: plain(integer("redacted_at")),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
});

/** How long a day is remembered, so that people see what became of it. */
const daysKeptMs = 90 * dayMs;

/** A day whose shipment was made or tried. There is one row for each, so that no day is made twice. */
export const scheduleDays = table("schedule_days", {
  /** `<schedule>/<day>`. */
  id: plain(text().primaryKey()),
  scheduleId: plain(text("schedule_id").notNull()),
  accountId: plain(text("account_id").notNull()),
  date: plain(text().notNull()),
  status: plain(text().$type<DayStatus>().notNull()),
  shipmentId: plain(text("shipment_id")),
  /** Why it failed; null where it did not. */
  problem: personal(json<DayProblem>()(), null),
  tries: plain(integer().notNull()),
  /** When the pickup window is over. */
  endsAt: expires(integer("ends_at").notNull(), daysKeptMs, "dueAt"),
  /** When it is tried, or looked at, next; null: it is done. */
  dueAt: plain(integer("due_at")),
});
