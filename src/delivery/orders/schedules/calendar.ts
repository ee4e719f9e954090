import { dayMs, minuteMs } from "../../../infra/units.ts";
import { type Weekday, weekdays } from "../../carriers/kinds/fleet/words.ts";
import type { Window } from "../../model/model.ts";

/** Days and windows of a standing order, in the time zone of its stops. Pure. */

/** Minutes of the clock, from the midnight of the order's day; beyond 1440 on the day after. */
export interface DayWindow {
  from: number;
  to: number;
}

/** The shortest window of a shipment. */
export const windowMinMinutes = 10;

/** When a standing order is due: on which days, and at which hours of them. */
export interface Plan {
  days: readonly Weekday[];
  pickupWindow: DayWindow;
  deliveryWindow: DayWindow | null;
  timeZone: string;
  createHoursBefore: number;
  /** `YYYY-MM-DD`, the first day. */
  startsOn: string;
  /** The last day; null: it goes on. */
  endsOn: string | null;
  /** Sorted. */
  skipDates: readonly string[];
}

const dayMinutes = 24 * 60;

/** A window as people write it, `{"from": "22:00", "to": "02:00"}`: an end at or before the start is on the next day. */
export interface ClockWindow {
  from: string;
  to: string;
}

export function toDayWindow({ from, to }: ClockWindow): DayWindow {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { from: start, to: end > start ? end : end + dayMinutes };
}

/** Goods that are picked up in the evening are delivered in the morning: a window that is over before the pickup is on the next day. */
export function afterPickup(delivery: DayWindow, pickup: DayWindow): DayWindow {
  if (delivery.to > pickup.from) return delivery;
  return { from: delivery.from + dayMinutes, to: delivery.to + dayMinutes };
}

export function toClockWindow({ from, to }: DayWindow): ClockWindow {
  return { from: timeOf(from), to: timeOf(to) };
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function timeOf(minutes: number): string {
  const parts = [Math.floor((minutes % dayMinutes) / 60), minutes % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** The day on which a moment falls, `YYYY-MM-DD`. */
export function localDate(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** A date so many days later. */
export function nextDate(date: string, days = 1): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

function weekdayOf(date: string): Weekday {
  // 1 January 1970 was a Thursday.
  return weekdays[(Date.parse(date) / dayMs + 3) % 7] as Weekday;
}

/** Whether the order is due on a day, if nobody skipped it. */
export function isPlanned({ days, startsOn, endsOn }: Plan, date: string): boolean {
  return date >= startsOn && (endsOn === null || date <= endsOn) && days.includes(weekdayOf(date));
}

/** Whether a shipment is made for a day. */
export function isDue(plan: Plan, date: string): boolean {
  return isPlanned(plan, date) && !plan.skipDates.includes(date);
}

/**
 * A window of a day, epoch milliseconds. Of a time that the clocks show twice, the first counts. A time that the clocks
 * skip moves forward with them, and the window then keeps its length.
 */
export function windowOn(
  date: string,
  { from, to }: DayWindow,
  timeZone: string,
): { start: number; end: number } {
  const start = momentOf(date, from, timeZone);
  const end = momentOf(date, to, timeZone);
  const isMoved = start.isMoved || end.at - start.at < windowMinMinutes * minuteMs;
  return { start: start.at, end: isMoved ? start.at + (to - from) * minuteMs : end.at };
}

function momentOf(date: string, minutes: number, timeZone: string): { at: number; isMoved: boolean } {
  const plainTime = timeOf(minutes);
  const day = Temporal.PlainDate.from(nextDate(date, Math.floor(minutes / dayMinutes)));
  const zoned = day.toZonedDateTime({ timeZone, plainTime });
  return {
    at: zoned.epochMilliseconds,
    isMoved: !zoned.toPlainTime().equals(Temporal.PlainTime.from(plainTime)),
  };
}

/** What a shipment of a day says of its windows, and when it is made. */
export interface Occurrence {
  date: string;
  /** Epoch milliseconds. */
  makesAt: number;
  startsAt: number;
  /** Of the pickup: nothing is made from then on. */
  endsAt: number;
  pickup: Window;
  delivery: Window | null;
}

export function occurrenceOn(plan: Plan, date: string): Occurrence {
  const { pickupWindow, deliveryWindow, timeZone, createHoursBefore } = plan;
  const { start, end } = windowOn(date, pickupWindow, timeZone);
  return {
    date,
    makesAt: start - createHoursBefore * 60 * minuteMs,
    startsAt: start,
    endsAt: end,
    pickup: toWindow({ start, end }),
    delivery: deliveryWindow && toWindow(windowOn(date, deliveryWindow, timeZone)),
  };
}

function toWindow({ start, end }: { start: number; end: number }): Window {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/** No rule leaves more days out: a year of skipped dates, each a week apart, and a week. */
const lookDays = 7 * 400;

/** The days from `from` on, in order, on which a shipment is made. */
export function* dueDates(plan: Plan, from: string): Generator<string> {
  let date = from > plan.startsOn ? from : plan.startsOn;
  for (let looked = 0; looked < lookDays; looked++) {
    if (plan.endsOn !== null && date > plan.endsOn) return;
    if (isDue(plan, date)) {
      looked = 0;
      yield date;
    }
    date = nextDate(date);
  }
}

/** How many days back missed ones are noted after a stop. */
export const daysTold = 14;

interface Due {
  due: Occurrence[];
  /** The first day after them. */
  next: Occurrence | null;
  /** Days of the last weeks that came due since `since`, and whose pickup is over. */
  over: Occurrence[];
}

/**
 * What is due of a plan at a time: the days whose shipment should be there and whose pickup is not over.
 * @param since until when somebody has looked
 */
export function dueAt(plan: Plan, now: number, since: number = now): Due {
  const due: Occurrence[] = [];
  const over: Occurrence[] = [];
  // The window of yesterday may go past midnight.
  const from = Math.max(Math.min(since, now), now - daysTold * dayMs);
  for (const date of dueDates(plan, nextDate(localDate(from, plan.timeZone), -1))) {
    const occurrence = occurrenceOn(plan, date);
    if (occurrence.makesAt > now) return { due, next: occurrence, over };
    if (occurrence.endsAt > now) due.push(occurrence);
    else if (occurrence.makesAt >= since) over.push(occurrence);
  }
  return { due, next: null, over };
}
