import { type WriteBehind, writeBehind } from "../../infra/db/write-behind.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { type Caller, keyOf } from "../../infra/http/principal.ts";
import { createBacklog } from "./backlog.ts";
import { maskedBody, maskedPath } from "./masking.ts";
import { refusedFrom } from "./request.ts";
import { requestStore } from "./store.ts";

/**
 * Requests wait in memory and are written about twice a second. If the disk is too slow, the oldest ones are dropped:
 * the log may have gaps, unlike the usage counts.
 */

const waitMs = 500;
const limits = {
  /** The size of a batch limits the cost of a page of the list. */
  batch: { requestsMax: 250, charactersMax: 1024 * 1024 },
  all: { requestsMax: 50_000, charactersMax: 64 * 1024 * 1024 },
};
/**
 * Each cleanup trims the log to this size, whatever its age, because it must not fill the disk that deliveries need.
 * This is about as many bytes, but up to three times as many in scripts other than Latin.
 */
export const logCharactersMax = 2 * 1024 ** 3;
/** Limit of an account in one environment, so that no account displaces all others. */
const ownCharactersMax = logCharactersMax / 4;
/** Batches per transaction: a few milliseconds of the event loop. */
const batchesPerWrite = 8;

const tooMany = 429;

/** A request at the moment of its answer. */
export interface CompletedRequest {
  id: string;
  caller: Caller;
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
  requestBody?: Uint8Array | undefined;
  responseBody?: string | undefined;
}

interface Recording extends WriteBehind {
  backlog: ReturnType<typeof createBacklog>;
}

/**
 * Logs a request. Successful reads have no bodies in the log, because they can be repeated, nor have rate-limited
 * requests.
 */
export function recordRequest(deps: Deps, request: CompletedRequest): void {
  const { id, caller, method, path, route, address, durationMs, status } = request;
  const { backlog, soon } = recordingOf(deps);
  const isRead = method === "GET" || method === "HEAD";
  const hasBodies = status >= refusedFrom ? status !== tooMany : !isRead;
  const entry = {
    id,
    keyId: keyOf(caller)?.id ?? null,
    method,
    path: maskedPath(path),
    route,
    scope: request.scope ?? null,
    status,
    code: request.code ?? null,
    durationMs: Math.round(durationMs * 100) / 100,
    address,
    createdAt: request.receivedAt,
  };
  const bodies = hasBodies
    ? { request: maskedBody(request.requestBody), response: maskedBody(request.responseBody) }
    : null;
  backlog.add(caller.accountId, caller.environment, entry, bodies);
  soon();
}

/** Writes the waiting requests now. */
export function flushRequests(deps: Deps): Promise<void> {
  return recordingOf(deps).flush();
}

const recordingOf = inMemory((deps): Recording => {
  const backlog = createBacklog(limits);
  const report = (error: unknown) =>
    deps.log.warn({ err: error }, "Writing the request log failed; will retry");
  return { backlog, ...writeBehind(waitMs, () => writeOut(deps, backlog), report) };
});

/** Writes everything that is waiting at the call, in steps, so that requests are answered in between. */
async function writeOut(deps: Deps, backlog: Recording["backlog"]): Promise<void> {
  const dropped = backlog.takeDropped();
  if (dropped > 0) deps.log.warn({ dropped }, "Request log overloaded; entries dropped");
  for (let left = backlog.length; left > 0; left -= batchesPerWrite) {
    const taken = backlog.take(Math.min(left, batchesPerWrite));
    try {
      await deps.stores.telemetry.write((tx) => {
        const requests = requestStore(tx);
        for (const batch of taken) {
          requests.insert(batch);
          requests.removeExcess(batch, ownCharactersMax);
        }
      });
    } catch (error) {
      backlog.putBack(taken);
      throw error;
    }
  }
}
