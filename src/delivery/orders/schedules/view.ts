import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import {
  daysTold,
  isDue,
  isPlanned,
  localDate,
  nextDate,
  type Occurrence,
  occurrenceOn,
  type Plan,
  toClockWindow,
} from "./calendar.ts";
import type { ScheduleView, UpcomingDaysView, UpcomingDayView } from "./schema.ts";
import type { DayRow, ScheduleRow } from "./store.ts";

export function planOf(row: ScheduleRow): Plan {
  const { days, pickupWindow, deliveryWindow, timeZone, createHoursBefore, startsOn, endsOn, skipDates } =
    row;
  return { days, pickupWindow, deliveryWindow, timeZone, createHoursBefore, startsOn, endsOn, skipDates };
}

/** @param next the next day whose shipment is still to be made */
export function toScheduleView(
  row: ScheduleRow,
  { next, failed }: { next: string | null; failed: DayRow | undefined },
  environment: Environment,
): ScheduleView {
  return {
    id: row.id,
    environment,
    name: row.name,
    shipment: row.shipment,
    days: row.days,
    pickup_window: toClockWindow(row.pickupWindow),
    delivery_window: row.deliveryWindow && toClockWindow(row.deliveryWindow),
    time_zone: row.timeZone,
    create_hours_before: row.createHoursBefore,
    starts_on: row.startsOn,
    ends_on: row.endsOn,
    skip_dates: row.skipDates,
    paused: row.paused,
    next_date: next,
    failed: failed?.problem
      ? {
          date: failed.date,
          problem: failed.problem,
          shipment_id: failed.shipmentId,
          ends_at: toTimestamp(failed.endsAt),
        }
      : null,
    redacted_at: toTimestampOrNull(row.redactedAt),
    version: row.version,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The day before which the rows of days are not read. */
export function firstShown(row: ScheduleRow, now: number): string {
  return nextDate(localDate(now, row.timeZone), -daysTold - 1);
}

/** @param rows of the days from `firstShown` on */
export function toUpcomingView(
  row: ScheduleRow,
  rows: readonly DayRow[],
  count: number,
  now: number,
): UpcomingDaysView {
  const plan = planOf(row);
  const today = localDate(now, row.timeZone);
  const known = new Map(rows.map((day) => [day.date, day]));
  const dates = Array.from({ length: count }, (_, index) => nextDate(today, index));
  return {
    time_zone: row.timeZone,
    data: dates
      .filter((date) => isPlanned(plan, date) || known.has(date))
      .map((date) => ({ occurrence: occurrenceOn(plan, date), day: known.get(date) }))
      // Nothing comes of a pickup that is over.
      .filter(({ occurrence, day }) => day !== undefined || occurrence.endsAt > now)
      .map(({ occurrence, day }) => toDayView(occurrence, day, statusOf(row, occurrence.date))),
    missed: rows
      .filter(({ date, status }) => status === "missed" && date < today)
      .toReversed()
      .map((day) => toDayView(occurrenceOn(plan, day.date), day, "missed")),
  };
}

/** Of a day that has no row. */
function statusOf(row: ScheduleRow, date: string): "planned" | "skipped" | "paused" {
  if (!isDue(planOf(row), date)) return "skipped";
  return row.paused ? "paused" : "planned";
}

function toDayView(
  { date, pickup, delivery, makesAt }: Occurrence,
  day: DayRow | undefined,
  otherwise: UpcomingDayView["status"],
): UpcomingDayView {
  return {
    date,
    status: day?.status ?? otherwise,
    pickup_window: pickup,
    delivery_window: delivery,
    creates_at: toTimestamp(makesAt),
    shipment_id: day?.shipmentId ?? null,
    problem: day?.problem ?? null,
  };
}
