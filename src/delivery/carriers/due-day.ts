import { timeZoneOf } from "../../infra/geography/country-time-zone.ts";

/** Carriers that know the day of a delivery, and no time of it. */

const dateLength = "2026-01-31".length;

/**
 * The last second of a day at a place: goods that are due on a day are not late before its end. Null for what is not a
 * date. @param date begins with a date such as 2026-01-31 @param country ISO 3166-1 alpha-2; where its places differ,
 * the day of UTC
 */
export function endOfDay(date: string, country: string, addedDays = 0): number | null {
  const day = dayOf(date);
  if (!day) return null;
  const timeZone = timeZoneOf(country, Date.parse(day.toString())) ?? "UTC";
  const { epochMilliseconds } = day
    .add({ days: addedDays })
    .toZonedDateTime({ timeZone, plainTime: "23:59:59" });
  return epochMilliseconds;
}

function dayOf(date: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(date.slice(0, dateLength));
  } catch {
    return undefined;
  }
}
