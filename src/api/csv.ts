import type { Deps } from "../infra/deps.ts";
import { asksFor } from "../infra/http/accept.ts";
import type { Caller } from "../infra/http/principal.ts";
import { type Columns, toCsv } from "../infra/text/csv.ts";
import { nextTurn } from "../infra/waiting/turns.ts";
import { beginExporting } from "./export-lock.ts";
import { streamTexts } from "./text-stream.ts";

/** Lists as CSV. */

export const csvType = "text/csv";

/** What an operation says of its CSV. */
export const csvNote =
  "With `Accept: text/csv`, streams the whole list as CSV in UTF-8 without a byte order mark, with the same filters; `limit` does not apply. One export per account runs at a time.";

/** Whether the caller asks for CSV instead of JSON. */
export function wantsCsv(request: Request): boolean {
  return asksFor(request, csvType);
}

interface Page<T> {
  data: readonly T[];
  next_cursor: string | null;
}

interface CsvList<T> {
  /** Of the file, without `.csv`. */
  name: string;
  columns: Columns<T>;
  /** Reads a page: the caller's first one, or that of a cursor. */
  read(cursor?: string): Page<T>;
}

/** Rows that are made some at a time. */
interface CsvRows<T> extends Pick<CsvList<T>, "name" | "columns"> {
  /** Asked in between whether anybody still wants them. */
  rows(isOver: () => boolean): AsyncIterable<readonly T[]>;
}

/**
 * A list with all of its pages under one header. Each page is read when the reader takes it.
 * @throws AppError what the list throws, and `limit_reached` while another export of the account runs
 */
export function streamCsv<T>(deps: Deps, request: Request, caller: Caller, list: CsvList<T>): Response {
  const first = list.read();
  return streamRows(deps, request, caller, { ...list, rows: (isOver) => rowsOf(list, first, isOver) });
}

/**
 * Rows under one header, made when the reader takes them.
 * @throws AppError `limit_reached` while another export of the account runs
 */
export function streamRows<T>(deps: Deps, request: Request, caller: Caller, made: CsvRows<T>): Response {
  const end = beginExporting(deps, caller.accountId);
  return streamTexts(deps, request, (isOver) => texts(made, isOver), end, {
    "content-type": `${csvType}; charset=utf-8`,
    "content-disposition": `attachment; filename="${made.name}.csv"`,
    "cache-control": "no-store",
  });
}

async function* texts<T>({ columns, rows }: CsvRows<T>, isOver: () => boolean): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let header: string[][] = [Object.keys(columns)];
  for await (const some of rows(isOver)) {
    // A filtered page may be empty.
    if (some.length === 0 && header.length === 0) continue;
    yield toCsv([...header, ...some.map((row) => cells.map((cell) => cell(row)))]);
    header = [];
  }
  if (header.length > 0) yield toCsv(header);
}

async function* rowsOf<T>(
  { read }: CsvList<T>,
  first: Page<T>,
  isOver: () => boolean,
): AsyncGenerator<readonly T[]> {
  yield first.data;
  for (let cursor = first.next_cursor; cursor !== null; ) {
    await nextTurn();
    if (isOver()) return;
    const page = read(cursor);
    yield page.data;
    cursor = page.next_cursor;
  }
}
