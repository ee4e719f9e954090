import { toTimestamp } from "../../infra/clock.ts";
import { html } from "../serving/html.ts";
import type { Span } from "./arrival-window.ts";

/** HTML from texts. */

/** Stands in a sentence for what is HTML: a private character, which no text has. */
export const mark = "\uE000";

/** The text with HTML in the place of its mark. */
export function withHtml(text: string, inserted: string): string {
  return html(text).replace(mark, () => inserted);
}

/** A part of the page that the script replaces; without content it is there, and not seen. */
export function part(id: string, content: string): string {
  return content === ""
    ? `<section id="${id}" hidden></section>`
    : `<section id="${id}" class="card">${content}</section>`;
}

const clockTime = { hour: "numeric", minute: "2-digit" } as const;
const dayAndTime = { weekday: "short", day: "numeric", month: "short", ...clockTime } as const;
const named = { timeZoneName: "short" } as const;

interface WindowFormats {
  from: Intl.DateTimeFormat;
  toSameDay: Intl.DateTimeFormat;
  toOtherDay: Intl.DateTimeFormat;
}

/** Making them costs milliseconds. Parcels of one installation go to few zones. */
const formatsKept = 100;
const formats = new Map<string, WindowFormats>();

function formatsOf(language: string, timeZone: string): WindowFormats {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const make = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...parts, timeZone });
  const made = {
    from: make(dayAndTime),
    toSameDay: make({ ...clockTime, ...named }),
    toOtherDay: make({ ...dayAndTime, ...named }),
  };
  if (formats.size >= formatsKept) formats.clear();
  formats.set(key, made);
  return made;
}

/** A moment, as the ends of a window are written. @param isToday whether the day is said already */
export function timeTag(
  timestamp: string,
  language: string,
  timeZone: string | null,
  isToday = false,
): string {
  const write = formatsOf(language, timeZone ?? "UTC");
  const text = (isToday ? write.toSameDay : write.toOtherDay).format(Date.parse(timestamp));
  return `<time datetime="${timestamp}">${html(text)}</time>`;
}

/**
 * Without a script in the time zone of the address, or in UTC where nobody knows it. Nobody knows where the reader is, so
 * the zone is named. The script writes it as the reader does. @param span milliseconds since 1970
 */
export function windowTag({ from, to }: Span, language: string, timeZone: string | null): string {
  const zone = timeZone ?? "UTC";
  const write = formatsOf(language, zone);
  const [first, last] = [from, to].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString(),
  );
  const tag = (at: number, text: string) => `<time datetime="${toTimestamp(at)}">${html(text)}</time>`;
  const end = first === last ? write.toSameDay : write.toOtherDay;
  return `<span class="window">${tag(from, write.from.format(from))} – ${tag(to, end.format(to))}</span>`;
}
