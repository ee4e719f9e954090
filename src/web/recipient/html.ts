import { toMinute, toTimestamp } from "../../infra/clock.ts";
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

/** Without a script in UTC; the script writes it as the reader does. */
export function timeTag(timestamp: string): string {
  return `<time datetime="${timestamp}">${toMinute(timestamp)}</time>`;
}

const clockTime = { hour: "numeric", minute: "2-digit" } as const;
const dayAndTime = { weekday: "short", day: "numeric", month: "short", ...clockTime } as const;

/**
 * Without a script in the time zone of the address, or in UTC where nobody knows it. Nobody knows where the reader is, so
 * the zone is named. The script writes it as the reader does. @param span milliseconds since 1970
 */
export function windowTag({ from, to }: Span, language: string, timeZone: string | null): string {
  const zone = { timeZone: timeZone ?? "UTC" };
  const write = (at: number, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...parts, ...zone }).format(at);
  const dayOf = (at: number) => new Date(at).toLocaleDateString("en", zone);
  const tag = (at: number, text: string) => `<time datetime="${toTimestamp(at)}">${html(text)}</time>`;
  const end = { ...(dayOf(from) === dayOf(to) ? clockTime : dayAndTime), timeZoneName: "short" } as const;
  return `<span class="window">${tag(from, write(from, dayAndTime))} – ${tag(to, write(to, end))}</span>`;
}
