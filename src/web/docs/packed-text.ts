import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { acceptsCoding } from "../../infra/http/accept.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";
import { inSlices } from "../../infra/waiting/turns.ts";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A large text as it is kept, whoever reads it: a tenth of its length. */
export interface PackedText {
  gzipped: Uint8Array<ArrayBuffer>;
  hash: string;
}

/** Down to a path, and to a schema among the components. */
const levelsOfParts = 3;

/** `JSON.stringify` of an object of so many levels, in steps. */
function* writeJson(value: object, levels: number): Generator<void, string> {
  const members: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    yield;
    const isOpened = levels > 1 && typeof part === "object" && part !== null && !Array.isArray(part);
    const text = isOpened ? yield* writeJson(part, levels - 1) : JSON.stringify(part);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

/** Writes it once, in slices: each request would take as long otherwise. */
export async function packDocument(document: object): Promise<PackedText> {
  return packText(await inSlices(writeJson(document, levelsOfParts)));
}

/** Compresses a text once, off the event loop. */
export async function packText(text: string): Promise<PackedText> {
  const plain = new Uint8Array(Buffer.from(text));
  return { gzipped: new Uint8Array(await compress(plain)), hash: Bun.hash(plain).toString(36) };
}

/** The response for a reader who may have it already. */
export async function packedAnswer(
  request: Request,
  { gzipped, hash }: PackedText,
  more: Record<string, string> = {},
): Promise<Response> {
  const coding = acceptsCoding(request, "gzip") ? "gzip" : "identity";
  const headers = {
    "content-type": "application/json",
    etag: etagOf(hash, coding),
    ...(coding === "gzip" && { "content-encoding": coding }),
    ...more,
  };
  if (isNoneMatch(request, hash)) return new Response(null, { status: 304, headers });
  return new Response(coding === "gzip" ? gzipped : new Uint8Array(await expand(gzipped)), { headers });
}
