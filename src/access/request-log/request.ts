import { type Caller, type CarrierPrincipal, callerKinds } from "../../infra/http/principal.ts";

/** Whose request is logged: a caller's, or that of an account's own carrier. */
export type LoggedCaller = Caller | (CarrierPrincipal & { readonly accountId: string });

/** Callers as the log is filtered by them. */
export const loggedCallers = [...callerKinds, "token"] as const;

/** A request and its answer, without the bodies. */
export interface LogEntry {
  id: string;
  /** Null for a signed-in user, and for a carrier's token. */
  keyId: string | null;
  /** The token of a carrier; missing in entries of earlier versions. */
  tokenId?: string | null;
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
  /** The fault that a rule of the sandbox made; missing without one. */
  fault?: string;
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
  caller?: (typeof loggedCallers)[number] | undefined;
  /** The lowest status, and the first one above the range. */
  statuses?: { from: number; below: number } | undefined;
  method?: string | undefined;
  route?: string | undefined;
  keyId?: string | undefined;
  tokenId?: string | undefined;
  id?: string | undefined;
  code?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

export function matches(filter: RequestFilter, entry: LogEntry): boolean {
  const { statuses, createdAfter, createdBefore } = filter;
  const isWanted = (wanted: string | undefined, is: string | null) => wanted === undefined || wanted === is;
  const { keyId, tokenId = null } = entry;
  const caller = tokenId === null ? "session" : "token";
  return (
    isWanted(filter.caller, keyId === null ? caller : "key") &&
    (statuses === undefined || (entry.status >= statuses.from && entry.status < statuses.below)) &&
    isWanted(filter.method, entry.method) &&
    isWanted(filter.route, entry.route) &&
    isWanted(filter.keyId, keyId) &&
    isWanted(filter.tokenId, tokenId) &&
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
