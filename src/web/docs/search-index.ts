import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Entry, PackedEntries } from "./search.ts";

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
  const text = JSON.stringify(pack(entries));
  const brotli = new Uint8Array(
    await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  return { text, hash: Bun.hash(text).toString(36), brotli };
}

/** Each word stands once, with the entries that have it: less than half of the words in every entry. */
function pack(entries: readonly Entry[]): PackedEntries {
  const found = new Map<string, number[]>();
  for (const [index, { words }] of entries.entries()) {
    for (const word of words) found.set(word, [...(found.get(word) ?? []), index]);
  }
  const lines = [...found].map(([word, indexes]) => {
    const steps = indexes.map((index, at) => (index - (indexes[at - 1] ?? 0)).toString(36));
    return [word, ...steps].join(" ");
  });
  return {
    places: entries.map(({ url, title, within }) => [url, title, within]),
    words: lines.join("\n"),
  };
}
