import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { toTimestamp } from "../clock.ts";
import { parseCidrs } from "../net/address.ts";
import type { Wording } from "../net/failure.ts";
import { targetProblems } from "../net/target-url.ts";
import type { SendResult, Transport } from "../net/transport.ts";
import { bytesPerMb, minuteMs } from "../units.ts";
import { readObjects, readUploads, type S3Object, type S3Upload } from "./answers.ts";
import { isPassing, refusalOf, storageError } from "./refusal.ts";

/**
 * A bucket of S3-compatible storage. Its requests go out as all others do: judged addresses, the operator's authorities,
 * no proxy. Bun's own S3 client has none of these, so only the signature is from a library.
 */

export interface S3Place {
  /** Base of its URLs, without a final slash. */
  readonly endpoint: string;
  /** Null for the one in the endpoint's name, or `us-east-1`. */
  readonly region: string | null;
  readonly bucket: string;
  readonly keyId: string;
  readonly key: string;
}

interface S3Asking {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Of an object; left out for the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Default: that of a page of a list. */
  readonly answerBytesMax?: number;
}

type S3Answer = Extract<SendResult, { kind: "response" }>;

/** Every request throws a DataFolderError that says what to do; `in_use` for what may pass. */
export interface S3Storage {
  readonly endpoint: string;
  readonly bucket: string;
  /** Asks, and asks again for what may pass. */
  ask(asking: S3Asking): Promise<S3Answer>;
  /** All objects whose key begins so. */
  list(prefix: string): Promise<S3Object[]>;
  /** Uploads in parts that have not ended, at most a thousand. */
  listUploads(prefix: string): Promise<S3Upload[]>;
  /** Undefined if there is no such object. */
  readText(key: string): Promise<string | undefined>;
  /** Reads an object in slices, so that memory stays bounded. */
  read(object: S3Object): AsyncGenerator<Uint8Array>;
  write(key: string, content: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

/** What is read or written at once. Parts have at least 5 MB. */
export const sliceBytes = 8 * bytesPerMb;
const textBytesMax = 64 * bytesPerMb;
/** A page has a thousand objects. */
const pageBytesMax = 2 * bytesPerMb;
const timeoutMs = 30_000;
/** A slice over a line of 0.25 Mbit/s takes less. */
const sliceTimeoutMs = 5 * minuteMs;
const pausesMs = [500, 2_000, 8_000] as const;

/** Storage on the operator's own network may speak plain HTTP; the Internet would read backups on their way. */
const nearby = parseCidrs([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "::1/128",
  "fc00::/7",
]);
const wording: Wording = {
  server: "It",
  target: {
    ...targetProblems,
    https_required: "Outside of private networks its URL must begin with https://.",
    address: "Its address is one that Waybill sends no requests to.",
  },
};

/** How this process asks. */
export interface S3Outside {
  readonly transport: Pick<Transport, "send">;
  /** The time of this machine, for signatures. */
  now(): number;
  /** Ends what is asked, with its reason. */
  readonly signal?: AbortSignal;
}

export function createS3Storage(place: S3Place, outside: S3Outside): S3Storage {
  const { now, signal } = outside;
  async function ask(asking: S3Asking): Promise<S3Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const sent = await send(place, outside, asking);
      const pause = pausesMs[attempt];
      if (sent.kind === "response") {
        if (isDone(asking, sent)) return sent;
        if (pause === undefined || !isPassing(sent)) throw refusalOf(place, sent, now());
      } else if (pause === undefined || sent.error === "refused_address" || sent.error === "tls") {
        throw storageError(
          place,
          sent.error === "refused_address" ? "unusable" : "in_use",
          `cannot be reached: ${sent.message.replace(/\.$/, "")}`,
        );
      }
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
  return {
    endpoint: place.endpoint,
    bucket: place.bucket,
    ask,
    async list(prefix) {
      const found: S3Object[] = [];
      let next: string | null = null;
      do {
        const from: Record<string, string> = next === null ? {} : { "continuation-token": next };
        const { body } = await ask({ method: "GET", query: { "list-type": "2", prefix, ...from } });
        const page = readObjects(body);
        if (page === undefined)
          throw storageError(place, "unusable", "does not answer as S3-compatible storage does");
        if (page.next === "" || (page.next !== null && page.next === next))
          throw storageError(place, "unusable", "does not say where its list goes on");
        found.push(...page.objects);
        next = page.next;
      } while (next !== null);
      return found;
    },
    async listUploads(prefix) {
      return readUploads((await ask({ method: "GET", query: { uploads: "", prefix } })).body);
    },
    async readText(key) {
      const sent = await ask({ method: "GET", key, answerBytesMax: textBytesMax }).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return sent?.body;
    },
    async *read({ key, bytes }) {
      for (let start = 0; start < bytes; start += sliceBytes) {
        const end = Math.min(start + sliceBytes, bytes) - 1;
        const range = { range: `bytes=${start}-${end}` };
        const sent = await ask({ method: "GET", key, headers: range, answerBytesMax: sliceBytes });
        if (sent.bytes.length !== end - start + 1)
          throw storageError(place, "in_use", `did not send bytes ${start} to ${end} of ${key}`);
        yield sent.bytes;
      }
    },
    async write(key, content) {
      await ask({ method: "PUT", key, body: content });
    },
    async remove(key) {
      await ask({ method: "DELETE", key });
    },
  };
}

/** The end of an upload in parts begins its answer before it knows whether it succeeds. */
function isDone({ method }: S3Asking, { status, body }: S3Answer): boolean {
  return status >= 200 && status < 300 && !(method === "POST" && body.includes("<Error>"));
}

/** Whether a refusal says that there is no such object. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.cause === "NoSuchKey";
}

async function send(
  { endpoint, region, bucket, keyId, key: secret }: S3Place,
  { transport, now, signal }: S3Outside,
  { method, key, query = {}, headers = {}, body, answerBytesMax = pageBytesMax }: S3Asking,
): Promise<SendResult> {
  const { AwsV4Signer } = await import("aws4fetch");
  const search = new URLSearchParams(query).toString();
  const address = `${endpoint}/${bucket}${key === undefined ? "" : `/${key}`}${search && `?${search}`}`;
  // A server may count on a length where there is a body at all.
  const isSlice = Math.max(body?.length ?? 0, answerBytesMax) > pageBytesMax;
  const content = body ?? (method === "GET" || method === "DELETE" ? undefined : new Uint8Array());
  const signed = await new AwsV4Signer({
    method,
    url: address,
    headers: {
      ...headers,
      "x-amz-content-sha256": createHash("sha256")
        .update(content ?? "")
        .digest("hex"),
    },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    ...(region !== null && { region }),
    datetime: toTimestamp(now()).replace(/[:-]|\.\d{3}/g, ""),
  }).sign();
  return transport.send({
    url: signed.url.href,
    allow: nearby,
    httpAllowed: "to_allowed",
    wording,
    method,
    headers: Object.fromEntries(signed.headers),
    body: content,
    // Every request here may come twice: what it writes is the same then.
    isRepeatable: true,
    timeoutMs: isSlice ? sliceTimeoutMs : timeoutMs,
    ...(signal && { signal }),
    requestBytesMax: Number.MAX_SAFE_INTEGER,
    answerBytesMax,
    longAnswer: "refuse",
  });
}
