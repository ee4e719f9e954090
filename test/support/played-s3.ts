import { createHash, createHmac } from "node:crypto";

/** S3-compatible storage in memory, with signatures checked and faults on request. Pages of a list have three objects. */

export const s3Key = { keyId: "AKIAWAYBILL", key: "s3cret/of+the=key" };
export const s3Bucket = "waybill-test";
const region = "us-east-1";
const pageObjects = 3;

export interface PlayedS3 {
  readonly endpoint: string;
  /** By key, without the bucket. */
  readonly objects: Map<string, Uint8Array>;
  /** Uploads in parts that have not ended, by id. */
  readonly uploads: Map<string, { key: string; parts: Map<number, Uint8Array> }>;
  /** `PUT waybill/…?partNumber=1`, in order. */
  readonly seen: string[];
  /** Answers instead of the storage. */
  fault: ((said: string) => Response | undefined) | undefined;
  /** Its clock, as milliseconds that it is ahead. */
  aheadMs: number;
  stop(): Promise<void>;
}

const xml = (root: string, inner: string) =>
  new Response(`<?xml version="1.0"?><${root}>${inner}</${root}>`, {
    headers: { "content-type": "application/xml" },
  });

/** A refusal as S3 writes it. */
export function s3Error(status: number, code: string, more = ""): Response {
  return new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message>${more}</Error>`, {
    status,
  });
}

/** @param tls with a certificate of its own, else plain HTTP */
export function playS3(tls?: { cert: string; key: string }): PlayedS3 {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...(tls && { tls }),
    maxRequestBodySize: 1 << 30,
    async fetch(request) {
      const url = new URL(request.url);
      const [, bucket = "", ...rest] = decodeURIComponent(url.pathname).split("/");
      const key = rest.join("/");
      const body = new Uint8Array(await request.arrayBuffer());
      const said = `${request.method} ${key}${url.search}`;
      played.seen.push(said);
      const date = new Date(Date.now() + played.aheadMs);
      const answer =
        played.fault?.(said) ??
        refused(request, url, body, date.getTime()) ??
        (bucket === s3Bucket ? answerTo(played, request, url, key, body) : s3Error(404, "NoSuchBucket"));
      answer.headers.set("date", date.toUTCString());
      return answer;
    },
  });
  const played: PlayedS3 = {
    endpoint: `${tls ? "https" : "http"}://127.0.0.1:${server.port}`,
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    fault: undefined,
    aheadMs: 0,
    stop: () => server.stop(true),
  };
  return played;
}

function answerTo(
  { objects, uploads }: PlayedS3,
  { method, headers }: Request,
  { searchParams: query }: URL,
  key: string,
  body: Uint8Array,
): Response {
  const id = query.get("uploadId") ?? "";
  const upload = uploads.get(id);
  if (method === "GET" && key === "") {
    return query.has("uploads")
      ? xml(
          "ListMultipartUploadsResult",
          [...uploads]
            .map(([each, { key }]) => `<Upload><Key>${key}</Key><UploadId>${each}</UploadId></Upload>`)
            .join(""),
        )
      : listed(objects, query);
  }
  if (method === "POST" && query.has("uploads")) {
    const begun = String(uploads.size + 1);
    uploads.set(begun, { key, parts: new Map() });
    return xml("InitiateMultipartUploadResult", `<UploadId>${begun}</UploadId>`);
  }
  if (id !== "" && upload === undefined) return s3Error(404, "NoSuchUpload");
  if (method === "PUT" && upload) {
    upload.parts.set(Number(query.get("partNumber")), body);
    return new Response(null, { headers: { etag: `"${createHash("md5").update(body).digest("hex")}"` } });
  }
  if (method === "POST" && upload) {
    objects.set(key, Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
    uploads.delete(id);
    return xml("CompleteMultipartUploadResult", "");
  }
  if (method === "DELETE") {
    if (upload) uploads.delete(id);
    else objects.delete(key);
    return new Response(null, { status: 204 });
  }
  if (method === "PUT") {
    objects.set(key, body);
    return new Response(null, { headers: { etag: '"whole"' } });
  }
  const content = objects.get(key);
  if (content === undefined) return s3Error(404, "NoSuchKey");
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.get("range") ?? "") ?? [];
  if (start === undefined) return new Response(content as Uint8Array<ArrayBuffer>);
  const part = content.slice(Number(start), Number(end) + 1) as Uint8Array<ArrayBuffer>;
  return new Response(part, { status: 206 });
}

function listed(objects: PlayedS3["objects"], query: URLSearchParams): Response {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const page = keys.slice(from, from + pageObjects);
  const isLast = from + pageObjects >= keys.length;
  return xml(
    "ListBucketResult",
    [
      `<IsTruncated>${!isLast}</IsTruncated>`,
      isLast ? "" : `<NextContinuationToken>${from + pageObjects}</NextContinuationToken>`,
      ...page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`),
    ].join(""),
  );
}

/** AWS Signature Version 4, worked out anew. */
function refused(
  { method, headers }: Request,
  url: URL,
  body: Uint8Array,
  now: number,
): Response | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/;
  const [, keyId, day = "", signedRegion, names = "", signature] =
    pattern.exec(headers.get("authorization") ?? "") ?? [];
  const at = headers.get("x-amz-date") ?? "";
  const time = Date.parse(at.replace(/^(....)(..)(..T..)(..)(..)Z$/, "$1-$2-$3:$4:$5Z"));
  if (keyId !== s3Key.keyId) return s3Error(403, "InvalidAccessKeyId");
  if (signedRegion !== region) {
    return s3Error(400, "AuthorizationHeaderMalformed", `<Region>${region}</Region>`);
  }
  if (!(Math.abs(now - time) < 900_000)) return s3Error(403, "RequestTimeTooSkewed");
  const hash = createHash("sha256").update(body).digest("hex");
  if (headers.get("x-amz-content-sha256") !== hash) return s3Error(400, "XAmzContentSHA256Mismatch");
  const search = [...url.searchParams]
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .sort()
    .join("&");
  const lines = names.split(";").map((name) => `${name}:${headers.get(name)}\n`);
  const canonical = [method, url.pathname, search, lines.join(""), names, hash].join("\n");
  const toSign = [
    "AWS4-HMAC-SHA256",
    at,
    `${day}/${region}/s3/aws4_request`,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const signing = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${s3Key.key}`);
  const isRight = createHmac("sha256", signing).update(toSign).digest("hex") === signature;
  return isRight ? undefined : s3Error(403, "SignatureDoesNotMatch");
}
