import type { RateCard } from "./schema.ts";
import { type Weekday, weekdays } from "./words.ts";

/** Times of day in a card's time zone: openings, cut-offs, and the hours of surcharges. Contract "Rate card", Time. */

type CardService = RateCard["services"][number];

export const dayMinutes = 1440;

/** How far ahead Waybill looks for an opening, days. Shipments have windows of at most 30 days ahead. */
export const aheadMaxDays = 60;

/** Minutes after the midnight of the day that it starts on. `to` is beyond `dayMinutes` if it runs past midnight. */
export interface Hours {
  from: number;
  to: number;
}

const allDay: Hours = { from: 0, to: dayMinutes };

export interface Opening extends Hours {
  /** No pickup after this time, on the same count as `to`. */
  cutOff: number | null;
}

/** When a service picks up. */
export interface Schedule {
  timeZone: string;
  /** From Monday on. */
  week: readonly (readonly Opening[])[];
  closedDates: ReadonlySet<string>;
  /** The member of the service that moves pickups. */
  rule: "hours" | "cut_off" | "closed_dates";
}

export function minutesOf(clockTime: string): number {
  return Number(clockTime.slice(0, 2)) * 60 + Number(clockTime.slice(3, 5));
}

/** An end at or before the start is on the next day. */
export function hoursBetween(from: string, to: string): Hours {
  const start = minutesOf(from);
  const end = minutesOf(to);
  return { from: start, to: end <= start ? end + dayMinutes : end };
}

/** `08:00-20:00` as hours. */
export function hoursOf(text: string): Hours {
  return hoursBetween(text.slice(0, 5), text.slice(6));
}

export function scheduleOf({ hours, closed_dates, cut_off }: CardService, timeZone: string): Schedule {
  const dayOf = (day: Weekday) => (hours ? (hours[day] ?? []).map(hoursOf) : [allDay]);
  return {
    timeZone,
    week: weekdays.map((day) =>
      dayOf(day)
        .map((opening) => ({ ...opening, cutOff: cutOffOf(opening, cut_off ?? null) }))
        .sort((a, b) => a.from - b.from),
    ),
    closedDates: new Set(closed_dates),
    rule: hours ? "hours" : cut_off ? "cut_off" : "closed_dates",
  };
}

/** In hours past midnight a cut-off up to their end belongs to the morning after. */
function cutOffOf({ to }: Hours, cutOff: string | null): number | null {
  if (cutOff === null) return null;
  const minutes = minutesOf(cutOff);
  return minutes + dayMinutes <= to ? minutes + dayMinutes : minutes;
}

/** The first moment from `earliest` on at which the service picks up; undefined if there is none for a long time. */
export function nextPickup(schedule: Schedule, earliest: number): number | undefined {
  const today = dateAt(earliest, schedule.timeZone);
  for (let days = -1; days <= aheadMaxDays; days += 1) {
    const date = today.add({ days });
    if (schedule.closedDates.size > 0 && schedule.closedDates.has(date.toString())) continue;
    for (const opening of schedule.week[date.dayOfWeek - 1] ?? []) {
      const at = pickupWithin(opening, date, earliest, schedule.timeZone);
      if (at !== undefined) return at;
    }
  }
  return undefined;
}

function pickupWithin(
  { from, to, cutOff }: Opening,
  date: Temporal.PlainDate,
  earliest: number,
  timeZone: string,
): number | undefined {
  const end = closingAt(date, to, timeZone);
  if (end <= earliest) return undefined;
  const at = Math.max(earliest, openingAt(date, from, timeZone));
  if (at >= end) return undefined;
  return cutOff === null || at <= closingAt(date, cutOff, timeZone) ? at : undefined;
}

/** When a surcharge applies: on these days (all, if null), between these hours (all day, if null). */
export interface Times {
  days: ReadonlySet<number> | null;
  hours: Hours | null;
}

/** Whether the moment lies in the times. Hours past midnight belong to the day that they start on. */
export function isWithin({ days, hours }: Times, at: number, timeZone: string): boolean {
  const today = dateAt(at, timeZone);
  const holdsOn = (date: Temporal.PlainDate) => days === null || days.has(date.dayOfWeek);
  if (hours === null) return holdsOn(today);
  return [today.subtract({ days: 1 }), today].some(
    (date) =>
      holdsOn(date) &&
      openingAt(date, hours.from, timeZone) <= at &&
      at < closingAt(date, hours.to, timeZone),
  );
}

export function dateAt(at: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** A doubled time means the first of the two; a skipped one moves forward. */
function openingAt(date: Temporal.PlainDate, minutes: number, timeZone: string): number {
  return instantOf(date, minutes, timeZone, "compatible");
}

/** A doubled time means the second of the two; a skipped one moves forward. */
function closingAt(date: Temporal.PlainDate, minutes: number, timeZone: string): number {
  return instantOf(date, minutes, timeZone, "later");
}

function instantOf(
  date: Temporal.PlainDate,
  minutes: number,
  timeZone: string,
  disambiguation: "compatible" | "later",
): number {
  const day = minutes < dayMinutes ? date : date.add({ days: Math.floor(minutes / dayMinutes) });
  const left = minutes % dayMinutes;
  return day
    .toPlainDateTime({ hour: Math.floor(left / 60), minute: left % 60 })
    .toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
}
