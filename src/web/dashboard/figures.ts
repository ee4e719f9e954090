/** How numbers and days are written. */

const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const inDay = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(undefined, inDay);
const dateFormat = new Intl.DateTimeFormat(undefined, { ...inDay, year: "numeric" });

const sizes = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const durations = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

export function countInFigures(count: number): string {
  return whole.format(count);
}

/** Where there is little room: `12K`. */
export function shortCount(count: number): string {
  return compact.format(count);
}

/** `0.4%`; a dash where there is nothing that it could be a part of. */
export function shareInFigures(part: number, all: number): string {
  return all === 0 ? "—" : percent.format(part / all);
}

/** In units of 1000, as disks are sold. */
export function bytesInFigures(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return inUnit(bytes / 1_000 ** step, sizes[step] ?? "byte");
}

/** As the setting of it is written. */
export function mebibytesInFigures(bytes: number): string {
  return `${whole.format(bytes / 2 ** 20)} MiB`;
}

/** A duration of a request or a run; a dash where there was none. */
export function msInFigures(ms: number | null): string {
  if (ms === null) return "—";
  return ms < 1_000 ? inUnit(ms, "millisecond") : inUnit(ms / 1_000, "second");
}

/** An age in its largest unit: `3 min`. */
export function secondsInFigures(seconds: number): string {
  const [unit, length] = durations.find(([, length]) => seconds >= length) ?? (["second", 1] as const);
  return inUnit(Math.floor(seconds / length), unit);
}

/** `2026-01-31` → `Jan 31`; a day of the API is one of UTC. */
export function dayInFigures(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `2026-01-31` → `Jan 31, 2026`, where a day of another year may stand beside it. */
export function dateInFigures(day: string): string {
  return dateFormat.format(new Date(day));
}

function inUnit(amount: number, unit: string): string {
  const maximumFractionDigits = amount < 1 ? 2 : amount < 100 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits }).format(amount);
}
