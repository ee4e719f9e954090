/** What a carrier expects after a failed attempt. The estimate of before the failure may stand still. */

/** Where a day begins first. */
const firstZone = "Etc/GMT-14";

/** An estimate. `at` is in milliseconds since 1970, `day` is `YYYY-MM-DD` at the address. */
export interface Expected {
  at: number | null;
  day: string | null;
}

/**
 * Whether it can be the next attempt: a time after the failed one, or a day after its day at the address.
 * @param failedAt milliseconds since 1970 @param timeZone null where nobody knows
 */
export function isNextAttempt({ at, day }: Expected, failedAt: number, timeZone: string | null): boolean {
  return day === null ? at !== null && at > failedAt : isLaterDay(day, failedAt, timeZone);
}

/**
 * Whether a day comes after the day of a moment.
 * @param at milliseconds since 1970 @param timeZone null where nobody knows
 */
export function isLaterDay(day: string, at: number, timeZone: string | null): boolean {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone ?? firstZone);
  return Temporal.PlainDate.compare(day, moment.toPlainDate()) > 0;
}
