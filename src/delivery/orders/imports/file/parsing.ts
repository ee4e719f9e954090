import type Papa from "papaparse";
import { columnsMax, rowsMax, writtenColumnsMax } from "../import.ts";
import { Unreadable } from "./decoding.ts";

/** The rows of a CSV file. */

const charactersPerStep = 32 * 1024;
const delimiters = [",", ";", "\t"] as const;
/** Lines by which the delimiter is told. */
const linesLookedAt = 20;
/** Titles may stand above the headers. */
const rowsAboveMax = 20;

export interface FileRow {
  /** As a spreadsheet counts, from 1. */
  number: number;
  cells: string[];
}

/**
 * Parses a text in short steps. Empty rows are left out, and so are empty columns at the end.
 * @throws Unreadable for too much of it, and for a quotation mark that nothing closes
 */
export function* parseRows(papa: typeof Papa, text: string): Generator<void, FileRow[]> {
  const plain = text.replaceAll(/\r\n?/g, "\n");
  yield;
  const parser = new papa.Parser({ delimiter: delimiterOf(plain), newline: "\n", quoteChar: '"' });
  const rows: FileRow[] = [];
  let number = 0;
  let at = 0;
  let size = charactersPerStep;
  while (at < plain.length) {
    const isLast = at + size >= plain.length;
    const { data, errors, meta } = parser.parse(plain.slice(at, at + size), 0, !isLast) as Parsed;
    for (const cells of data) {
      number += 1;
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ number, cells: withoutEmptyEnd(cells) });
    }
    if (isLast && errors.some(({ code }) => code === "MissingQuotes")) {
      throw new Unreadable("quotes", `A quotation mark at or after row ${number} is never closed.`);
    }
    if (rows.length > rowsMax + rowsAboveMax) throw tooManyRows();
    refuseTooWide(rows);
    // A row that is longer than a step needs a longer one.
    size = meta.cursor === 0 ? size * 2 : charactersPerStep;
    at = isLast ? plain.length : at + meta.cursor;
    yield;
  }
  return rows;
}

interface Parsed {
  data: string[][];
  errors: { code: string }[];
  meta: { cursor: number };
}

export function tooManyRows(): Unreadable {
  return new Unreadable("too_many_rows", `The file has more than ${rowsMax} rows. Split it.`);
}

function refuseTooWide(rows: readonly FileRow[]): void {
  if (rows.some(({ cells }) => cells.length > writtenColumnsMax)) throw tooManyColumns();
}

export function tooManyColumns(): Unreadable {
  return new Unreadable(
    "too_many_columns",
    `The file has more than ${columnsMax} columns. Remove those that say nothing of the orders.`,
  );
}

function withoutEmptyEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  return cells.slice(0, last + 1);
}

/** The delimiter that the first lines have most of, outside quotation marks. */
function delimiterOf(text: string): string {
  const start = text
    .split("\n", linesLookedAt)
    .join("\n")
    .slice(0, charactersPerStep)
    .replaceAll(/"(?:[^"]|"")*"/g, "");
  const counts = delimiters.map((each) => start.split(each).length - 1);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}
