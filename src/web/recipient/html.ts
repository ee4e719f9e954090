import { toMinute } from "../../infra/clock.ts";
import { html } from "../serving/html.ts";

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
