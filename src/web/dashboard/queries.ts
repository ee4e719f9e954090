import { notifications } from "@mantine/notifications";
import {
  type InvalidateOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import type { SessionView } from "../../access/accounts/schema.ts";
import type { Environment } from "../../infra/environment.ts";
import {
  get,
  isProblem,
  isSessionOver,
  type ListPage,
  newIdempotencyKey,
  type Problem,
  type Query,
} from "./api.ts";
import { reportConnection } from "./connection.ts";

/** How pages read from the API and change something by it. What was read stands under its path. */

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: Problem;
  }
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Cursors of a list's pages before the one that the address names; the first page has an empty one. */
    earlier?: readonly string[];
  }
}

const freshMs = 5_000;
const retriesMax = 2;
const firstRetryMs = 1_000;
/** Passed over before somebody is asked whether to look further: a million shipments. */
const emptyPagesMax = 20;

/** What is refused for want of a session has that read again, whose problem the frame shows. */
export function createQueryClient(): QueryClient {
  const onError = (problem: Problem) => {
    reportConnection(problem.code !== "unreachable");
    if (isOfSession(problem)) readSessionAgain();
  };
  const onSuccess = () => reportConnection(true);
  const readSessionAgain = () => {
    const { queryKey } = sessionQuery;
    const isKnown = client.getQueryState(queryKey)?.status === "success";
    if (isKnown) void client.refetchQueries({ queryKey }, { cancelRefetch: false });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: mayHelpAgain, retryDelay: waitBefore, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

/** Not for what was asked, but for who asks. */
function isOfSession(problem: Problem): boolean {
  return isSessionOver(problem) || problem.code === "account_suspended";
}

/** What was refused once is refused again, except for a request that only came too soon. */
function mayHelpAgain(failures: number, { status, code }: Problem): boolean {
  return failures < retriesMax && (status >= 500 || code === "rate_limited");
}

/** As long as the server asks, or twice as long each time. */
function waitBefore(retry: number, { retryAfterMs }: Problem): number {
  return retryAfterMs ?? firstRetryMs * 2 ** retry;
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

/** A list, of which one page is kept at a time: the one that the address names, so that Back leads to it. */
export function useList<T>(
  path: string,
  { environment, query, refetchInterval = false }: Omit<Read<ListPage<T>>, "enabled"> = {},
): List<T> {
  const { cursor, earlier, show } = usePlace();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, environment, query, cursor],
    queryFn: ({ signal }) =>
      readFurther(
        (from) => get<ListPage<T>>(path, { environment, query: { ...query, cursor: from }, signal }),
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
  };
}

const none: readonly string[] = [];

/** Which page of a list is shown. */
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

/** A page; where a search has found nothing yet, the next one that holds something. */
async function readFurther<T>(
  read: (cursor: string | undefined) => Promise<ListPage<T>>,
  cursor: string | undefined,
): Promise<ListPage<T>> {
  let page = await read(cursor);
  for (let passed = 0; passed < emptyPagesMax; passed += 1) {
    if (page.data.length > 0 || page.next_cursor === null) break;
    page = await read(page.next_cursor);
  }
  return page;
}

interface Action<Output> {
  /** Paths of what is different afterwards; it is read again, with all that stands below it. */
  changes: readonly string[];
  onDone?: (output: Output) => void;
  /** What a notification says afterwards. */
  told?: string | ((output: Output) => string);
}

/**
 * Something that changes the account. `act` hands the key on to its POST: whoever sends the same again because no
 * answer came sends the same request; whoever sends something else is told that the first may have been done, too.
 * Its problem is the page's to show, in `error`.
 */
export function useAction<Input, Output>(
  act: (input: Input, idempotencyKey: string) => Promise<Output>,
  { changes, onDone, told }: Action<Output>,
) {
  const client = useQueryClient();
  const unanswered = useRef<{ input: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (input: Input) => {
      const text = JSON.stringify(input) ?? "";
      // What takes no key is a PATCH or DELETE, which may be done twice.
      if (act.length > 1 && unanswered.current && unanswered.current.input !== text) warnOfFirst();
      if (unanswered.current?.input !== text) unanswered.current = { input: text, key: newIdempotencyKey() };
      return act(input, unanswered.current.key);
    },
    onSettled: (_output, problem) => {
      if (!isProblem(problem) || problem.code !== "unreachable") unanswered.current = undefined;
    },
    onSuccess: async (output) => {
      onDone?.(output);
      if (told !== undefined) {
        notifications.show({ message: typeof told === "string" ? told : told(output) });
      }
      await readAgain(client, changes);
    },
  });
}

function warnOfFirst(): void {
  notifications.show({
    color: "orange",
    autoClose: false,
    title: "This is sent as something new",
    message: "The first try got no answer, and may have been carried out. Check whether it was.",
  });
}

/** What stands at these paths and below them, as far as it is shown. */
export function readAgain(
  client: QueryClient,
  paths: readonly string[],
  options?: InvalidateOptions,
): Promise<void> {
  const isBelow = (path: string) => paths.some((above) => path === above || path.startsWith(`${above}/`));
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isBelow(String(path)) }, options);
}
