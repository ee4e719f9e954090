import { type WriteBehind, writeBehind } from "../../infra/db/write-behind.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { bodiesOf, pack, type RawRequest } from "./packing.ts";
import { createQueue } from "./queue.ts";
import { type LogEntry, type LoggedCaller, refusedFrom } from "./request.ts";
import { logRequests } from "./writing.ts";

/**
 * Requests wait in memory and go to the thread that writes telemetry about twice a second, one chunk after the other.
 * If it is too slow, the oldest ones are dropped: the log may have gaps, unlike the usage counts.
 */

const waitMs = 500;
const limits = {
  /** About a millisecond of the event loop. */
  chunk: { requestsMax: 500, bytesMax: 1024 * 1024 },
  all: { requestsMax: 50_000, bytesMax: 64 * 1024 * 1024 },
};
/** While requests are dropped, so often a line in the process's log says how many. */
const reportDroppedMs = 1_000;

const tooMany = 429;

/** A request at the moment of its answer. */
export interface CompletedRequest {
  id: string;
  caller: LoggedCaller;
  method: string;
  path: string;
  /** The operation's id, and the scope it requires. */
  route: string;
  scope?: string | undefined;
  address: string;
  /** When it arrived, and how long the answer took. */
  receivedAt: number;
  durationMs: number;
  status: number;
  /** The code of a problem. */
  code?: string | undefined;
  /** The fault that a rule made. */
  fault?: string | undefined;
  requestBody?: Uint8Array | undefined;
  responseBody?: string | undefined;
}

interface Recording extends WriteBehind {
  /** Never fails, and waits for nothing. */
  add(request: RawRequest): void;
}

/**
 * Logs a request. Successful reads have no bodies in the log, because they can be repeated, nor have rate-limited
 * requests.
 */
export function recordRequest(deps: Deps, request: CompletedRequest): void {
  const { id, caller, method, path, route, address, durationMs, status } = request;
  const isRead = method === "GET" || method === "HEAD";
  const hasBodies = status >= refusedFrom ? status !== tooMany : !isRead;
  const entry = {
    id,
    ...credentialOf(caller),
    method,
    path,
    route,
    scope: request.scope ?? null,
    status,
    code: request.code ?? null,
    ...(request.fault !== undefined && { fault: request.fault }),
    durationMs: Math.round(durationMs * 100) / 100,
    address,
    createdAt: request.receivedAt,
  };
  const { accountId, environment } = caller;
  const { add, soon } = recordingOf(deps);
  add({ accountId, environment, entry, bodyBytes: null, ...(hasBodies && bodiesOf(request)) });
  soon();
}

function credentialOf(caller: LoggedCaller): Pick<LogEntry, "keyId" | "tokenId"> {
  switch (caller.kind) {
    case "key":
      return { keyId: caller.key.id };
    case "session":
    case "sandbox":
    case "schedule":
      return { keyId: null };
    case "carrier":
      return { keyId: null, tokenId: caller.token.id };
  }
}

/** Writes the waiting requests now. */
export function flushRequests(deps: Deps): Promise<void> {
  return recordingOf(deps).flush();
}

const recordingOf = inMemory((deps): Recording => {
  const queue = createQueue(limits);
  let dropped = 0;

  function noteDropped(count: number): void {
    if (count === 0) return;
    deps.meter?.droppedRequests(count);
    if (dropped === 0) setTimeout(reportDropped, reportDroppedMs).unref();
    dropped += count;
  }

  function reportDropped(): void {
    deps.log.warn({ dropped }, "Request log overloaded; entries dropped");
    dropped = 0;
  }

  /** Writes everything that is waiting at the call. */
  async function writeOut(): Promise<void> {
    for (let left = queue.length; left > 0; left -= 1) {
      const chunk = queue.take();
      if (chunk === undefined) return;
      try {
        const packed = pack(chunk.requests);
        await deps.stores.telemetry.run(logRequests, packed, [packed.bodies.buffer]);
      } catch (error) {
        // What the disk refuses is retried. A chunk that ends the thread would end the next one too.
        noteDropped(error instanceof AppError ? queue.putBack(chunk) : chunk.requests.length);
        throw error;
      }
    }
  }

  const report = (error: unknown) =>
    deps.log.warn({ err: error }, "Writing the request log failed; will retry");
  const add = (request: RawRequest) => noteDropped(queue.add(request));
  return { add, ...writeBehind(waitMs, writeOut, report) };
});
