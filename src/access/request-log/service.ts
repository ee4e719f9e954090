import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { createdWithin, readPage } from "../../infra/http/pagination.ts";
import { type Caller, hasScope } from "../../infra/http/principal.ts";
import { dayMs } from "../../infra/units.ts";
import type { AccountEnvironment } from "../model.ts";
import { flushRequests } from "./recording.ts";
import { type LogEntry, matches, type RequestFilter, wantsRefused } from "./request.ts";
import type { RequestQuery, RequestWithBodies } from "./schema.ts";
import { requestStore } from "./store.ts";
import { toRequestView, toRequestWithBodies } from "./view.ts";
import { forgetOwner, removeRequests } from "./writing.ts";

/** The first one usually contains a page of twenty. */
const batchesPerRead = 4;
/** Most batches read for one page: about 10 ms of the event loop if few requests match. */
const batchesPerPage = 100;

/**
 * Lists requests in the order of their answers, newest first, including the caller's last one. A page is short or empty
 * if the search reached its limit; the cursor continues from there.
 */
export async function listRequests(deps: Deps, caller: Caller, query: RequestQuery) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const filter: RequestFilter = {
    statuses: filters.status === undefined ? undefined : statusRange(filters.status),
    caller: filters.caller,
    method: filters.method,
    route: filters.route,
    keyId: filters.key_id,
    tokenId: filters.token_id,
    id: filters.request_id,
    code: filters.code,
    ...createdWithin(filters),
  };
  await flushRequests(deps);
  let stop: Place | undefined;
  return readPage(deps, { name: "requests", of: caller, filters }, query, {
    read(place, count) {
      const result = search(deps, caller, filter, place, count);
      stop = result.stop;
      return result.found;
    },
    placeOf,
    stoppedAt: () => stop && placeOf(stop),
    view: ({ entry }: FoundRequest) => toRequestView(entry, caller.environment),
  });
}

/**
 * Leaves out the bodies for a key that could not have made the request.
 * @throws AppError `not_found`
 */
export async function getRequest(deps: Deps, caller: Caller, id: string): Promise<RequestWithBodies> {
  await flushRequests(deps);
  const logged = requestStore(deps.stores.telemetry.db).find(caller, id);
  if (!logged) throw new AppError("not_found");
  const { entry, bodies } = logged;
  return toRequestWithBodies(entry, maySeeBodies(caller, entry) ? bodies : undefined, caller.environment);
}

function maySeeBodies(caller: Caller, { scope }: LogEntry): boolean {
  return scope === null || hasScope(caller, scope);
}

/** Deletes requests beyond the configured age or the maximum size. */
export function removeOldRequests({ config, stores }: Deps, now: number): Promise<void> {
  return stores.telemetry.run(removeRequests, { before: now - config.requestLogDays * dayMs });
}

/** Deletes every request of an account in an environment that was answered by now. */
export async function forgetRequests(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
): Promise<void> {
  await flushRequests(deps);
  await deps.stores.telemetry.run(forgetOwner, { accountId, environment });
}

/** The place of a request: its batch and its index in the batch. */
interface Place {
  position: number;
  index: number;
}

interface FoundRequest extends Place {
  entry: LogEntry;
}

const placeOf = ({ position, index }: Place) => `${position}.${index}`;

/** At most `count` matches before `from`, newest first. `stop` is set if part of the log was not searched. */
function search(deps: Deps, caller: Caller, filter: RequestFilter, from: string | undefined, count: number) {
  const requests = requestStore(deps.stores.telemetry.db);
  const holding = { ...filter, refused: wantsRefused(filter) };
  const found: FoundRequest[] = [];
  let [position = Number.MAX_SAFE_INTEGER, index = Infinity] = from?.split(".").map(Number) ?? [];
  for (let looked = 0; looked < batchesPerPage && found.length < count; looked += batchesPerRead) {
    const batches = requests.list(caller, holding, position, batchesPerRead);
    for (const batch of batches) {
      const entries = batch.position === position ? batch.entries.slice(0, index) : batch.entries;
      for (const [at, entry] of [...entries.entries()].reverse()) {
        if (matches(filter, entry)) found.push({ entry, position: batch.position, index: at });
      }
    }
    const last = batches.at(-1);
    if (last === undefined) return { found };
    [position, index] = [last.position - 1, Infinity];
  }
  return { found: found.slice(0, count), stop: { position, index } };
}

/** `404` → 404 alone; `4xx` → 400 to 499. */
function statusRange(status: string): { from: number; below: number } {
  const isClass = status.endsWith("xx");
  const from = isClass ? Number(status.charAt(0)) * 100 : Number(status);
  return { from, below: from + (isClass ? 100 : 1) };
}
