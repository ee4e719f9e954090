import { itemJson } from "../../../infra/http/raw-json.ts";

import type { LineType } from "./export.ts";

/** The line as text. */
export function lineOf(type: LineType, data: object): string {
  return `{"type":"${type}","data":${itemJson(data)}}`;
}

/** An event can have a megabyte. */
const pageRows = 25;

interface ReadPage<T> {
  data: T[];
  next_cursor: string | null;
}

/** Every object of a list, page by page. */
export async function* pagesOf<T>(
  read: (page: { limit: number; cursor?: string }) => ReadPage<T> | Promise<ReadPage<T>>,
): AsyncGenerator<T> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: ReadPage<T> = await read({ limit: pageRows, ...(cursor !== undefined && { cursor }) });
    yield* page.data;
    cursor = page.next_cursor;
  }
}
