import { dayMs } from "../../infra/units.ts";

/** The day on which the examples take place. */
const storyDay = Date.parse("2026-02-01T00:00:00.000Z");
const storyTime = /^2026-0[12]-\d\dT/;

/** The UTC day of a time. */
export function dayOf(now: number): number {
  return Math.floor(now / dayMs) * dayMs;
}

/** Moves the times of an example from that day to `now`: a request must not use past times. */
export function asOf<T>(now: number, value: T): T {
  const later = dayOf(now) - storyDay;
  const moved = (_name: string, part: unknown) =>
    typeof part === "string" && storyTime.test(part)
      ? new Date(Date.parse(part) + later).toISOString()
      : part;
  return JSON.parse(JSON.stringify(value, moved));
}
