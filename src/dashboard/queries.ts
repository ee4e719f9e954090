import { notifications } from "@mantine/notifications";
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { SessionView } from "../accounts/schema.ts";
import type { Environment } from "../environment.ts";
import { get, isProblem, type ListPage, newIdempotencyKey, type Problem, type Query } from "./api.ts";
import { reportConnection } from "./connection.ts";

/** How pages read from the API and change something by it. What was read stands under its path. */

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: Problem;
  }
}

const freshMs = 5_000;
const retriesMax = 2;

/** `onSignedOut` is told when the server no longer knows the session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (problem: Problem) => {
    reportConnection(problem.code !== "unreachable");
    if (problem.status === 401 && problem.code !== "sign_in_failed") onSignedOut();
  };
  const onSuccess = () => reportConnection(true);
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: mayHelpAgain, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}

/** What was refused once is refused again. */
function mayHelpAgain(failures: number, problem: Problem): boolean {
  return failures < retriesMax && problem.status >= 500;
}

export const sessionQuery = queryOptions({
  queryKey: ["/auth/session"],
  queryFn: ({ signal }) => get<SessionView>("/auth/session", { signal }),
});

interface Read<T> {
  environment?: Environment | undefined;
  query?: Query;
  enabled?: boolean;
  /** Where no stream tells of it: how often it is looked at while the page is seen, or when it is next. */
  refetchInterval?: Interval<T>;
}

type Interval<T> = number | false | ((data: T) => number | false);

function intervalOf<T>(interval: Interval<T>) {
  if (typeof interval !== "function") return interval;
  return ({ state: { data } }: { state: { data: T | undefined } }) =>
    data === undefined ? false : interval(data);
}

/** One thing, by its path. */
export function useRead<T>(
  path: string,
  { environment, query, enabled = true, refetchInterval = false }: Read<T> = {},
) {
  return useQuery({
    queryKey: [path, environment, query],
    queryFn: ({ signal }) => get<T>(path, { environment, query, signal }),
    enabled,
    refetchInterval: intervalOf(refetchInterval),
  });
}

/** Several things of a kind, by their paths. */
export function useReads<T>(paths: readonly string[], environment: Environment) {
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: [path, environment, undefined],
      queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(path, { environment, signal }),
    })),
  });
}

export interface List<T> {
  /** Undefined while the first page is on its way. */
  rows: readonly T[] | undefined;
  problem: Problem | null;
  /** Undefined where there is no such page. */
  showNext: (() => void) | undefined;
  showPrevious: (() => void) | undefined;
  /** Reads the first page again. */
  refresh: () => void;
  isLoading: boolean;
}

/** A list, of which one page is kept at a time; with another query it begins anew. */
export function useList<T>(
  path: string,
  { environment, query, refetchInterval = false }: Omit<Read<ListPage<T>>, "enabled"> = {},
): List<T> {
  const filters = JSON.stringify([environment, query]);
  const [place, setPlace] = useState<{ filters: string; cursors: readonly string[] }>({
    filters,
    cursors: [],
  });
  const cursors = place.filters === filters ? place.cursors : [];
  const cursor = cursors.at(-1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, environment, query, cursor],
    queryFn: ({ signal }) => get<ListPage<T>>(path, { environment, query: { ...query, cursor }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(refetchInterval),
  });
  const next = data?.next_cursor ?? null;
  return {
    rows: data?.data,
    problem: data === undefined ? error : null,
    showNext: next === null ? undefined : () => setPlace({ filters, cursors: [...cursors, next] }),
    showPrevious:
      cursor === undefined ? undefined : () => setPlace({ filters, cursors: cursors.slice(0, -1) }),
    refresh: () => void (cursor === undefined ? refetch() : setPlace({ filters, cursors: [] })),
    isLoading: isFetching && isPlaceholderData,
  };
}

interface Action<Output> {
  /** Paths of what is different afterwards; it is read again, with all that stands below it. */
  changes: readonly string[];
  onDone?: (output: Output) => void;
  /** What a notification says afterwards. */
  told?: string | ((output: Output) => string);
}

/**
 * Something that changes the account. `act` hands the key on to its POST: whoever sends again because no answer
 * came sends the same request. Its problem is the page's to show, in `error`.
 */
export function useAction<Input, Output>(
  act: (input: Input, idempotencyKey: string) => Promise<Output>,
  { changes, onDone, told }: Action<Output>,
) {
  const client = useQueryClient();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (input: Input) => {
      key.current ??= newIdempotencyKey();
      return act(input, key.current);
    },
    onSettled: (_output, problem) => {
      if (!isProblem(problem) || problem.code !== "unreachable") key.current = undefined;
    },
    onSuccess: async (output) => {
      onDone?.(output);
      if (told !== undefined) {
        notifications.show({ message: typeof told === "string" ? told : told(output) });
      }
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => isChanged(String(path), changes),
      });
    },
  });
}

function isChanged(path: string, changes: readonly string[]): boolean {
  return changes.some((changed) => path === changed || path.startsWith(`${changed}/`));
}
