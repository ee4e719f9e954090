import { minuteMs } from "@/infra/units.ts";
import { dayMinutes, dayOfDate, type LocalTime, weekdayOf } from "./local-time.ts";
import type { RateCard } from "./schema.ts";
import { type Weekday, weekdays } from "./words.ts";

/** Openings, cut-offs, and the times of surcharges. Contract "Rate card", Time. */

type CardService = RateCard["services"][number];

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
  /** From Monday on. */
  week: readonly (readonly Opening[])[];
  closedDays: ReadonlySet<number>;
  /** Until when one orders for a day of the week, from Monday on; null: as late as one wants. */
  orderUntil: readonly (OrderTime | null)[];
  /** The member of the service that moves pickups. */
  rule: "hours" | LatestName | "order_until" | "closed_dates";
  latestName: LatestName;
}

/** The two names of the last pickup of a day. */
type LatestName = "latest_pickup" | "cut_off";

interface OrderTime {
  minutes: number;
  daysBefore: number;
}

/** The clocks by which a schedule is read, and when the quote is made. */
export interface Reading {
  local: LocalTime;
  now: number;
}

function minutesOf(clockTime: string): number {
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

export function scheduleOf(service: CardService): Schedule {
  const { hours, closed_dates } = service;
  const orderUntil = weekdays.map((day) => orderTimeOf(service, day));
  const latest = latestPickups(service);
  const latestName = service.latest_pickup != null ? "latest_pickup" : "cut_off";
  const moves = latest.some((time) => time !== null);
  return {
    week: weekdays.map((day, index) =>
      (hours ? (hours[day] ?? []).map(hoursOf) : [allDay])
        .map((opening) => ({ ...opening, cutOff: cutOffOf(opening, latest[index] ?? null) }))
        .sort((a, b) => a.from - b.from),
    ),
    closedDays: new Set(closed_dates?.map(dayOfDate)),
    orderUntil,
    rule: hours ? "hours" : moves ? latestName : orderUntil.some(Boolean) ? "order_until" : "closed_dates",
    latestName,
  };
}

/** The last pickup of each day from Monday on, under either name. */
export function latestPickups({ latest_pickup, cut_off }: CardService): (string | null)[] {
  const latest = latest_pickup ?? cut_off ?? null;
  return weekdays.map((day) => (typeof latest === "object" ? (latest?.[day] ?? null) : latest));
}

function orderTimeOf({ order_until }: CardService, day: Weekday): OrderTime | null {
  if (order_until == null) return null;
  if (typeof order_until === "string") return { minutes: minutesOf(order_until), daysBefore: 0 };
  const at = order_until[day];
  return at ? { minutes: minutesOf(at.time), daysBefore: at.days_before ?? 0 } : null;
}

/** In hours past midnight a cut-off up to their end belongs to the morning after. */
function cutOffOf({ to }: Hours, cutOff: string | null): number | null {
  if (cutOff === null) return null;
  const minutes = minutesOf(cutOff);
  return minutes + dayMinutes <= to ? minutes + dayMinutes : minutes;
}

/** Whether the service picks up on the day, ordered now. Hours past midnight belong to the day that they start on. */
function isOpenOn({ closedDays, orderUntil }: Schedule, day: number, { local, now }: Reading): boolean {
  if (closedDays.has(day)) return false;
  const until = orderUntil[weekdayOf(day)];
  return !until || now <= local.closing(day - until.daysBefore, until.minutes);
}

/** The first moment from `earliest` on at which the service picks up; undefined if there is none for a long time. */
export function nextPickup(schedule: Schedule, earliest: number, reading: Reading): number | undefined {
  const { local } = reading;
  const today = local.dayAt(earliest);
  for (let day = today - 1; day <= today + aheadMaxDays; day += 1) {
    if (!isOpenOn(schedule, day, reading)) continue;
    for (const opening of schedule.week[weekdayOf(day)] ?? []) {
      const at = pickupWithin(opening, day, earliest, local);
      if (at !== undefined) return at;
    }
  }
  return undefined;
}

function pickupWithin(
  { from, to, cutOff }: Opening,
  day: number,
  earliest: number,
  local: LocalTime,
): number | undefined {
  const end = local.closing(day, to);
  if (end <= earliest) return undefined;
  const at = Math.max(earliest, local.opening(day, from));
  if (at >= end) return undefined;
  return cutOff === null || at <= local.closing(day, cutOff) ? at : undefined;
}

/** The last moment from `earliest` to `latest` at which the service picks up; undefined if it is closed all that time. */
export function lastPickup(
  schedule: Schedule,
  earliest: number,
  latest: number,
  reading: Reading,
): number | undefined {
  if (latest < earliest) return undefined;
  const { local } = reading;
  const first = local.dayAt(earliest) - 1;
  for (let day = local.dayAt(latest); day >= first; day -= 1) {
    if (!isOpenOn(schedule, day, reading)) continue;
    for (const opening of schedule.week[weekdayOf(day)]?.toReversed() ?? []) {
      const from = pickupWithin(opening, day, earliest, local);
      if (from !== undefined && from <= latest)
        return Math.max(from, lastWithin(opening, day, latest, local));
    }
  }
  return undefined;
}

/** At the closing it is closed, so that the last moment is a minute before. */
function lastWithin({ to, cutOff }: Opening, day: number, latest: number, local: LocalTime): number {
  const end = local.closing(day, to);
  const last = latest < end ? latest : end - minuteMs;
  return cutOff === null ? last : Math.min(last, local.closing(day, cutOff));
}

/** The member of the service that keeps it closed all that time: without it, there would be a pickup. */
export function closedBy(
  schedule: Schedule,
  earliest: number,
  latest: number,
  reading: Reading,
): Schedule["rule"] {
  const opens = (change: Partial<Schedule>) =>
    lastPickup({ ...schedule, ...change }, earliest, latest, reading) !== undefined;
  if (opens({ week: schedule.week.map((day) => day.map((opening) => ({ ...opening, cutOff: null }))) }))
    return schedule.latestName;
  if (opens({ orderUntil: [] })) return "order_until";
  return opens({ closedDays: new Set() }) ? "closed_dates" : schedule.rule;
}

/** When a surcharge applies: on these days of the week and these days (all, if null), between these hours (all day, if null). */
export interface Times {
  weekdays: ReadonlySet<number> | null;
  dates: ReadonlySet<number> | null;
  hours: Hours | null;
}

/** Whether the moment lies in the times. Hours past midnight belong to the day that they start on. */
export function isWithin({ weekdays, dates, hours }: Times, at: number, local: LocalTime): boolean {
  const today = local.dayAt(at);
  const holdsOn = (day: number) => (weekdays?.has(weekdayOf(day)) ?? true) && (dates?.has(day) ?? true);
  if (hours === null) return holdsOn(today);
  return [today - 1, today].some(
    (day) => holdsOn(day) && local.opening(day, hours.from) <= at && at < local.closing(day, hours.to),
  );
}
