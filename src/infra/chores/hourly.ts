import { hourMs, minuteMs } from "../durations.ts";

/** When a job runs next after a time. `pattern` is hourly: the minute and four stars. */
export function nextHourly(pattern: string, after: number): number {
  const [, minute] = /^(\d+) \* \* \* \*$/.exec(pattern) ?? [];
  if (minute === undefined) throw new Error(`the pattern ${pattern} is not hourly`);
  const pastHourMs = Number(minute) * minuteMs;
  return (Math.floor((after - pastHourMs) / hourMs) + 1) * hourMs + pastHourMs;
}
