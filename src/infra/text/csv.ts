/** Comma-separated values, RFC 4180, for spreadsheets. */

export type Cell = string | number | null;

/** The columns of a list by name, each with what it shows of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** Signs that begin a formula, full-width ones of East Asian keyboards included. */
const sign = /^[=+\-@＝＋－＠]/;
/** Text that a spreadsheet would take for a formula. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Puts an apostrophe before text that looks like a formula, so no spreadsheet evaluates it. Text that looks so inside a
 * cell gets it there too: German and French spreadsheets split at semicolons, take a quotation mark inside a cell for a
 * character, and so begin a row at a line break.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const inner = withoutInnerFormulas(cell);
  const text = inner !== cell || formula.test(cell) ? `'${inner}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutInnerFormulas(cell: string): string {
  return cell.replaceAll(/[\s";]+/g, (between, at: number) => {
    // Blanks at the beginning separate nothing.
    const separators = at === 0 ? between.trimStart() : between;
    const endsCell = /[;\t\r\n]/.test(separators) && sign.test(cell.charAt(at + between.length));
    return endsCell ? `${between}'` : between;
  });
}
