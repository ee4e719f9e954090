import type { Environment } from "../../infra/environment.ts";
import { parsedBytesMax } from "./masking.ts";
import type { LogEntry } from "./request.ts";

/** Requests on their way to the thread that masks them. One buffer moves there at a fraction of a copy's cost. */
export interface PackedRequests {
  /** JSON of `RequestHead[]`. */
  heads: string;
  /** Their bodies, one after the other, request before response, without those that are too long to parse. */
  bodies: Uint8Array<ArrayBuffer>;
}

interface RequestHead {
  accountId: string;
  environment: Environment;
  /** Its path still has its secrets. */
  entry: LogEntry;
  /** Lengths of the bodies in bytes, 0 without one; null if the log has no bodies of such requests. */
  bodyBytes: { request: number; response: number } | null;
}

/** A request as it was answered, with its secrets. */
export interface RawRequest extends RequestHead {
  /** Undefined without one, and if it is too long to parse. */
  requestBody?: Uint8Array | undefined;
  responseBody?: string | undefined;
}

/** A request on the other side. */
export interface UnpackedRequest extends RequestHead {
  requestBody: Uint8Array | undefined;
  responseBody: Uint8Array | undefined;
}

type RawBodies = Pick<RawRequest, "requestBody" | "responseBody">;

/** What is kept of bodies: of one that is too long to parse, only its length. */
export function bodiesOf({ requestBody, responseBody = "" }: RawBodies) {
  const bodyBytes = { request: requestBody?.length ?? 0, response: Buffer.byteLength(responseBody) };
  return {
    bodyBytes,
    requestBody: packedBytes(bodyBytes.request) === 0 ? undefined : requestBody,
    responseBody: packedBytes(bodyBytes.response) === 0 ? undefined : responseBody,
  };
}

export function pack(requests: readonly RawRequest[]): PackedRequests {
  const heads = requests.map(({ accountId, environment, entry, bodyBytes }) => ({
    accountId,
    environment,
    entry,
    bodyBytes,
  }));
  const size = heads.reduce(
    (sum, { bodyBytes }) => sum + packedBytes(bodyBytes?.request) + packedBytes(bodyBytes?.response),
    0,
  );
  const bodies = new Uint8Array(size);
  let at = 0;
  for (const { requestBody, responseBody } of requests) {
    if (requestBody) bodies.set(requestBody, at);
    at += requestBody?.length ?? 0;
    if (responseBody) at += utf8.encodeInto(responseBody, bodies.subarray(at)).written;
  }
  return { heads: JSON.stringify(heads), bodies };
}

export function unpack({ heads, bodies }: PackedRequests): UnpackedRequest[] {
  let at = 0;
  const next = (bytes: number | undefined): Uint8Array | undefined => {
    const length = packedBytes(bytes);
    at += length;
    return length === 0 ? undefined : bodies.subarray(at - length, at);
  };
  return (JSON.parse(heads) as RequestHead[]).map((head) => ({
    ...head,
    requestBody: next(head.bodyBytes?.request),
    responseBody: next(head.bodyBytes?.response),
  }));
}

function packedBytes(bytes = 0): number {
  return bytes > parsedBytesMax ? 0 : bytes;
}

const utf8 = new TextEncoder();
