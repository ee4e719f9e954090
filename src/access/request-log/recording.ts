import { type WriteBehind, writeBehind } from "../../infra/db/write-behind.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { type Caller, keyOf } from "../../infra/http/principal.ts";
import { createBacklog } from "./backlog.ts";
import { maskedBody, maskedPath } from "./masking.ts";
import { refusedFrom } from "./request.ts";
import { requestStore } from "./store.ts";

/**
 * The log is kept in memory and written about twice a second. While the disk cannot follow, the oldest of what
 * waits gives way: the log may have gaps then, where the counts of usage have none.
 */

const waitMs = 500;
const limits = {
  /** What it takes to read one bounds what a page of a list costs. */
  batch: { requestsMax: 250, charactersMax: 1024 * 1024 },
  all: { requestsMax: 50_000, charactersMax: 64 * 1024 * 1024 },
};
/**
 * The log is cut back to this, whatever its age, each time that the old is removed: it must not fill the disk that
 * deliveries need. About as many bytes, but up to three times as many in scripts other than Latin.
 */
export const logCharactersMax = 2 * 1024 ** 3;
/** Of an account in one environment, so that none pushes all of the others out. */
const ownCharactersMax = logCharactersMax / 4;
/** In one transaction: a few milliseconds of the event loop. */
const batchesPerWrite = 8;

const tooMany = 429;

/** A request as it is when its answer is made. */
export interface AnsweredRequest {
  id: string;
  caller: Caller;
  method: string;
  path: string;
  /** The operation's id, and the scope it takes. */
  route: string;
  scope?: string | undefined;
  address: string;
  /** When it came, and how long the answer took. */
  receivedAt: number;
  durationMs: number;
  status: number;
  /** Of a problem. */
  code?: string | undefined;
  requestBody?: Uint8Array | undefined;
  responseBody?: string | undefined;
}

interface Recording extends WriteBehind {
  backlog: ReturnType<typeof createBacklog>;
}

/** Puts the request into the log. What was only read, and can be asked again, has no bodies there, nor has a flood. */
export function recordRequest(deps: Deps, request: AnsweredRequest): void {
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

/** Writes what was recorded up to now. */
export function flushRequests(deps: Deps): Promise<void> {
  return recordingOf(deps).flush();
}

const recordingOf = inMemory((deps): Recording => {
  const backlog = createBacklog(limits);
  const report = (error: unknown) =>
    deps.log.warn({ err: error }, "Writing the request log failed; will retry");
  return { backlog, ...writeBehind(waitMs, () => writeOut(deps, backlog), report) };
});

/** What is there at the call, in steps between which requests are answered. */
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
