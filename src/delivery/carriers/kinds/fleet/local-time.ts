import { dayMs, minuteMs } from "@/infra/units.ts";

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
/** Known spans in memory. Beyond this number the memory starts again. */
const spansMax = 20;

/** The place in the week: 0 is Monday. */
export function weekdayOf(day: number): number {
  return (day + firstWeekday) % 7;
}

/** The day of a date such as 2026-12-25. */
export function dayOfDate(date: string): number {
  return Date.parse(date) / dayMs;
}

/** Between two changes of the clocks: everything but the ends is arithmetic. Milliseconds. */
interface Span {
  from: number;
  to: number;
  offset: number;
}

/** Remembers the spans that it has met: all services of a card ask for times in the same few. */
export function createLocalTime(timeZone: string): LocalTime {
  const spans: Span[] = [];
  const spanAt = (at: number): Span => {
    const known = spans.find(({ from, to }) => from <= at && at < to);
    if (known) return known;
    const found = findSpan(at, timeZone);
    if (spans.length >= spansMax) spans.length = 0;
    spans.push(found);
    return found;
  };
  /** Of two moments with this time of the clocks, the first or the second. */
  const instantOf = (day: number, minutes: number, isSecond: boolean) => {
    const wall = day * dayMs + minutes * minuteMs;
    // No clock is further from UTC than a day, and clocks do not change twice within two.
    const early = spanAt(wall - dayMs);
    const late = early.to > wall + dayMs ? early : spanAt(early.to);
    const isBefore = wall < early.to + (isSecond ? late.offset : Math.max(early.offset, late.offset));
    return wall - (isBefore ? early : late).offset;
  };
  return {
    dayAt: (at) => Math.floor((at + spanAt(at).offset) / dayMs),
    opening: (day, minutes) => instantOf(day, minutes, false),
    closing: (day, minutes) => instantOf(day, minutes, true),
  };
}

/** A span is at most so long to both sides of the moment: then the search begins again. */
const lookMs = 400 * dayMs;

function findSpan(at: number, timeZone: string): Span {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const next = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  // The transition before is at the moment itself where the span begins there.
  const after = zoned.add({ milliseconds: 1 });
  const previous = after.getTimeZoneTransition("previous")?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  return {
    from: Math.max(previous, at - lookMs),
    to: Math.min(next, at + lookMs),
    offset: zoned.offsetNanoseconds / 1_000_000,
  };
}
