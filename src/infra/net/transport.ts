import { networkInterfaces } from "node:os";
import {
  type Cidrs,
  checkTargetUrl,
  isAllowedAddress,
  isForbiddenHere,
  isOwn,
  type OwnPlace,
  targetProblems,
} from "./address.ts";
import { inflowProblems } from "./inflow.ts";
import { createPost, type Destination, errorCode, type Message } from "./post.ts";

const dnsTimeoutMs = 5_000;
const maxAddressesTried = 3;
/** The system takes some 0.1 ms to list a machine's addresses, and an address seldom comes while Waybill runs. */
const machineReadMs = 1_000;

// getaddrinfo, behind node:dns and Bun's other back ends, blocks a thread of the small pool that also
// serves files and password hashes: forty names with a silent DNS server stopped a file stat for 40 s.
// c-ares asks from the event loop, and reads the hosts file too.
const dnsBackend = process.platform === "linux" ? "c-ares" : "system";

// What is reported where no byte of the request has left: another address may be tried.
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
 * replaced. Header names are in lower case, each with the values of its lines.
 */
export interface SendResponse {
  kind: "response";
  status: number;
  headers: Record<string, string[]>;
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
  /** For the operator's log: which address, of a destination that was refused. */
  detail?: string;
  durationMs: number;
}

export type SendResult = SendResponse | SendFailure;

/** What the address rules say of a URL now. `addresses` is empty where its name does not resolve. */
export type Judgement =
  | { allowed: true; url: URL; addresses: string[]; serverName: string | undefined }
  | { allowed: false; message: string; detail: string };

/** The only way out to a customer's server. */
export interface Transport {
  /**
   * Judges a URL by its form and by every address of its name. What leads to this installation is refused, and every
   * other port of this machine that `allow` does not have.
   * A name that does not resolve within 5 s is allowed without addresses.
   */
  judge(target: Pick<SendRequest, "url" | "allow" | "httpAllowed">): Promise<Judgement>;
  /**
   * Judges the URL, and posts to an address that was judged. TLS is checked against the name. Redirects are not
   * followed, proxies are not used. Network trouble is a result; only a header that HTTP does not allow throws
   * (TypeError).
   */
  send(request: SendRequest): Promise<SendResult>;
}

export type { OwnPlace };

type Lookup = (hostname: string) => Promise<string[]>;
type Failed = Omit<SendFailure, "durationMs">;
type Outcome = Omit<SendResponse, "durationMs"> | Failed;
type Post = ReturnType<typeof createPost>;

interface TransportOptions {
  /** A monotonic clock in milliseconds. */
  now: () => number;
  /** Stands in for DNS, and rejects where that fails. */
  lookup?: Lookup;
  /** Where the installation answers; undefined before it does. */
  own?: () => OwnPlace | undefined;
  /** Stands in for the addresses of this machine's interfaces. */
  machine?: () => readonly string[];
}

