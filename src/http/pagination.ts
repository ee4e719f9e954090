import { AppError } from "../errors.ts";
import { sha256Hex } from "../ids.ts";

type Filters = Record<string, unknown>;

/** Binds a cursor to the list and the filters it was made for. */
function fingerprint(list: string, filters: Filters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return sha256Hex(JSON.stringify([list, set.sort(([a], [b]) => (a < b ? -1 : 1))])).slice(0, 16);
}

/**
 * The place a cursor stands for, or undefined at the beginning.
 * @throws AppError `cursor_invalid` for a cursor of another list, other filters, or no cursor at all.
 */
export function openCursor(cursor: string | undefined, list: string, filters: Filters): string | undefined {
  if (cursor === undefined) return undefined;
  const [print, place] = Buffer.from(cursor, "base64url").toString("utf8").split("\n");
  if (print !== fingerprint(list, filters) || !place) {
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

export interface ListPage<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** A page of at most `limit` from rows that were read with `limit + 1`. */
export function makePage<Row, View>(
  rows: Row[],
  limit: number,
  list: string,
  filters: Filters,
  placeOf: (row: Row) => string,
  view: (row: Row) => View,
): ListPage<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? Buffer.from(`${fingerprint(list, filters)}\n${placeOf(last)}`).toString("base64url")
      : null;
  return { data: shown.map(view), has_more: next !== null, next_cursor: next };
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
