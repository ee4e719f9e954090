import { html } from "../serving/html.ts";

/** Days of the calendar at the delivery's address, as `YYYY-MM-DD`, in a recipient's words. */

/** Where a day ends last. */
const lastZone = "Etc/GMT+12";

/** @param locale BCP 47 */
export function dayIn(locale: string, date: string): string {
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(Date.parse(date));
}

/** As HTML. The script writes it as where the reader lives. */
export function dayTag(locale: string, date: string): string {
  return `<time datetime="${date}">${html(dayIn(locale, date))}</time>`;
}

/** Whether the day is over. @param timeZone null where nobody knows @param now milliseconds since 1970 */
export function isOver(date: string, timeZone: string | null, now: number): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone ?? lastZone);
  return Temporal.PlainDate.compare(date, today.toPlainDate()) < 0;
}
