import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { acceptsCoding } from "../../api/response.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";

const compress = promisify(gzip);

/** A large document as it travels, whoever reads it. */
export interface DocumentText {
  plain: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
  hash: string;
}

/** Writes it once, and compresses it off the event loop: each request would take as long otherwise. */
export async function documentText(document: object): Promise<DocumentText> {
  const plain = new Uint8Array(Buffer.from(JSON.stringify(document)));
  return { plain, gzipped: new Uint8Array(await compress(plain)), hash: Bun.hash(plain).toString(36) };
}

/** The response for a reader who may have it already. */
export function documentAnswer(request: Request, { plain, gzipped, hash }: DocumentText): Response {
  const coding = acceptsCoding(request, "gzip") ? "gzip" : "identity";
  const headers = {
    "content-type": "application/json",
    etag: etagOf(hash, coding),
    ...(coding === "gzip" && { "content-encoding": coding }),
  };
  if (isNoneMatch(request, hash)) return new Response(null, { status: 304, headers });
  return new Response(coding === "gzip" ? gzipped : plain, { headers });
}
