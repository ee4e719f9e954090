import { listOf } from "./prefixes.ts";

/** Openings of a day as text, `08:00-12:00, 14:00-18:00`, and as pairs of fields. */

export interface Opening {
  from: string;
  to: string;
}

/** Undefined for a text that is no list of openings: it stays text, which the API refuses. */
export function openingsIn(text: string): Opening[] | undefined {
  const openings = listOf(text).map((opening) => {
    const [from = "", to, ...rest] = opening.split("-");
    return to === undefined || rest.length > 0 ? undefined : { from, to };
  });
  return openings.every((opening) => opening !== undefined) ? openings : undefined;
}

/** Openings of which nothing is filled in are left out. */
export function openingsText(openings: readonly Opening[]): string {
  return openings
    .filter(({ from, to }) => from !== "" || to !== "")
    .map(({ from, to }) => `${from}-${to}`)
    .join(", ");
}

/** A time as people type it, as the API takes it: `8` → `08:00`, `8.30` → `08:30`, `6pm` → `18:00`. Other text stays. */
export function timeOf(typed: string): string {
  const found = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(typed.trim());
  if (!found) return typed.trim();
  const [, hours = "", minutes = "00", half] = found;
  const isHalf = half !== undefined;
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return typed.trim();
  const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  // The API calls midnight so at both ends of a day.
  return `${String(hour === 24 && minutes === "00" ? 0 : hour).padStart(2, "0")}:${minutes}`;
}
