import { toLocalTime } from "../../times.ts";

/** Days in form fields, `2026-12-01`. */

const dateLength = "2026-12-01".length;

/** The reader's. */
export function today(): string {
  return toLocalTime(new Date().toISOString()).slice(0, dateLength);
}

export function dayAfter(date: string): string {
  const next = new Date(date);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, dateLength);
}
