import type { DriverDay } from "@/delivery/fleet/work-days/schema.ts";

/** A driver's days in words. */

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** `Sat, Jan 31`. */
export function dayText(date: string): string {
  return dayFormat.format(Date.parse(date));
}

/** `7 h 45 min`. */
export function workText(minutes: number): string {
  const hours = Math.trunc(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** `38.4`; a dash where no position came. */
export function kilometersText(kilometers: number | null): string {
  return kilometers === null ? "—" : kilometers.toFixed(1);
}

/** `08:00–16:30` by the clocks of the fleet. */
export function spanText(
  { first_on_duty_at: first, last_on_duty_at: last }: DriverDay,
  timeZone: string,
): string {
  if (first === null) return "Not on duty";
  const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", timeZone });
  const from = clock.format(Date.parse(first));
  return last === null ? `since ${from}` : `${from}–${clock.format(Date.parse(last))}`;
}

/** `In all 38 h 20 min on duty, 210 deliveries and 345.2 km.` */
export function sumOf(days: readonly DriverDay[]): string {
  const add = (each: (day: DriverDay) => number) => days.reduce((sum, day) => sum + each(day), 0);
  const deliveries = add((day) => day.deliveries);
  const known = days.some(({ kilometers }) => kilometers !== null);
  const done = `${deliveries} ${deliveries === 1 ? "delivery" : "deliveries"}`;
  const hours = workText(add((day) => day.minutes_on_duty));
  return known
    ? `In all ${hours} on duty, ${done} and ${kilometersText(add((day) => day.kilometers ?? 0))} km.`
    : `In all ${hours} on duty and ${done}.`;
}
