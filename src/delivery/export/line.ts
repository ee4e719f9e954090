import { itemJson } from "../../infra/http/raw-json.ts";

/** One line of an export: what it is, in the shape in which the API shows it. */

export const lineTypes = [
  "account",
  "user",
  "audit_entry",
  "key",
  "webhook",
  "carrier",
  "rate_card",
  "token",
  "driver",
  "device",
  "shipment",
  "pin",
  "quote",
  "assignment",
  "tracking",
  "position",
  "picture",
  "charge",
  "event",
  "end",
] as const;
type LineType = (typeof lineTypes)[number];

export interface Line {
  type: LineType;
  data: object;
}

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
