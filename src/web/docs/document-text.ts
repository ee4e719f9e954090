import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { acceptsCoding } from "../../api/response.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A large document as it is kept, whoever reads it: a tenth of its length. */
export interface DocumentText {
  gzipped: Uint8Array<ArrayBuffer>;
  hash: string;
}

/** Writes it once: each request would take as long otherwise. */
export function documentText(document: object): Promise<DocumentText> {
  return packedText(JSON.stringify(document));
}

/** Compresses a text once, off the event loop. */
export async function packedText(text: string): Promise<DocumentText> {
  const plain = new Uint8Array(Buffer.from(text));
  return { gzipped: new Uint8Array(await compress(plain)), hash: Bun.hash(plain).toString(36) };
}

/** The response for a reader who may have it already. */
export async function documentAnswer(
  request: Request,
  { gzipped, hash }: DocumentText,
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
