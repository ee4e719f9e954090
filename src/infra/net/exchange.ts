import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { SecureContext } from "node:tls";
import { withPublicOnes } from "./authorities.ts";
import { boundInflow, misbehavior } from "./inflow.ts";

// node:http and not fetch: Bun runs at most 256 fetches at once, and takes another number from its environment
// only. Nothing here follows a redirect, inflates a body or asks a proxy.

const headerBytesMax = 64 * 1024;
/** A body in chunks of one byte takes 6 bytes for each, and a server may write more between them. */
const inflowPerBodyByte = 12;
const idleConnectionMs = 15_000;
const idlePerHostMax = 1_024;
const defaultPorts = { "http:": 80, "https:": 443 } as const;

/** The parser accepts smaller numbers, which are no HTTP status. */
const statusMin = 100;

/** Errors of a request on a connection that the server has just closed as idle. */
const closedMeanwhile = ["ECONNRESET", "EPIPE"];

/** The target of a request: the checked address, and the URL with the name. */
export interface Destination {
  url: URL;
  address: string;
  /** For SNI and the certificate; undefined if the URL has an address instead of a name. */
  serverName: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Message {
  method: Method;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  /** The longest answer body that is read. */
  answerBytesMax: number;
  /** How to treat a longer body: return its beginning, or fail. */
  longAnswer: "truncate" | "refuse";
  /**
   * Whether the server may receive the request twice. If not, the request gets a new connection: a server may close an
   * idle connection just when a request arrives, and then nobody knows whether it was read.
   */
  isRepeatable: boolean;
}

/**
 * `bytes` are as the server sent them (never decompressed), `body` reads them as UTF-8 with bad bytes replaced. Header
 * names are in lower case, each with the values of its lines.
 */
export interface Answer {
  status: number;
  headers: Record<string, string[]>;
  body: string;
  bytes: Uint8Array;
  /** Whether `body` is the beginning only. */
  truncated: boolean;
}

export type Exchange = (destination: Destination, message: Message, signal: AbortSignal) => Promise<Answer>;

/**
 * Sends requests and keeps their connections for a while, for the next request to the same address, port and name. If
 * a kept connection turns out to be closed before a byte of the answer, the request is sent once more on a new one.
 * Rejects with the network's error, with a `misbehavior`, or with the signal's reason; throws a TypeError for a header
 * that HTTP does not allow.
 * @param authorities certificates in PEM that are trusted besides the public ones
 */
export function createExchange(authorities: readonly string[] = []): Exchange {
  let loading: Promise<Network> | undefined;

  return async function exchange(destination, message, signal) {
    loading ??= loadNetwork(authorities);
    const network = await loading;
    const agents = message.isRepeatable ? network.agents : freshConnection;
    const request = begin(network, agents, destination, message, signal);
    const wasAnswered = watchForBytes(request);
    try {
      return await answerTo(request, message);
    } catch (error) {
      const wasClosed = request.reusedSocket && closedMeanwhile.includes(errorCode(error));
      if (!wasClosed || wasAnswered()) throw error;
    }
    return answerTo(begin(network, freshConnection, destination, message, signal), message);
  };
}

type Agents = Record<keyof typeof defaultPorts, Agent | false>;
const freshConnection: Agents = { "http:": false, "https:": false };

interface Network {
  requestPlain: typeof import("node:http").request;
  requestSecure: typeof import("node:https").request;
  agents: Agents;
  /** Whose certificates are trusted; empty for the public authorities alone. */
  trust: { secureContext?: SecureContext };
}

/** Loaded at the first request: it takes a sixth of a start. */
async function loadNetwork(authorities: readonly string[]): Promise<Network> {
  const [plain, secure] = await Promise.all([import("node:http"), import("node:https")]);
  const options = { keepAlive: true, timeout: idleConnectionMs, maxFreeSockets: idlePerHostMax };
  const agents = { "http:": new plain.Agent(options), "https:": new secure.Agent(options) };
  return {
    requestPlain: plain.request,
    requestSecure: secure.request,
    agents,
    trust: authorities.length === 0 ? {} : { secureContext: await contextOf(authorities) },
  };
}

/** Made once: each connection would read a hundred certificates anew. */
async function contextOf(authorities: readonly string[]): Promise<SecureContext> {
  const { createSecureContext } = await import("node:tls");
  return createSecureContext({ ca: await withPublicOnes(authorities) });
}

/**
 * Connects to the checked address, so that no second DNS lookup can lead elsewhere. The name goes into `Host` and, for
 * TLS, into SNI and the check of the certificate.
 */
function begin(
  { requestPlain, requestSecure, trust }: Network,
  agents: Agents,
  { url, address, serverName }: Destination,
  { method, headers, body }: Message,
  signal: AbortSignal,
): ClientRequest {
  const secure = url.protocol === "https:";
  const common = {
    method,
    host: address,
    port: url.port === "" ? defaultPorts[secure ? "https:" : "http:"] : url.port,
    path: url.pathname + url.search,
    // Bun omits it for a DELETE: the server would then read the body as the next request.
    headers: body ? { ...headers, "content-length": String(body.byteLength) } : headers,
    signal,
    maxHeaderSize: headerBytesMax,
  };
  if (!secure) return requestPlain({ ...common, agent: agents["http:"] });
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
  const checked = {
    rejectUnauthorized: true,
    ...(serverName === undefined ? {} : { servername: serverName }),
  };
  return requestSecure({ ...common, ...trust, ...checked, agent: agents["https:"] });
}

/** @returns whether any byte has arrived since the request got its connection */
function watchForBytes(request: ClientRequest): () => boolean {
  let before = 0;
  request.on("socket", ({ bytesRead }) => {
    before = bytesRead;
  });
  return () => (request.socket?.bytesRead ?? 0) > before;
}

function answerTo(request: ClientRequest, message: Message): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  boundInflow(request, headerBytesMax + inflowPerBodyByte * message.answerBytesMax);
  request.on("error", reject);
  request.on("response", (response) => readAnswer(response, message, resolve, reject));
  // Nothing else ends the connection: it belongs to the listener of this event.
  request.on("upgrade", (_response, socket) => {
    socket.destroy();
    reject(misbehavior("switched to another protocol (101), which Waybill did not ask for."));
  });
  request.end(message.body);
  return promise;
}

function readAnswer(
  response: IncomingMessage,
  { answerBytesMax, longAnswer }: Message,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (truncated: boolean) => {
    const bytes = Buffer.concat(chunks).subarray(0, answerBytesMax);
    // While streaming, a character cut in half at the end is dropped instead of replaced.
    const body = new TextDecoder().decode(bytes, { stream: truncated });
    resolve({ ...headOf(response), body, bytes, truncated });
  };
  if ((response.statusCode ?? 0) < statusMin) {
    response.destroy();
    return reject(Object.assign(new Error("no status of HTTP"), { code: "HPE_INVALID_STATUS" }));
  }
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length <= answerBytesMax) return;
    if (longAnswer === "truncate") finish(true);
    else reject(misbehavior(`sent an answer of more than ${answerBytesMax / 1024} KiB.`));
    response.destroy();
  });
  response.on("end", () => finish(false));
  response.on("error", reject);
  response.on("close", () => {
    if (response.complete) return;
    reject(Object.assign(new Error("closed inside the answer"), { code: "ECONNRESET" }));
  });
}

function headOf(response: IncomingMessage): Pick<Answer, "status" | "headers"> {
  const entries = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values]);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(entries) };
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
