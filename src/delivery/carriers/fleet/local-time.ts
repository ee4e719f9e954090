import { dayMs } from "../../../infra/durations.ts";

/** The clocks of a time zone. Days are counted from 1 January 1970, minutes from the midnight of their day. */
export interface LocalTime {
  /** The day on which the moment falls. */
  dayAt(at: number): number;
  /** When a time of day begins: of a doubled one the first. A skipped one moves forward. */
  opening(day: number, minutes: number): number;
  /** When a time of day is over: of a doubled one the second. A skipped one moves forward. */
  closing(day: number, minutes: number): number;
}

export const dayMinutes = 1440;
/** 1 January 1970 was a Thursday. */
const firstWeekday = 3;
/** Beyond this many known times, the memory starts again. */
const knownMax = 10_000;

/** The place in the week: 0 is Monday. */
export function weekdayOf(day: number): number {
  return (day + firstWeekday) % 7;
}

/** The day of a date such as 2026-12-25. */
export function dayOfDate(date: string): number {
  return Date.parse(date) / dayMs;
}

/** Remembers what it has computed, because all services of a card ask for the same times. */
export function createLocalTime(timeZone: string): LocalTime {
  const known = { compatible: new Map<number, number>(), later: new Map<number, number>() };
  const instantOf = (day: number, minutes: number, disambiguation: "compatible" | "later") => {
    const times = known[disambiguation];
    const key = day * dayMinutes + minutes;
    const time = times.get(key) ?? resolve(key, timeZone, disambiguation);
    if (times.size >= knownMax) times.clear();
    times.set(key, time);
    return time;
  };
  let last = { at: Number.NaN, day: 0 };
  return {
    dayAt(at) {
      if (at !== last.at) last = { at, day: dayOf(at, timeZone) };
      return last.day;
    },
    opening: (day, minutes) => instantOf(day, minutes, "compatible"),
    closing: (day, minutes) => instantOf(day, minutes, "later"),
  };
}

function dayOf(at: number, timeZone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return Math.floor((at + offsetNanoseconds / 1_000_000) / dayMs);
}

/** @param minutes since the local midnight of 1 January 1970 */
function resolve(minutes: number, timeZone: string, disambiguation: "compatible" | "later"): number {
  return new Temporal.PlainDateTime(1970, 1, 1).add({ minutes }).toZonedDateTime(timeZone, { disambiguation })
    .epochMilliseconds;
}
