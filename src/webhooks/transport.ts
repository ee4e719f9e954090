import { type Cidrs, checkTargetUrl, isAllowedAddress, targetProblems } from "./address.ts";

const dnsTimeoutMs = 5_000;
const maxAddressesTried = 3;
const maxBodyBytes = 16 * 1024;
const maxHeaderCharacters = 16 * 1024;
const idleConnectionSeconds = 30;

// getaddrinfo, behind node:dns and Bun's other back ends, blocks a thread of the small pool that also
// serves files and password hashes: forty names with a silent DNS server stopped a file stat for 40 s.
// c-ares asks from the event loop, and reads the hosts file too.
const dnsBackend = process.platform === "linux" ? "c-ares" : "system";

// What a Bun fetch reports where no byte of the request has left: another address may be tried.
const notConnected = "ECONNREFUSED";
const tlsCode = /^EPROTO$|^ERR_(TLS|SSL)|CERT|CRL|^UNABLE_TO_|^(HOSTNAME|IP_ADDRESS)_MISMATCH$|^INVALID_/;

/** One POST. `timeoutMs` covers name, connection, headers and body together. */
export interface SendRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  allow: Cidrs;
  httpAllowed: boolean;
}

/**
 * `body` is the first 16 KiB as the server sent them (never decompressed), read as UTF-8 with bad bytes
 * replaced. Header names are in lower case, repeated ones joined by a comma, those past 16 KiB left out.
 */
export interface SendResponse {
  kind: "response";
  status: number;
  headers: Record<string, string>;
  body: string;
  truncated: boolean;
  durationMs: number;
}

/** `connect` also stands for a connection that broke, or spoke no HTTP, before the answer was complete. */
export interface SendFailure {
  kind: "error";
  error: "dns" | "connect" | "tls" | "timeout" | "refused_address";
  /** One sentence for the endpoint's owner; names no address that the owner did not write. */
  message: string;
  durationMs: number;
}

export type SendResult = SendResponse | SendFailure;

/** The only way out to a customer's server. */
export interface Transport {
  /**
   * Every address of a name, IPv4 first; empty where it has none or DNS does not answer within 5 s.
   * A literal address (no brackets) is its own answer.
   */
  resolve(hostname: string): Promise<string[]>;
  /**
   * Resolves the name, refuses if any of its addresses is forbidden, and posts to a checked one. TLS is
   * checked against the name. Redirects are not followed, proxies are not used. Network trouble is a
   * result; only a header that HTTP does not allow throws (TypeError).
   */
  send(request: SendRequest): Promise<SendResult>;
}

type Lookup = (hostname: string) => Promise<string[]>;
type Outcome = Omit<SendResponse, "durationMs"> | Omit<SendFailure, "durationMs">;
interface Connection {
  url: URL;
  address: string;
  serverName: string | undefined;
}

/** `now` is a monotonic clock in milliseconds; `lookup` stands in for DNS and rejects where that fails. */
export function createTransport(options: { now: () => number; lookup?: Lookup }): Transport {
  const { now, lookup = lookUpAddresses } = options;
  // A pool of its own: its connections are never shared with the rest of the process. `proxy: false` is
  // the only value that makes Bun ignore HTTP_PROXY and its kin.
  const session = new Bun.FetchSession({ proxy: false, keepAlive: { idleTimeout: idleConnectionSeconds } });

  async function resolve(hostname: string): Promise<string[]> {
    const addresses = await withinLimit(lookup(hostname), dnsTimeoutMs).catch(() => []);
    // IPv4 first: a host with a broken IPv6 route is common, the reverse is not.
    return [...new Set(addresses)].sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  }

  async function exchange(request: SendRequest): Promise<Outcome> {
    const signal = AbortSignal.timeout(request.timeoutMs);
    const target = checkTargetUrl(request.url, request);
    if (!target.ok) return failure("refused_address", targetProblems[target.reason]);
    const { hostname, host } = target.url;
    const addresses = target.address === null ? await resolve(hostname) : [target.address];
    if (addresses.length === 0) return failure("dns", `${hostname} has no address, or DNS does not answer.`);
    if (!addresses.every((address) => isAllowedAddress(address, request.allow))) {
      return failure("refused_address", `${hostname} has an address that is not a public one.`);
    }
    const headers = new Headers(request.headers);
    headers.set("host", host);
    if (!headers.has("accept-encoding")) headers.set("accept-encoding", "identity");
    const init = { method: "POST", headers, body: new Uint8Array(request.body), signal };
    const serverName = target.address === null ? hostname : undefined;
    const connections = addresses.map((address) => ({ url: target.url, address, serverName }));
    return postToFirstReachable(session, connections.slice(0, maxAddressesTried), init).catch((error) =>
      describeFailure(error, request.timeoutMs),
    );
  }

  async function send(request: SendRequest): Promise<SendResult> {
    const startedMs = now();
    const outcome = await exchange(request);
    return { ...outcome, durationMs: Math.round(now() - startedMs) };
  }

  return { resolve, send };
}

