import type { Caller } from "../../infra/http/principal.ts";

/** A request and its answer, without the bodies. */
export interface LogEntry {
  id: string;
  /** Null for a signed-in user. */
  keyId: string | null;
  method: string;
  /** The path with its query. */
  path: string;
  /** The operation's id. */
  route: string;
  /** The scope that a key needs to see the bodies; null for none. */
  scope: string | null;
  status: number;
  /** The code, if the answer was a problem. */
  code: string | null;
  durationMs: number;
  address: string;
  /** When it arrived. */
  createdAt: number;
}

/** The logged bodies; null if there was none. */
export interface Bodies {
  request: string | null;
  response: string | null;
}

/** Statuses from here on are refusals. */
export const refusedFrom = 400;

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface RequestFilter {
  caller?: Caller["kind"] | undefined;
  /** The lowest status, and the first one above the range. */
  statuses?: { from: number; below: number } | undefined;
  method?: string | undefined;
  route?: string | undefined;
  keyId?: string | undefined;
  id?: string | undefined;
  code?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

export function matches(filter: RequestFilter, entry: LogEntry): boolean {
  const { statuses, createdAfter, createdBefore } = filter;
  const isWanted = (wanted: string | undefined, is: string | null) => wanted === undefined || wanted === is;
  return (
    isWanted(filter.caller, entry.keyId === null ? "session" : "key") &&
    (statuses === undefined || (entry.status >= statuses.from && entry.status < statuses.below)) &&
    isWanted(filter.method, entry.method) &&
    isWanted(filter.route, entry.route) &&
    isWanted(filter.keyId, entry.keyId) &&
    isWanted(filter.id, entry.id) &&
    isWanted(filter.code, entry.code) &&
    (createdAfter === undefined || entry.createdAt >= createdAfter) &&
    (createdBefore === undefined || entry.createdAt < createdBefore)
  );
}

/** Whether the filter matches refusals only. */
export function wantsRefused({ statuses, code }: RequestFilter): boolean {
  return code !== undefined || (statuses !== undefined && statuses.from >= refusedFrom);
}
