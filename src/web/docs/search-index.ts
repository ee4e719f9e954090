import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Entry } from "./search.ts";

const compress = promisify(brotliCompress);

/** What the search of the browser loads, as JSON. */
export interface SearchIndex {
  text: string;
  hash: string;
  /** Of the text. */
  brotli: Uint8Array<ArrayBuffer>;
}

/** Compressed once, off the event loop. */
export async function searchIndex(entries: readonly Entry[]): Promise<SearchIndex> {
  const text = JSON.stringify(entries);
  const brotli = new Uint8Array(
    await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  return { text, hash: Bun.hash(text).toString(36), brotli };
}
