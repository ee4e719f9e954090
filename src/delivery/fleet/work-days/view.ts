import { toTimestampOrNull } from "../../../infra/clock.ts";
import type { Columns } from "../../../infra/text/csv.ts";
import type { DayOfWork } from "./days.ts";
import type { DriverDay, DriverDays } from "./schema.ts";

export function toDayView(day: DayOfWork): DriverDay {
  return {
    date: day.date,
    first_on_duty_at: toTimestampOrNull(day.firstOnDutyAt),
    last_on_duty_at: toTimestampOrNull(day.lastOnDutyAt),
    minutes_on_duty: day.minutesOnDuty,
    break_minutes: day.breakMinutes,
    deliveries: day.deliveries,
    failed_attempts: day.failedAttempts,
    stops: day.stops,
    kilometers: day.meters === null ? null : Math.round(day.meters / 100) / 10,
  };
}

/** A day with whose it is. */
export type DayRow = DriverDay & Omit<DriverDays, "days">;

export function rowsOf({ days, ...driver }: DriverDays): DayRow[] {
  return days.map((day) => ({ ...driver, ...day }));
}

export const dayColumns = {
  driver_id: ({ driver_id }) => driver_id,
  driver_name: ({ driver_name }) => driver_name,
  date: ({ date }) => date,
  time_zone: ({ time_zone }) => time_zone,
  first_on_duty_at: ({ first_on_duty_at }) => first_on_duty_at,
  last_on_duty_at: ({ last_on_duty_at }) => last_on_duty_at,
  minutes_on_duty: ({ minutes_on_duty }) => minutes_on_duty,
  break_minutes: ({ break_minutes }) => break_minutes,
  deliveries: ({ deliveries }) => deliveries,
  failed_attempts: ({ failed_attempts }) => failed_attempts,
  stops: ({ stops }) => stops,
  kilometers: ({ kilometers }) => kilometers,
} as const satisfies Columns<DayRow>;
