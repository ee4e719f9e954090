import { systemClock, toTimestamp } from "../../infra/clock.ts";

/** Months that people choose from: two years, newest first. */

const monthsShown = 24;
const monthName = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-01`, in UTC. @param now real time, unless it is that of a sandbox */
export function currentMonth(now: number = systemClock.now()): string {
  return toTimestamp(now).slice(0, 7);
}

export function recentMonths(now?: number): { value: string; label: string }[] {
  const [year = 0, month = 0] = currentMonth(now).split("-").map(Number);
  return Array.from({ length: monthsShown }, (_, ago) => {
    const begin = new Date(Date.UTC(year, month - 1 - ago));
    return { value: toTimestamp(begin.getTime()).slice(0, 7), label: monthName.format(begin) };
  });
}

/** The first and the last day of a month. @param month `2026-01` */
export function spanOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  // The day before the first of the next month.
  return { from: `${month}-01`, to: toTimestamp(Date.UTC(year, number, 0)).slice(0, 10) };
}
