import { type Look, lookOf, looksLike } from "./contents.ts";
import type { CellUnit, DateOrder, ImportKind } from "./field.ts";
import { fieldOfContents, fieldOfHeader, type LookedColumn, settleNames } from "./fitting.ts";
import { type HeaderMeaning, readHeader } from "./header.ts";

/** Which column means what: from the headers, and from what the cells look like. Pure. */

export interface GuessedColumn {
  /** Null where nothing fits. */
  field: string | null;
  /** What the header says about numbers that name no unit. */
  unit: CellUnit | null;
  /** Whether the header is about the articles of an order. */
  isArticle: boolean;
}

/** A row of headers has so many known words at least, or nothing but them. */
const knownMin = 2;
/** What no header looks like. */
const ofData: ReadonlySet<Look> = new Set([
  "email",
  "phone",
  "date",
  "town",
  "address",
  "coordinates",
  "weight",
]);

/**
 * The place of the row of headers; null where the first row is data already. Rows above it, such as a title, are no data.
 * @param rows the first rows of the file, 20 at most
 */
export function findHeaders(rows: readonly (readonly string[])[]): number | null {
  const isNarrow = rows.every((row) => filledOf(row).length <= 1);
  for (const [place, row] of rows.entries()) {
    const filled = filledOf(row);
    // A title or a greeting stands in a cell of its own.
    if (filled.length === 0 || (filled.length === 1 && !isNarrow)) continue;
    const isData = filled.some((cell) => ofData.has(lookOf(cell)));
    const known = filled.filter((cell) => isKnown(readHeader(cell))).length;
    if (!isData && known >= Math.min(knownMin, filled.length)) return place;
    // Below the first row of data nobody writes headers.
    break;
  }
  const first = rows.findIndex((row) => filledOf(row).length > (isNarrow ? 0 : 1));
  const cells = rows[first] ?? [];
  return first === -1 || cells.some((cell) => ofData.has(lookOf(cell)) || /\d/.test(cell)) ? null : first;
}

function filledOf(row: readonly string[]): string[] {
  return row.filter((cell) => cell.trim() !== "");
}

function isKnown({ meaning, role }: HeaderMeaning): boolean {
  return meaning !== null || role !== null;
}

/**
 * A guess for each column, in short steps. No field is given twice.
 * @param headers empty texts where the file has none
 * @param samples the first rows of data, 50 at most
 */
export function* guessColumns(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  kind: ImportKind,
): Generator<void, GuessedColumn[]> {
  const columns: LookedColumn[] = [];
  for (const [index, text] of headers.entries()) {
    const header = readHeader(text);
    yield;
    columns.push({ index, header, look: looksLike(samples.map((row) => row[index] ?? "")) });
    yield;
  }
  const isNamed = headers.some((header) => header.trim() !== "");
  const wanted = columns.map((column) => fieldOfHeader(column, columns, kind));
  const taken = new Map<string, number>();
  // The surest header of several has the field.
  const surest = columns.toSorted((one, other) => strengthOf(other) - strengthOf(one));
  for (const { index } of surest) {
    const field = wanted[index];
    if (field != null && !taken.has(field)) taken.set(field, index);
  }
  settleNames(taken, kind);
  for (const column of columns) {
    if ([...taken.values()].includes(column.index)) continue;
    const field = fieldOfContents(column, { taken, kind, isNamed });
    if (field !== null) taken.set(field, column.index);
  }
  return columns.map(({ index, header: { unit, isArticle } }) => ({
    field: [...taken].find(([, place]) => place === index)?.[0] ?? null,
    unit,
    isArticle,
  }));
}

/** Of the same field, a header that names its stop is surer than one that does not. */
function strengthOf({ header: { role, strength, meaning } }: { header: HeaderMeaning }): number {
  if (role === "billing") return strength - 100;
  const isOfStop = meaning === null || /^(?:contact|address|window|instructions)/.test(meaning);
  return strength + (role !== null && isOfStop ? 100 : 0);
}

/** Dots part days from months, and four digits are a year: only other dates have an order. */
const numbered = /^\D{0,12}?(\d{1,2})([/-])(\d{1,2})\2\d{2,4}(?!\d)/;

/**
 * In which order the dates of a column have their parts. `ambiguous`: the cells can be read in two ways, and none of them
 * says which. Null: no cell is a date whose order matters.
 * @param texts all cells of the column
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | "ambiguous" | null {
  const orders = new Set<DateOrder>();
  let isOpen = false;
  for (const text of texts) {
    const [, first, , second] = numbered.exec(text.trim()) ?? [];
    if (first === undefined || second === undefined) continue;
    if (Number(first) > 12) orders.add("dmy");
    else if (Number(second) > 12) orders.add("mdy");
    else if (Number(first) !== Number(second)) isOpen = true;
  }
  const [order] = orders;
  // A column with both orders says nothing about its other days.
  if (isOpen && (orders.size !== 1 || order === undefined)) return "ambiguous";
  return orders.size === 1 ? (order ?? null) : null;
}
