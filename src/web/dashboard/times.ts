import { toTimestamp } from "../../infra/clock.ts";
import { minuteMs } from "../../infra/units.ts";

/** Times in form fields, in the reader's time zone. */

const localTimeLength = "2026-01-31T09:30:00".length;

/** The reader's time zone, `Europe/Berlin`. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `2026-01-31T09:30:00.000Z` in Berlin: `2026-01-31T10:30:00`; empty if invalid. */
export function toLocalTime(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return "";
  return toTimestamp(at.getTime() - at.getTimezoneOffset() * minuteMs).slice(0, localTimeLength);
}

/** Undefined if invalid. */
export function fromLocalTime(text: string): string | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : toTimestamp(at);
}
