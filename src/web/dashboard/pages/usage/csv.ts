/** Comma-separated values, RFC 4180, for spreadsheets. */

export type Cell = string | number | null;

/** What a spreadsheet would take for a formula, the full-width signs of East Asian keyboards among it. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A text that begins as a formula does gets an apostrophe in front, with which no spreadsheet calculates it. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
