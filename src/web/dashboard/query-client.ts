import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasSessionEnded, type Problem } from "../browser/problem.ts";
import { reportConnection } from "./connection.ts";
import { sessionQuery } from "./queries.ts";
import { keepUnchanged } from "./unchanged.ts";

/** What holds for all that pages read. */

const freshMs = 5_000;
const retriesMax = 2;
const firstRetryMs = 1_000;

// Before the browser paints. Its own way is a timeout: a ticked box showed its former state until then.
notifyManager.setScheduler(queueMicrotask);

/** After a response that reports a lost session, the session is read again: the frame shows its problem. */
export function createQueryClient(): QueryClient {
  const onError = (problem: Problem) => {
    reportConnection(problem.code !== "unreachable");
    if (isOfSession(problem)) refreshSession();
  };
  const onSuccess = () => reportConnection(true);
  const refreshSession = () => {
    const { queryKey } = sessionQuery;
    const isKnown = client.getQueryState(queryKey)?.status === "success";
    if (isKnown) void client.refetchQueries({ queryKey }, { cancelRefetch: false });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        networkMode: "always",
        structuralSharing: keepUnchanged,
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

/** Refused because of the session or its person's role, not because of the request. */
function isOfSession(problem: Problem): boolean {
  return hasSessionEnded(problem) || changesOfSession.includes(problem.code);
}

/** The session is another one than the page knows: also where another window began or ended a view of an account. */
const changesOfSession = ["account_suspended", "scope_missing", "operator_required", "viewing_is_read_only"];

/** Only server errors and rate limits may pass on a retry. */
function shouldRetry(failures: number, { status, code }: Problem): boolean {
  return failures < retriesMax && (status >= 500 || code === "rate_limited");
}

/** As long as the server asks, or else exponential. */
function retryDelayMs(retry: number, { retryAfterMs }: Problem): number {
  return retryAfterMs ?? firstRetryMs * 2 ** retry;
}