export function createTransport(options: TransportOptions): Transport {
  const { now, lookup = lookUpAddresses, own = () => undefined } = options;
  const { machine = readEvery(machineAddresses, machineReadMs, now) } = options;
  const post = createPost();
  const looking = new Map<string, Promise<string[]>>();

  /** Attempts that ask for the same name meanwhile share the answer; none is kept. */
  function resolve(hostname: string): Promise<string[]> {
    const asked = looking.get(hostname);
    if (asked) return asked;
    const answer = lookUp(lookup, hostname).finally(() => looking.delete(hostname));
    looking.set(hostname, answer);
    return answer;
  }

  async function judge({ url: text, ...rules }: Parameters<Transport["judge"]>[0]): Promise<Judgement> {
    const target = checkTargetUrl(text, rules);
    if (!target.ok) return { allowed: false, message: targetProblems[target.reason], detail: text };
    const { url, address } = target;
    const addresses = address === null ? await resolve(url.hostname) : [address];
    const here = machine();
    const isAllowed = (each: string) =>
      isAllowedAddress(each, rules.allow) && !isForbiddenHere(each, here, rules.allow);
    const place = own();
    if (addresses.every(isAllowed) && !(place && isOwn(url, addresses, place, here))) {
      return { allowed: true, url, addresses, serverName: address === null ? url.hostname : undefined };
    }
    const detail = `${url.hostname} has ${addresses.join(", ")}`;
    return { allowed: false, message: targetProblems.address, detail };
  }

  async function exchange(request: SendRequest, signal: AbortSignal): Promise<Outcome> {
    const judged = await judge(request);
    if (!judged.allowed) return { ...failure("refused_address", judged.message), detail: judged.detail };
    const { url, addresses, serverName } = judged;
    if (addresses.length === 0) {
      return failure("dns", `${url.hostname} has no address, or DNS does not answer.`);
    }
    const headers = { accept: "*/*", "accept-encoding": "identity", ...request.headers, host: url.host };
    const destinations = addresses
      .slice(0, maxAddressesTried)
      .map((address) => ({ url, address, serverName }));
    try {
      const message = { headers, body: request.body, signal };
      return await Promise.race([postToFirstReachable(post, destinations, message), whenAborted(signal)]);
    } catch (error) {
      return signal.aborted ? timedOut(request.timeoutMs) : describeFailure(error);
    }
  }

  async function send(request: SendRequest): Promise<SendResult> {
    const startedMs = now();
    // AbortSignal.timeout would keep the answers of all that was sent until their time is over.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), request.timeoutMs);
    try {
      const outcome = await exchange(request, limit.signal);
      return { ...outcome, durationMs: Math.round(now() - startedMs) };
    } finally {
      clearTimeout(timer);
    }
  }

  return { judge, send };
}

/** Every address of a name, each once. */
async function lookUp(lookup: Lookup, hostname: string): Promise<string[]> {
  const addresses = await withinLimit(lookup(hostname), dnsTimeoutMs).catch(() => []);
  // IPv4 first: a host with a broken IPv6 route is common, the reverse is not.
  return [...new Set(addresses)].sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));
}

/** What `read` says, at most so old. */
function readEvery<T>(read: () => T, ageMaxMs: number, now: () => number): () => T {
  let kept: { value: T; readMs: number } | undefined;
  return () => {
    if (kept === undefined || now() - kept.readMs > ageMaxMs) kept = { value: read(), readMs: now() };
    return kept.value;
  };
}

async function lookUpAddresses(hostname: string): Promise<string[]> {
  const found = await Bun.dns.lookup(hostname, { backend: dnsBackend });
  return found.map((entry) => entry.address);
}

async function postToFirstReachable(
  post: Post,
  destinations: readonly Destination[],
  message: Message,
): Promise<Outcome> {
  let unreachable: unknown;
  for (const destination of destinations) {
    try {
      return { kind: "response", ...(await post(destination, message)) };
    } catch (error) {
      if (errorCode(error) !== notConnected) throw error;
      unreachable = error;
    }
  }
  throw unreachable;
}

/** Ends an attempt in time, whatever its connection does. @throws the signal's reason */
function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return promise;
}

function timedOut(limitMs: number): Outcome {
  return failure("timeout", `No complete answer within ${limitMs / 1000} s.`);
}

/** @throws what is no trouble of the network */
function describeFailure(error: unknown): Outcome {
  if (error instanceof TypeError) throw error;
  const code = errorCode(error);
  const inflowProblem = inflowProblems[code];
  if (inflowProblem !== undefined) return failure("connect", inflowProblem);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return failure("tls", "The certificate was made out to another name.");
  }
  if (tlsCode.test(code)) return failure("tls", `The TLS connection failed (${code}).`);
  if (code === notConnected) return failure("connect", "Nothing accepts connections there.");
  if (code === "ECONNRESET")
    return failure("connect", "The connection was closed before the answer was complete.");
  return failure("connect", `The connection failed (${code || "no reason given"}).`);
}

function failure(error: SendFailure["error"], message: string): Failed {
  return { kind: "error", error, message };
}

/** Rejects once the time is over; the work itself cannot be stopped and is left to end unheard. */
function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error("over time")), limitMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
