import { type QueryClient, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { LiveAttention, LiveState } from "@/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { get, type Query } from "../../../browser/api.ts";
import type { Problem } from "../../../browser/problem.ts";
import { useRead } from "../../queries.ts";
import { readAll, rowsMax } from "../../read-all.ts";
import type { Side } from "../../side.ts";
import { isOutdated, withItem, withStates } from "./changes.ts";
import type { ListFilters } from "./figures.ts";
import { queriesOf } from "./work.ts";

/** What the page shows, read once and then changed by the stream. */

/** Sentences age ("for 12 minutes"), and an offer expires without an event. */
const attentionEveryMs = 30_000;
/** The operator's quiet items come and go without an event. */
const quietEveryMs = 10_000;
/** Paths to read again after somebody decided something. */
export function boardPaths({ base }: Pick<Side, "base">): readonly string[] {
  return [`${base}/attention`, `${base}/drivers`, "/platform/shipments"];
}

const attentionKey = ({ base, environment }: Pick<Side, "base" | "environment">) => [
  `${base}/attention`,
  environment,
];

/** Soonest harm first. */
export function useAttention(side: Side) {
  return useQuery({
    queryKey: attentionKey(side),
    queryFn: ({ signal }) => readAll(`${side.base}/attention`, side, {}, signal),
    refetchInterval: side.isInstallation ? quietEveryMs : attentionEveryMs,
  });
}

/** How many need a person, where the page does not list them all. @param shown how many it lists */
export function useAttentionTotal(side: Side, shown: number): number {
  const isPart = shown >= rowsMax;
  const call = side.asking({ limit: 1 });
  const { data } = useQuery({
    queryKey: [`${side.base}/attention`, side.environment, "total"],
    queryFn: ({ signal }) => get(`${side.base}/attention`, { ...call, signal }),
    refetchInterval: attentionEveryMs,
    enabled: isPart,
  });
  return isPart ? Math.max(shown, data?.total ?? shown) : shown;
}

const shipmentsKey = ({ environment }: Pick<Side, "environment">, query: Query = {}) =>
  ["/platform/shipments", environment, "dispatch", query] as const;

/** How many of an account's shipments are in which state. */
export function useStatistics({ isInstallation, environment }: Side) {
  return useRead("/platform/shipments/statistics", {
    environment,
    enabled: !isInstallation,
  });
}

/**
 * An account's shipments, those that nobody drives first, soonest harm first; the operator sees jobs by their drivers and
 * by what needs a person.
 * @param max how many of each list are read
 */
export function useWork(side: Side, filters: ListFilters, max: number) {
  const combine = useCallback((lists: readonly WorkRead[]) => workOf(lists, max), [max]);
  return useQueries({
    queries: queriesOf(filters).map((query) => ({
      queryKey: [...shipmentsKey(side, query), max],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readAll("/platform/shipments", side, { ...query, sort: "due" }, signal, max),
      enabled: !side.isInstallation,
      placeholderData: (before: ListedShipmentView[] | undefined) => before,
    })),
    combine,
  });
}

type WorkRead = { data: ListedShipmentView[] | undefined; error: Problem | null };

function workOf(lists: readonly WorkRead[], max: number): Work {
  const read = lists.flatMap(({ data }) => (data ? [data] : []));
  return {
    // One that got its driver between the two reads is in both.
    rows:
      read.length < lists.length ? undefined : [...new Map(read.flat().map((row) => [row.id, row])).values()],
    isWhole: read.every(({ length }) => length < max),
    error: lists.find(({ error }) => error)?.error ?? null,
  };
}

/** The list of work. */
interface Work {
  /** Undefined until it was read. */
  rows: ListedShipmentView[] | undefined;
  /** Whether it has all that the filters match. */
  isWhole: boolean;
  error: Problem | null;
}

/** An item came or went. */
export function changeAttention(
  client: QueryClient,
  side: Pick<Side, "base" | "environment">,
  change: LiveAttention,
): void {
  // What was not read yet is about to be.
  client.setQueryData<ListedAttentionItemView[]>(
    attentionKey(side),
    (items) => items && withItem(items, change),
  );
}

/**
 * Shipments that changed, as they are now.
 * @returns whether the lists have to be read again
 */
export function changeShipments(
  client: QueryClient,
  side: Pick<Side, "environment">,
  states: ReadonlyMap<string, LiveState>,
): boolean {
  const [path, environment, name] = shipmentsKey(side);
  const lists = { queryKey: [path, environment, name] };
  const rows = client.getQueriesData<ListedShipmentView[]>(lists).flatMap(([, read]) => read ?? []);
  client.setQueriesData<ListedShipmentView[]>(lists, (read) => read && withStates(read, states));
  return isOutdated(rows, states);
}
