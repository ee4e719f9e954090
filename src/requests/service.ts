import type { Caller } from "../accounts/caller.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { createdWithin, readPage } from "../http/pagination.ts";
import { flushRequests } from "./recording.ts";
import type { RequestQuery, RequestWithBodies } from "./schema.ts";
import { type RequestFilter, requestStore } from "./store.ts";
import { toRequestView, toRequestWithBodies } from "./view.ts";

const dayMs = 86_400_000;
/** Removed in one transaction: a few milliseconds of the event loop. */
const rowsPerStep = 500;
/** More than these are not kept, whatever their age: the log must not fill the disk that deliveries need. */
const rowsMax = 5_000_000;

/** Newest first, up to the caller's last request. */
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
  const requests = requestStore(deps.stores.telemetry.db);
  return readPage(deps, { name: "requests", of: caller, filters }, query, {
    read: (before, count) => requests.list(caller, filter, before, count),
    placeOf: (row) => row.id,
    view: toRequestView,
  });
}

/** @throws AppError `not_found` */
export async function getRequest(deps: Deps, caller: Caller, id: string): Promise<RequestWithBodies> {
  await flushRequests(deps);
  const row = requestStore(deps.stores.telemetry.db).find(caller, id);
  if (!row) throw new AppError("not_found");
  return toRequestWithBodies(row);
}

/** What is older than the setting allows, and what is too much, in steps between which others write. */
export async function removeOldRequests(deps: Deps, now: number): Promise<void> {
  const { telemetry } = deps.stores;
  const time = now - deps.config.requestLogDays * dayMs;
  const position = requestStore(telemetry.db).lastPosition() - rowsMax + 1;
  const step = () => telemetry.write((tx) => requestStore(tx).removeOldest(time, position, rowsPerStep));
  while ((await step()) > 0);
}

/** `404` → 404 alone; `4xx` → 400 to 499. */
function statusRange(status: string): { from: number; below: number } {
  const isClass = status.endsWith("xx");
  const from = isClass ? Number(status.charAt(0)) * 100 : Number(status);
  return { from, below: from + (isClass ? 100 : 1) };
}
