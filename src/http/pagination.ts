import { AppError } from "../errors.ts";
import { sha256Hex } from "../ids.ts";

type Filters = Record<string, unknown>;

/** Binds a cursor to the list and the filters it was made for. */
function fingerprint(list: string, filters: Filters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return sha256Hex(JSON.stringify([list, set.sort(([a], [b]) => (a < b ? -1 : 1))])).slice(0, 16);
}

export interface ListPage<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** What a caller asks of every list. */
export interface PageQuery {
  limit?: number;
  cursor?: string;
}

const limitDefault = 20;

/**
 * One page of a list. `read` gets the place to go on from, undefined at the beginning, and how many rows to
 * read: one more than are shown, which tells whether there are more.
 * @throws AppError `cursor_invalid` for a cursor of another list, other filters, or no cursor at all
 */
export function readPage<Row, View>(
  list: string,
  filters: Filters,
  { limit = limitDefault, cursor }: PageQuery,
  source: {
    read(place: string | undefined, count: number): Row[];
    placeOf(row: Row): string | number;
    view(row: Row): View;
  },
): ListPage<View> {
  const print = fingerprint(list, filters);
  const rows = source.read(cursor === undefined ? undefined : openCursor(cursor, print), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? Buffer.from(`${print}\n${source.placeOf(last)}`).toString("base64url")
      : null;
  return { data: shown.map(source.view), has_more: next !== null, next_cursor: next };
}

/** The place a cursor stands for. */
function openCursor(cursor: string, print: string): string {
  const [made, place] = Buffer.from(cursor, "base64url").toString("utf8").split("\n");
  if (made !== print || !place) {
    throw new AppError("cursor_invalid", {
      errors: [
        {
          parameter: "cursor",
          code: "cursor",
          detail: "must be the next_cursor of the same list and filters",
        },
      ],
    });
  }
  return place;
}

/** Adds the address of the next page as a `Link` header, RFC 8288, and hands the page on. */
export function linkNext<T>(
  page: ListPage<T>,
  request: Request,
  headers: Record<string, string | number>,
): ListPage<T> {
  if (page.next_cursor !== null) {
    const url = new URL(request.url);
    url.searchParams.set("cursor", page.next_cursor);
    headers.link = `<${url.pathname}${url.search}>; rel="next"`;
  }
  return page;
}
