import type { ScheduleView, UpcomingDayView } from "@/delivery/orders/schedules/schema.ts";
import type { Tone } from "../../theme.ts";

/** Standing orders in words. */

const weekdays = [
  ["mon", "Mon"],
  ["tue", "Tue"],
  ["wed", "Wed"],
  ["thu", "Thu"],
  ["fri", "Fri"],
  ["sat", "Sat"],
  ["sun", "Sun"],
] as const;
export type Weekday = (typeof weekdays)[number][0];
export const weekdayData = weekdays.map(([value, label]) => ({ value, label }));

/** `Every day`, `Mon to Fri`, `Mon, Thu`. */
export function daysText(days: readonly string[]): string {
  if (days.length === weekdays.length) return "Every day";
  const chosen = weekdays
    .map(([day], index) => (days.includes(day) ? index : -1))
    .filter((index) => index >= 0);
  const [first = 0] = chosen;
  const last = chosen.at(-1) ?? 0;
  const names = chosen.map((index) => weekdays[index]?.[1]);
  return chosen.length > 2 && last - first === chosen.length - 1
    ? `${names[0]} to ${names.at(-1)}`
    : names.join(", ");
}

/** `9:00–11:00` as it was typed. */
export function windowText({ from, to }: { from: string; to: string }): string {
  return `${from}–${to}`;
}

/** Berlin of `Europe/Berlin`. */
export function zoneText(timeZone: string): string {
  return timeZone.replace(/^.*\//, "").replaceAll("_", " ");
}

const inDay = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(undefined, inDay);

/** `Mon, Dec 1` of `2026-12-01`. */
export function dateText(date: string): string {
  return dayFormat.format(new Date(date));
}

/** The window of a day by the clocks of its place: where they are changed it is not what was typed. */
export function clockText({ start, end }: { start: string; end: string }, timeZone: string): string {
  const format = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", timeZone });
  return format.formatRange(new Date(start), new Date(end));
}

export const states: Record<UpcomingDayView["status"], { text: string; tone: Tone }> = {
  planned: { text: "Planned", tone: "quiet" },
  skipped: { text: "Skipped", tone: "quiet" },
  paused: { text: "Paused", tone: "quiet" },
  waiting: { text: "Being made", tone: "busy" },
  created: { text: "Created", tone: "good" },
  failed: { text: "Failed, tried again", tone: "bad" },
  missed: { text: "Missed", tone: "bad" },
};

/** How a schedule stands, in a word. */
export function stateOf({ paused, failed, next_date, redacted_at }: ScheduleView): {
  text: string;
  tone: Tone;
} {
  if (redacted_at !== null) return { text: "Erased", tone: "quiet" };
  if (failed !== null) return { text: "Failing", tone: "bad" };
  if (paused) return { text: "Paused", tone: "warn" };
  return next_date === null ? { text: "Ended", tone: "quiet" } : { text: "Active", tone: "good" };
}
