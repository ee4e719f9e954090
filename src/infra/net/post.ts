import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { boundInflow, inflowError } from "./inflow.ts";

// node:http and not fetch: Bun runs at most 256 fetches at once, and takes another number from its environment
// only. Nothing here follows a redirect, inflates a body or asks a proxy.

const maxBodyBytes = 16 * 1024;
const maxHeaderBytes = 64 * 1024;
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

export interface Message {
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
}

/** `body` and `headers` as `SendResponse` has them. */
export interface Answer {
  status: number;
  headers: Record<string, string[]>;
  body: string;
  truncated: boolean;
}

/**
 * Posts over connections that are kept a while for the next request to the same address, port and name. One that
 * turns out to be closed before a byte of the answer is replaced by a new one, once.
 * Rejects with the network's error, with an `inflowError`, and with the signal's when that is aborted; throws a
 * TypeError for a header that HTTP does not allow.
 */
export function createPost(): (destination: Destination, message: Message) => Promise<Answer> {
  let loading: Promise<Network> | undefined;

  return async function post(destination, message) {
    loading ??= loadNetwork();
    const network = await loading;
    const request = begin(network, network.agents, destination, message);
    const wasAnswered = watchForBytes(request);
    try {
      return await answerTo(request, message.body);
    } catch (error) {
      const wasClosed = request.reusedSocket && closedMeanwhile.includes(errorCode(error));
      if (!wasClosed || wasAnswered()) throw error;
    }
    return answerTo(begin(network, freshConnection, destination, message), message.body);
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
  { headers, signal }: Message,
): ClientRequest {
  const secure = url.protocol === "https:";
  const common = {
    method: "POST",
    host: address,
    port: url.port === "" ? defaultPorts[secure ? "https:" : "http:"] : url.port,
    path: url.pathname + url.search,
    headers,
    signal,
    maxHeaderSize: maxHeaderBytes,
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

function answerTo(request: ClientRequest, body: Uint8Array): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  boundInflow(request);
  request.on("error", reject);
  request.on("response", (response) => readStart(response, resolve, reject));
  // Nothing else would end the connection: it belongs to whoever listens for this event.
  request.on("upgrade", (_response, socket) => {
    socket.destroy();
    reject(inflowError("WAYBILL_UPGRADE"));
  });
  request.end(body);
  return promise;
}

function readStart(
  response: IncomingMessage,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (truncated: boolean) => {
    const bytes = Buffer.concat(chunks).subarray(0, maxBodyBytes);
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
    if (length <= maxBodyBytes) return;
    finish(true);
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
