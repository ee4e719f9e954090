import { notifications } from "@mantine/notifications";
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import type { Environment } from "../../infra/environment.ts";
import { get, newIdempotencyKey, read } from "../browser/api.ts";
import type { Answer, Known, QueryOf, Row } from "../browser/paths.ts";
import { isProblem, isStale, type Problem } from "../browser/problem.ts";
import type { ListPage } from "../browser/reads.ts";
import { type PageSize, usePageSize } from "./page-size.ts";

/** How pages read from the API and change things. Query keys begin with the path. */

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: Problem;
  }
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Cursors of the pages before the current one; the first page has an empty one. */
    earlier?: readonly string[];
  }
}

/** Empty pages to skip before the person decides whether to search older entries: about a million shipments. */
const emptyPagesMax = 20;

export const sessionQuery = queryOptions({
  queryKey: ["/auth/session"],
  queryFn: ({ signal }) => get("/auth/session", { signal }),
});

interface Read<Path extends string, Given = Answer<"GET", Path>> {
  environment?: Environment | undefined;
  query?: QueryOf<"GET", Path>;
  enabled?: boolean;
  /** Polling interval in ms, or the delay until the next read; for data without a stream. */
  refetchInterval?: Interval<Given>;
}

type Interval<T> = number | false | ((data: T) => number | false);

function intervalOf<T>(interval: Interval<T>) {
  if (typeof interval !== "function") return interval;
  return ({ state: { data } }: { state: { data: T | undefined } }) =>
    data === undefined ? false : interval(data);
}

/** Reads one path. */
export function useRead<const Path extends string>(
  path: Path & Known<"GET", Path>,
  { environment, query, enabled = true, refetchInterval = false }: Read<Path> = {},
) {
  return useQuery({
    queryKey: [path, environment, query],
    queryFn: ({ signal }) => get<Path>(path, { environment, query, signal }),
    enabled,
    refetchInterval: intervalOf(refetchInterval),
  });
}

export interface List<T> {
  /** Undefined while the first page loads. */
  rows: readonly T[] | undefined;
  problem: Problem | null;
  /** Undefined if there is no such page. */
  showNext: (() => void) | undefined;
  showPrevious: (() => void) | undefined;
  /** Returns to the first page and reads it again. */
  refresh: () => void;
  isLoading: boolean;
  /** Undefined for a list that is read whole. */
  size: PageSize | undefined;
}

/** One page of a list: the one in the address, so that the Back button works. */
export function useList<const Path extends string>(
  path: Path & Known<"GET", Path>,
  { environment, query, refetchInterval = false }: Omit<Read<Path, ListPage<Row<Path>>>, "enabled"> = {},
): List<Row<Path>> {
  const { cursor, earlier, show } = usePlace();
  const size = usePageSize();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, environment, query, cursor, size.rows],
    queryFn: ({ signal }) =>
      readPage(
        (from) =>
          read<ListPage<Row<Path>>>(path, {
            environment,
            query: { ...query, limit: size.rows, cursor: from },
            signal,
          }),
        cursor,
      ),
    placeholderData: (before, of) =>
      of?.queryKey[0] === path && of.queryKey[1] === environment ? before : undefined,
    refetchInterval: intervalOf(refetchInterval),
  });
  const next = data?.next_cursor ?? null;
  return {
    rows: data?.data,
    problem: data === undefined ? error : null,
    showNext: next === null ? undefined : () => show(next, [...earlier, cursor ?? ""]),
    showPrevious: cursor === undefined ? undefined : () => show(earlier.at(-1), earlier.slice(0, -1)),
    refresh: () => void (cursor === undefined ? refetch() : show(undefined, [])),
    isLoading: isFetching && isPlaceholderData,
    size,
  };
}

const none: readonly string[] = [];

/** The current page of a list. */
function usePlace() {
  const { cursor } = useSearch({ strict: false });
  const earlier = useRouterState({ select: ({ location }) => location.state.earlier ?? none });
  const navigate = useNavigate();
  const show = (to: string | undefined, before: readonly string[]) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, cursor: to || undefined }),
      state: { earlier: before },
    });
  return { cursor, earlier, show };
}

/** Reads a page; while a search finds nothing, the next ones. */
async function readPage<T>(
  readFrom: (cursor: string | undefined) => Promise<ListPage<T>>,
  cursor: string | undefined,
): Promise<ListPage<T>> {
  let page = await readFrom(cursor);
  for (let passed = 0; passed < emptyPagesMax; passed += 1) {
    if (page.data.length > 0 || page.next_cursor === null) break;
    page = await readFrom(page.next_cursor);
  }
  return page;
}

interface Action<Output> {
  /** Paths to refresh afterwards, with all paths below them. */
  changes: readonly string[];
  onDone?: (output: Output) => void;
  /** The notification afterwards. */
  success?: string | ((output: Output) => string);
}

/**
 * A mutation. `act` passes the key on to its POST, so a retry after a lost response is the same request. If the input
 * changed meanwhile, a warning says that the first request may have succeeded too. The page shows `error`.
 */
export function useAction<Input, Output>(
  act: (input: Input, idempotencyKey: string) => Promise<Output>,
  { changes, onDone, success }: Action<Output>,
) {
  const client = useQueryClient();
  const unanswered = useRef<{ input: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (input: Input) => {
      const text = JSON.stringify(input) ?? "";
      // Without a key it is a PATCH or DELETE, which can be repeated.
      if (act.length > 1 && unanswered.current && unanswered.current.input !== text) warnOfFirstRequest();
      if (unanswered.current?.input !== text) unanswered.current = { input: text, key: newIdempotencyKey() };
      return act(input, unanswered.current.key);
    },
    onError: async (problem) => {
      if (!isProblem(problem) || problem.code !== "unreachable") unanswered.current = undefined;
      if (isProblem(problem) && isStale(problem)) await refreshPaths(client, changes);
    },
    onSuccess: async (output) => {
      // Before what is shown is read again: the next request may come meanwhile.
      unanswered.current = undefined;
      onDone?.(output);
      if (success !== undefined) {
        notifications.show({ message: typeof success === "string" ? success : success(output) });
      }
      await refreshPaths(client, changes);
    },
  });
}

function warnOfFirstRequest(): void {
  notifications.show({
    color: "orange",
    autoClose: false,
    title: "You changed the form, so this is sent as a new request",
    message: "The first request got no response. It may have succeeded: check before you continue.",
  });
}

/**
 * Reads these paths, and those below them, again if they are shown.
 * @param isMeant which of them; all by default
 */
export function refreshPaths(
  client: QueryClient,
  paths: readonly string[],
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  const isBelow = (path: string) => paths.some((above) => path === above || path.startsWith(`${above}/`));
  return client.invalidateQueries({
    predicate: (query) => isBelow(String(query.queryKey[0])) && isMeant(query),
  });
}
