import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { boundInflow, misbehavior } from "./inflow.ts";

// node:http and not fetch: Bun runs at most 256 fetches at once, and takes another number from its environment
// only. Nothing here follows a redirect, inflates a body or asks a proxy.

const headerBytesMax = 64 * 1024;
/** A body in chunks of one byte takes 6 bytes for each, and a server may write more between them. */
const inflowPerBodyByte = 12;
const idleConnectionMs = 15_000;
const idlePerHostMax = 1_024;
const defaultPorts = { "http:": 80, "https:": 443 } as const;

/** Smaller ones are no status of HTTP, which the parser lets pass. */
const statusMin = 100;

/** What a server that closes an idle connection at the same moment looks like. */
const closedMeanwhile = ["ECONNRESET", "EPIPE"];

/** Where a request goes: the address that was checked, and the name it was asked for. */
export interface Destination {
  url: URL;
  address: string;
  /** For SNI and the certificate; undefined where the URL itself names the address. */
  serverName: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Message {
  method: Method;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  /** The longest body of an answer that is read. */
  answerBytesMax: number;
  /** What becomes of a longer one: its beginning is handed over, or it is an error. */
  longAnswer: "truncate" | "refuse";
  /**
   * Whether the server may get it twice. A request that it may get once only has a connection of its own: a server can
   * close one that was kept while the request is on its way, and nobody knows then whether it has been read.
   */
  isRepeatable: boolean;
}

/**
 * `body` is as the server sent it (never decompressed), read as UTF-8 with bad bytes replaced. Header names are in
 * lower case, each with the values of its lines.
 */
export interface Answer {
  status: number;
  headers: Record<string, string[]>;
  body: string;
  /** Whether `body` is the beginning only. */
  truncated: boolean;
}

export type Exchange = (destination: Destination, message: Message, signal: AbortSignal) => Promise<Answer>;

/**
 * Sends requests over connections that are kept a while for the next one to the same address, port and name. One that
 * turns out to be closed before a byte of the answer is replaced by a new one, once.
 * Rejects with the network's error, with a `misbehavior`, and with the signal's when that is aborted; throws a
 * TypeError for a header that HTTP does not allow.
 */
export function createExchange(): Exchange {
  let loading: Promise<Network> | undefined;

  return async function exchange(destination, message, signal) {
    loading ??= loadNetwork();
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
}

/** When something is first sent: loading it takes as long as a sixth of a start. */
async function loadNetwork(): Promise<Network> {
  const [plain, secure] = await Promise.all([import("node:http"), import("node:https")]);
  const options = { keepAlive: true, timeout: idleConnectionMs, maxFreeSockets: idlePerHostMax };
  const agents = { "http:": new plain.Agent(options), "https:": new secure.Agent(options) };
  return { requestPlain: plain.request, requestSecure: secure.request, agents };
}

/**
 * The address is given in place of the name, so that no second look at DNS can lead elsewhere; the name
 * goes into Host and, for TLS, into SNI and the check of the certificate.
 */
function begin(
  { requestPlain, requestSecure }: Network,
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
    // Bun leaves it out for a DELETE, whose body would then be the next request on the connection.
    headers: body ? { ...headers, "content-length": String(body.byteLength) } : headers,
    signal,
    maxHeaderSize: headerBytesMax,
  };
  if (!secure) return requestPlain({ ...common, agent: agents["http:"] });
  // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
  const trust = { rejectUnauthorized: true, ...(serverName === undefined ? {} : { servername: serverName }) };
  return requestSecure({ ...common, ...trust, agent: agents["https:"] });
}

/** @returns whether anything came since the request had its connection, be it part of a line */
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
  // Nothing else would end the connection: it belongs to whoever listens for this event.
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
    resolve(toAnswer(response, body, truncated));
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

function toAnswer(response: IncomingMessage, body: string, truncated: boolean): Answer {
  const entries = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values]);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(entries), body, truncated };
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
