import { fromTimestamp } from "../clock.ts";
import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { AppError, invalidParameter } from "../errors.ts";
import { isSignature, sign } from "../ids.ts";
import type { CreatedFilters } from "./schema.ts";
import { pathOf, queryOf } from "./target.ts";

/** What a cursor is valid for: one list of one owner, with these filters. */
interface List {
  name: string;
  of: { accountId: string; environment?: Environment | null };
  filters?: Record<string, unknown>;
}

interface ListPage<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The query parameters of every list. */
export interface PageQuery {
  limit?: number;
  cursor?: string;
}

const limitDefault = 20;

/**
 * One page of a list. `read` gets the place to continue from (undefined at the start) and how many rows to read: one
 * more than the page shows, to know whether there are more.
 * @throws AppError `cursor_invalid` for a cursor of another list, other filters, or no cursor at all
 */
export function readPage<Row, View>(
  { cursorKey }: Deps,
  list: List,
  { limit = limitDefault, cursor }: PageQuery,
  source: {
    read(place: string | undefined, count: number): Row[];
    placeOf(row: Row): string | number;
    /** Where a search stopped early. It may find more rows from there on. */
    stoppedAt?(): string | number | undefined;
    view(row: Row): View;
  },
): ListPage<View> {
  const place = cursor === undefined ? undefined : openCursor(cursorKey, list, cursor);
  const rows = source.read(place, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const end = last === undefined ? source.stoppedAt?.() : source.placeOf(last);
  const next = end === undefined ? null : makeCursor(cursorKey, list, String(end));
  return { data: shown.map(source.view), has_more: next !== null, next_cursor: next };
}

const signatureBytes = 32;

/** A signature of the place and of what the cursor is valid for, then the place. */
function makeCursor(key: Uint8Array, list: List, place: string): string {
  return Buffer.concat([sign(key, signedText(list, place)), Buffer.from(place)]).toString("base64url");
}

function openCursor(key: Uint8Array, list: List, cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  const place = bytes.toString("utf8", signatureBytes);
  const isOurs = isSignature(bytes.subarray(0, signatureBytes), key, signedText(list, place));
  // Base64 has several spellings of the same bytes, and only one is ours.
  if (isOurs && bytes.toString("base64url") === cursor) return place;
  const detail = "must be the next_cursor of the same list and filters";
  throw new AppError("cursor_invalid", { errors: [{ parameter: "cursor", code: "cursor", detail }] });
}

function signedText({ name, of, filters = {} }: List, place: string): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  set.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([name, of.accountId, of.environment, set, place]);
}

/**
 * The span in which listed objects were created, in milliseconds.
 * @throws AppError `query_invalid` for an end that does not come after the beginning
 */
export function createdWithin({ created_after, created_before }: CreatedFilters) {
  const [createdAfter, createdBefore] = spanOf({ created_after, created_before });
  return { createdAfter, createdBefore };
}

/**
 * A span by the names of its two parameters, in milliseconds.
 * @throws AppError `query_invalid` for an end that does not come after the beginning
 */
export function spanOf(parameters: Record<string, string | undefined>): (number | undefined)[] {
  const [after = "", before = ""] = Object.keys(parameters);
  const [since, until] = [fromTimestamp(parameters[after]), fromTimestamp(parameters[before])];
  if (since !== undefined && until !== undefined && since >= until) {
    throw invalidParameter(before, "contradictory", `must be later than ${after}`);
  }
  return [since, until];
}

/**
 * The order as one of a list's filters, so that no cursor goes on in another one. Cursors of lists that had no order name
 * none.
 */
export function orderedBy<T extends object>(order: string, filters: T) {
  return { ...filters, sort: order === "newest" ? undefined : order };
}

/** Adds a `Link` header with the next page (RFC 8288) and returns the page. */
export function linkNext<P extends Pick<ListPage<unknown>, "next_cursor">>(
  page: P,
  request: Request,
  headers: Record<string, string | number>,
): P {
  if (page.next_cursor !== null) {
    const query = new URLSearchParams(queryOf(request));
    query.set("cursor", page.next_cursor);
    const next = `<${pathOf(request)}?${query}>; rel="next"`;
    headers.link = headers.link === undefined ? next : `${headers.link}, ${next}`;
  }
  return page;
}
