import { type Query, read } from "../browser/api.ts";
import type { Known, Row } from "../browser/paths.ts";
import type { ListPage } from "../browser/reads.ts";
import type { Side } from "./side.ts";

const pageSize = 100;
/** More than a person can look at. */
export const rowsMax = 500;

/** Every page of a list, up to as many rows as a page shows. */
export async function readAll<const Path extends string>(
  path: Path & Known<"GET", Path>,
  side: Side,
  query: Query,
  signal: AbortSignal,
  max = rowsMax,
): Promise<Row<Path>[]> {
  const rows: Row<Path>[] = [];
  let cursor: string | null = null;
  do {
    const call = side.asking({ ...query, limit: pageSize, cursor: cursor ?? undefined });
    const page: ListPage<Row<Path>> = await read(path, { ...call, signal });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < max);
  return rows;
}
