import { type CellUnit, type DateOrder, fields, type ImportKind } from "./field.ts";

/** Which column means what: from the headers, and from what the cells look like. Pure. */

export interface GuessedColumn {
  /** Null where nothing fits. */
  field: string | null;
  /** What the header says about numbers that name no unit. */
  unit: CellUnit | null;
}

/**
 * The place of the row of headers; null where the first row is data already. Rows above it, such as a title, are no data.
 * @param rows the first rows of the file, 20 at most
 */
export function findHeaders(rows: readonly (readonly string[])[]): number | null {
  const place = rows.findIndex((row) => row.some((cell) => cell.trim() !== ""));
  return place === -1 ? null : place;
}

/**
 * A guess for each column. No field is given twice.
 * @param headers empty texts where the file has none
 * @param samples the first rows of data, 50 at most
 */
export function guessColumns(
  headers: readonly string[],
  _samples: readonly (readonly string[])[],
  kind: ImportKind,
): GuessedColumn[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const name = header.trim().toLowerCase();
    const field = Object.keys(fields[kind]).find((each) => each === name && !taken.has(each)) ?? null;
    if (field !== null) taken.add(field);
    return { field, unit: null };
  });
}

/**
 * In which order the dates of a column have their parts. `ambiguous`: the cells can be read in two ways, and none of them
 * says which. Null: no cell is a date whose order matters.
 * @param texts all cells of the column
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | "ambiguous" | null {
  for (const text of texts) if (/^\d{4}-\d{2}-\d{2}/.test(text.trim())) return "ymd";
  return null;
}
