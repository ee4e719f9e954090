import type { Window } from "../../delivery/model/model.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { hourMs, minuteMs } from "../../infra/units.ts";

/** The windows that the page offers: of today, and of tomorrow, by the clock where the goods are picked up. Pure. */

const lengthMs = 2 * hourMs;
/** Nobody can be there sooner. */
const leadMs = 30 * minuteMs;
const firstHour = 7;
const lastHour = 20;

/** The windows of a day. */
interface DayWindows {
  /** 0: today; 1: tomorrow. */
  ahead: 0 | 1;
  windows: readonly Window[];
}

/**
 * Two hours each, from every full hour. A day on which none is left is missing.
 * @param timeZone IANA; null for the reader's own
 */
export function windowsFrom(now: number, timeZone: string | null): readonly DayWindows[] {
  const clock = new Intl.DateTimeFormat("en", {
    ...(timeZone !== null && { timeZone }),
    hour: "numeric",
    hourCycle: "h23",
    minute: "numeric",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  const dayAt = (at: number) => partsOf(clock, at, ["year", "month", "day"]).join("-");
  const today = dayAt(now);
  const days: [Window[], Window[]] = [[], []];
  let tomorrow: string | undefined;
  // By steps of real time: zones with half hours and days of 23 or 25 hours come out by themselves.
  const stepMs = 15 * minuteMs;
  const last = now + 48 * hourMs;
  for (let at = Math.ceil((now + leadMs) / stepMs) * stepMs; at < last; at += stepMs) {
    const [hour = "", minute = ""] = partsOf(clock, at, ["hour", "minute"]);
    if (Number(minute) !== 0 || Number(hour) < firstHour || Number(hour) > lastHour) continue;
    const day = dayAt(at);
    if (day !== today) tomorrow ??= day;
    if (day !== today && day !== tomorrow) break;
    days[day === today ? 0 : 1].push({ start: toTimestamp(at), end: toTimestamp(at + lengthMs) });
  }
  return days.flatMap((windows, ahead) =>
    windows.length === 0 ? [] : [{ ahead: ahead as DayWindows["ahead"], windows }],
  );
}

function partsOf(clock: Intl.DateTimeFormat, at: number, types: readonly string[]): string[] {
  const parts = clock.formatToParts(at);
  return types.map((type) => parts.find((part) => part.type === type)?.value ?? "");
}

/** The end of a window that begins then. */
export function windowFrom(start: string): Window {
  return { start, end: toTimestamp(Date.parse(start) + lengthMs) };
}
