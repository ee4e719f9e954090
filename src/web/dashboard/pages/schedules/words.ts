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

const wallFormat = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});

/** `6:00 – 7:30 AM` of `06:00` and `07:30`: as the reader writes times, like those of its days. */
export function windowText({ from, to }: { from: string; to: string }): string {
  const [start, end] = [new Date(`1970-01-01T${from}Z`), new Date(`1970-01-01T${to}Z`)];
  // A range into the next day would name both dates.
  return start < end
    ? wallFormat.formatRange(start, end)
    : `${wallFormat.format(start)} – ${wallFormat.format(end)}`;
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
