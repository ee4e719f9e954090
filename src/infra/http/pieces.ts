import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Coding } from "./etag.ts";

/** Answers that would hold up everybody, were they made into bytes and compressed at once. */

/** Longer texts are sent in pieces of this number of characters. */
export const streamFromCharacters = 256 * 1024;
const pieceCharacters = streamFromCharacters;
/** Level 1 saves nearly as much as the next levels, in a third of their time. */
export const gzipLevel = 1;

/** The bytes of a text, in pieces. Another thread compresses each. */
export function inPieces(text: string, coding: Coding): ReadableStream<Uint8Array> {
  const pieces = piecesOf(text);
  if (coding === "identity") {
    return new ReadableStream({
      pull(controller) {
        const { value } = pieces.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
    });
  }
  const gzip = Readable.from(pieces).pipe(createGzip({ level: gzipLevel, chunkSize: pieceCharacters }));
  return Readable.toWeb(gzip) as unknown as ReadableStream<Uint8Array>;
}

function* piecesOf(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + pieceCharacters, text.length);
    // Both halves of a surrogate pair become bytes together.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}
