import type { Caller } from "../../infra/http/principal.ts";

/** A request and how it was answered, without its bodies. */
export interface LogEntry {
  id: string;
  /** Null: somebody who is signed in. */
  keyId: string | null;
  method: string;
  /** With its query. */
  path: string;
  /** The operation's id. */
  route: string;
  /** What a key must have to see the bodies; null: any key may. */
  scope: string | null;
  status: number;
  /** Of the problem that was the answer. */
  code: string | null;
  durationMs: number;
  address: string;
  /** When it came. */
  createdAt: number;
}

/** What is kept of the bodies; null where there was none. */
export interface Bodies {
  request: string | null;
  response: string | null;
}

/** A status from here on is a refusal. */
export const refusedFrom = 400;

export const methods = ["GET", "HEAD", "POST", "PATCH", "DELETE"] as const;

export interface RequestFilter {
  caller?: Caller["kind"] | undefined;
  /** The least status, and the first one above. */
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

/** Whether only refusals can match. */
export function wantsRefused({ statuses, code }: RequestFilter): boolean {
  return code !== undefined || (statuses !== undefined && statuses.from >= refusedFrom);
}