async function lookUpAddresses(hostname: string): Promise<string[]> {
  const found = await Bun.dns.lookup(hostname, { backend: dnsBackend });
  return found.map((entry) => entry.address);
}

async function postToFirstReachable(
  session: Bun.FetchSession,
  connections: Connection[],
  init: RequestInit,
): Promise<Outcome> {
  let unreachable: unknown;
  for (const connection of connections) {
    try {
      return await post(session, connection, init);
    } catch (error) {
      if (errorCode(error) !== notConnected) throw error;
      unreachable = error;
    }
  }
  throw unreachable;
}

/**
 * The URL names the checked address, so that no second look at DNS can lead elsewhere; the name goes
 * into Host and, for TLS, into SNI and the check of the certificate.
 */
async function post(session: Bun.FetchSession, connection: Connection, init: RequestInit): Promise<Outcome> {
  const { url, address, serverName } = connection;
  const pinned = new URL(url);
  pinned.hostname = address.includes(":") ? `[${address}]` : address;
  const response = await session.fetch(pinned, {
    ...init,
    redirect: "manual",
    // Bun inflates eagerly: 200 kB of gzip would become 200 MB before the first read.
    decompress: false,
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
    tls: serverName === undefined ? { rejectUnauthorized: true } : { rejectUnauthorized: true, serverName },
  });
  const { bytes, truncated } = await readStart(response);
  // While streaming, a character cut in half at the end is dropped instead of replaced.
  const body = new TextDecoder().decode(bytes, { stream: truncated });
  return {
    kind: "response",
    status: response.status,
    headers: listHeaders(response.headers),
    body,
    truncated,
  };
}

async function readStart(response: Response): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader && length <= maxBodyBytes) {
    const { done, value } = await reader.read();
    if (done) return { bytes: Buffer.concat(chunks), truncated: false };
    chunks.push(value);
    length += value.byteLength;
  }
  await reader?.cancel().catch(() => undefined);
  return { bytes: Buffer.concat(chunks).subarray(0, maxBodyBytes), truncated: length > maxBodyBytes };
}

function listHeaders(headers: Headers): Record<string, string> {
  const listed: Record<string, string> = {};
  let characters = 0;
  for (const [name, value] of headers) {
    characters += name.length + value.length;
    if (characters > maxHeaderCharacters) break;
    listed[name] = name in listed ? `${listed[name]}, ${value}` : value;
  }
  return listed;
}

function describeFailure(error: unknown, timeoutMs: number): Outcome {
  if (error instanceof Error && error.name === "TimeoutError") {
    return failure("timeout", `No complete answer within ${timeoutMs / 1000} s.`);
  }
  const code = errorCode(error);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return failure("tls", "The certificate was made out to another name.");
  }
  if (tlsCode.test(code)) return failure("tls", `The TLS connection failed (${code}).`);
  if (code === notConnected) return failure("connect", "Nothing accepts connections there.");
  if (code === "ECONNRESET")
    return failure("connect", "The connection was closed before the answer was complete.");
  return failure("connect", `The connection failed (${code || "no reason given"}).`);
}

function failure(error: SendFailure["error"], message: string): Outcome {
  return { kind: "error", error, message };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Rejects once the time is over; the work itself cannot be stopped and is left to end unheard. */
function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error("over time")), limitMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
