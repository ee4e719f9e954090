/** Comma-separated values, RFC 4180, for spreadsheets. */

export type Cell = string | number | null;

/** The columns of a list by name, each with what it shows of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** Text that a spreadsheet would take for a formula, full-width signs of East Asian keyboards included. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Puts an apostrophe before text that looks like a formula, so no spreadsheet evaluates it. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
