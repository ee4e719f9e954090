import type { Caller } from "../accounts/caller.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { createdWithin, readPage } from "../http/pagination.ts";
import { flushRequests } from "./recording.ts";
import { type LogEntry, matches, type RequestFilter, wantsRefused } from "./request.ts";
import type { RequestQuery, RequestWithBodies } from "./schema.ts";
import { requestStore } from "./store.ts";
import { toRequestView, toRequestWithBodies } from "./view.ts";

const dayMs = 86_400_000;
/** Removed in one transaction: a few milliseconds of the event loop. */
const batchesPerStep = 20;
/** More than these are not kept, whatever their age: the log must not fill the disk that deliveries need. */
const requestsMax = 5_000_000;
/** A page of twenty is most often in the first. */
const batchesPerRead = 4;

/** The order of their answers, newest first, up to the caller's last request. */
export async function listRequests(deps: Deps, caller: Caller, query: RequestQuery) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const filter: RequestFilter = {
    statuses: filters.status === undefined ? undefined : statusRange(filters.status),
    method: filters.method,
    route: filters.route,
    keyId: filters.key_id,
    id: filters.request_id,
    code: filters.code,
    ...createdWithin(filters),
  };
  await flushRequests(deps);
  return readPage(deps, { name: "requests", of: caller, filters }, query, {
    read: (place, count) => found(deps, caller, filter, place).take(count).toArray(),
    placeOf: ({ position, index }) => `${position}.${index}`,
    view: ({ entry }) => toRequestView(entry, caller.environment),
  });
}

/** @throws AppError `not_found` */
export async function getRequest(deps: Deps, caller: Caller, id: string): Promise<RequestWithBodies> {
  await flushRequests(deps);
  const logged = requestStore(deps.stores.telemetry.db).find(caller, id);
  if (!logged) throw new AppError("not_found");
  return toRequestWithBodies(logged.entry, logged.bodies, caller.environment);
}

/** What is older than the setting allows, and what is too much, in steps between which others write. */
export async function removeOldRequests(deps: Deps, now: number): Promise<void> {
  const { telemetry } = deps.stores;
  const time = now - deps.config.requestLogDays * dayMs;
  const before = requestStore(telemetry.db).total() - requestsMax;
  const step = () => telemetry.write((tx) => requestStore(tx).removeOldest(time, before, batchesPerStep));
  while ((await step()) > 0);
}

interface FoundRequest {
  entry: LogEntry;
  /** Where it stands: its batch, and its number in there. */
  position: number;
  index: number;
}

/** What matches, newest first, from before `place`; batches are read as they are needed. */
function* found(
  deps: Deps,
  caller: Caller,
  filter: RequestFilter,
  place: string | undefined,
): Generator<FoundRequest> {
  const requests = requestStore(deps.stores.telemetry.db);
  const holding = { ...filter, refused: wantsRefused(filter) };
  let [position = Number.MAX_SAFE_INTEGER, below = Infinity] = place?.split(".").map(Number) ?? [];
  for (;;) {
    const batches = requests.list(caller, holding, position, batchesPerRead);
    for (const batch of batches) {
      const entries = batch.position === position ? batch.entries.slice(0, below) : batch.entries;
      for (const [index, entry] of [...entries.entries()].reverse()) {
        if (matches(filter, entry)) yield { entry, position: batch.position, index };
      }
    }
    const last = batches.at(-1);
    if (last === undefined) return;
    [position, below] = [last.position - 1, Infinity];
  }
}

/** `404` → 404 alone; `4xx` → 400 to 499. */
function statusRange(status: string): { from: number; below: number } {
  const isClass = status.endsWith("xx");
  const from = isClass ? Number(status.charAt(0)) * 100 : Number(status);
  return { from, below: from + (isClass ? 100 : 1) };
}
