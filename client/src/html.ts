/** Small pieces of HTML. Every text in them is escaped. */

const style = `body{font:14px/1.4 system-ui,sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left;vertical-align:top}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;max-width:90ch}td:first-child{white-space:nowrap}`;

/** HTML that is escaped already. */
interface Markup {
  markup: string;
}

const escapeHtml = (text: unknown) =>
  String(text ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const pre = (text: string): Markup => ({ markup: `<pre>${escapeHtml(text)}</pre>` });

/** A text, and what is under it. */
export const join = (text: string, ...under: Markup[]): Markup => ({
  markup: escapeHtml(text) + under.map(({ markup }) => markup).join(""),
});

/** A body that the reader opens; nothing without one. */
export function fold(title: string, body: string | null): Markup {
  if (!body) return { markup: "" };
  return {
    markup: `<details><summary>${escapeHtml(title)}</summary>${pre(indented(body)).markup}</details>`,
  };
}

/** JSON is easier to read with lines, also where it is the body of an attempt. */
const indented = (body: string) => {
  const content = parsed(body);
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => (key === "body" ? parsed(value) : value));
  } catch {
    return text;
  }
}

export const section = (title: string, heads: readonly string[], rows: readonly unknown[][]) =>
  `<h2>${escapeHtml(title)}</h2>${table(heads, rows)}`;

/** Cells are texts, or markup. */
export function table(heads: readonly string[], rows: readonly unknown[][]): string {
  const isMarkup = (cell: unknown): cell is Markup => typeof cell === "object" && cell !== null;
  const cellOf = (cell: unknown) => `<td>${isMarkup(cell) ? cell.markup : escapeHtml(cell)}</td>`;
  const head = heads.some(Boolean)
    ? `<tr>${heads.map((one) => `<th>${escapeHtml(one)}</th>`).join("")}</tr>`
    : "";
  return `<table>${head}${rows.map((row) => `<tr>${row.map(cellOf).join("")}</tr>\n`).join("")}</table>`;
}

/** A whole page. Its policy forbids scripts and everything of a network. */
export function page(title: string, body: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  const head = `<meta charset="utf-8">${policy}<title>${escapeHtml(title)}</title><style>${style}</style>`;
  return `<!doctype html><html lang="en">${head}<h1>${escapeHtml(title)}</h1>${body}</html>\n`;
}
