/** Text escaped for HTML. */
export function html(text: string): string {
  return Bun.escapeHTML(text);
}
