/** Comma-separated values, RFC 4180, for spreadsheets. */

export type Cell = string | number | null;

/** Text that a spreadsheet would take for a formula, full-width signs of East Asian keyboards included. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Puts an apostrophe before text that looks like a formula, so no spreadsheet evaluates it. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
