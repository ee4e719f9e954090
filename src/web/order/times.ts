import type { Money, Window } from "../../delivery/model/model.ts";
import { systemClock } from "../../infra/clock.ts";

/** Money and times as the page's reader writes them, with digits like those in the sentences. */

const time = { hour: "numeric", minute: "2-digit" } as const;
const dayAndTime = { weekday: "short", day: "numeric", month: "short", ...time } as const;

/** The reader's own way to write the page's language. */
function localeOf(language: string): string {
  const own = navigator.languages.find((tag) => tag.split("-")[0]?.toLowerCase() === language);
  return `${own ?? language}-u-nu-latn`;
}

export function moneyText({ amount, currency }: Money, language: string): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}

/** In the zone of the pickup; with its day where that is not today there. */
export function windowText({ start, end }: Window, language: string, timeZone: string | null): string {
  const [from, to] = [new Date(start), new Date(end)];
  return formatFor(from, language, timeZone).formatRange(from, to);
}

export function timeText(at: string, language: string, timeZone: string | null): string {
  const date = new Date(at);
  return formatFor(date, language, timeZone).format(date);
}

/**
 * `Central European Standard Time`, or the zone's own name where nobody knows one.
 * @param timeZone null for the reader's own
 */
export function zoneName(timeZone: string | null, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...(timeZone !== null && { timeZone }),
    timeZoneName: "long",
  });
  const name = format.formatToParts(systemClock.now()).find(({ type }) => type === "timeZoneName");
  return name?.value ?? format.resolvedOptions().timeZone;
}

/** `Today`, `Tomorrow`. @param ahead days from now */
export function dayName(ahead: number, language: string): string {
  const name = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(ahead, "day");
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function formatFor(at: Date, language: string, timeZone: string | null): Intl.DateTimeFormat {
  const zone = timeZone === null ? {} : { timeZone };
  const dayOf = (date: Date) => date.toLocaleDateString("en", zone);
  const isToday = dayOf(at) === dayOf(new Date(systemClock.now()));
  return new Intl.DateTimeFormat(localeOf(language), { ...(isToday ? time : dayAndTime), ...zone });
}
