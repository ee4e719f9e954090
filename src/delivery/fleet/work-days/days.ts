import { minuteMs } from "../../../infra/units.ts";
import type { Shift } from "../positions/driver-position.ts";
import type { Ride } from "../positions/riding.ts";
import type { Done } from "./done.ts";

/** The days of a driver in a time zone: a day begins at its midnight there, and can have 23 or 25 hours. */

export interface Day {
  /** `2026-01-31`. */
  date: string;
  beginsAt: number;
  endsAt: number;
}

/** Both included. @param from and `to`: dates */
export function daysFrom(from: string, to: string, timeZone: string): Day[] {
  const last = Temporal.PlainDate.from(to);
  const days: Day[] = [];
  let date = Temporal.PlainDate.from(from);
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const next = date.add({ days: 1 });
    days.push({
      date: date.toString(),
      beginsAt: midnight(date, timeZone),
      endsAt: midnight(next, timeZone),
    });
    date = next;
  }
  return days;
}

/** The date of a time in a time zone. */
export function dateAt(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** In a night whose midnight the clocks leave out, the first moment after it. */
function midnight(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}

export interface Worked {
  shifts: readonly Shift[];
  rides: readonly Ride[];
  done: readonly Done[];
}

export interface DayOfWork extends Pick<Day, "date"> {
  firstOnDutyAt: number | null;
  /** Null while the driver is on duty. */
  lastOnDutyAt: number | null;
  minutesOnDuty: number;
  /** Off duty between the first and the last time on duty. */
  breakMinutes: number;
  deliveries: number;
  failedAttempts: number;
  stops: number;
  /** Null without any position. */
  meters: number | null;
}

/** What the driver did on a day; undefined where nothing is known of it. */
export function dayOf(day: Day, { shifts, rides, done }: Worked, now: number): DayOfWork | undefined {
  const onDuty = shifts
    .map(({ beganAt, endedAt }) => ({
      from: Math.max(beganAt, day.beginsAt),
      to: Math.min(endedAt ?? now, day.endsAt),
      isOpen: endedAt === null && now < day.endsAt,
    }))
    .filter(({ from, to, isOpen }) => from < to || (isOpen && from <= to));
  const isOfDay = (at: number) => at >= day.beginsAt && at < day.endsAt;
  const stops = done.filter(({ at }) => isOfDay(at));
  const ridden = rides.filter(({ quarter }) => isOfDay(quarter));
  if (onDuty.length === 0 && stops.length === 0 && ridden.length === 0) return undefined;
  const ms = onDuty.reduce((sum, { from, to }) => sum + to - from, 0);
  const firstAt = onDuty[0]?.from ?? null;
  const lastAt = onDuty.reduce((last, { to }) => Math.max(last, to), 0);
  const countOf = (kind: Done["kind"]) => stops.filter((each) => each.kind === kind).length;
  return {
    date: day.date,
    firstOnDutyAt: firstAt,
    lastOnDutyAt: firstAt === null || onDuty.some(({ isOpen }) => isOpen) ? null : lastAt,
    minutesOnDuty: Math.floor(ms / minuteMs),
    breakMinutes: firstAt === null ? 0 : Math.floor((lastAt - firstAt - ms) / minuteMs),
    deliveries: countOf("delivery"),
    failedAttempts: countOf("failed_attempt"),
    stops: stops.length,
    meters: ridden.length === 0 ? null : ridden.reduce((sum, { meters }) => sum + meters, 0),
  };
}
