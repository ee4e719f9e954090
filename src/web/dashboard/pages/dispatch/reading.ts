import { type QueryClient, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { LiveState } from "@/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import type { Query } from "../../../browser/api.ts";
import type { Problem } from "../../../browser/problem.ts";
import { useRead } from "../../queries.ts";
import { readAll } from "../../read-all.ts";
import type { Side } from "../../side.ts";
import { isOutdated, withStates } from "./changes.ts";
import type { ListFilters } from "./figures.ts";
import { queriesOf } from "./work.ts";

/** What the page shows, read once and then changed by the stream: each is `enabled` from the stream's opening on. */

/** Sentences age ("for 12 minutes"), and an offer expires without an event. */
const attentionEveryMs = 30_000;
/** The operator's quiet items come and go without an event. */
const quietEveryMs = 10_000;
/** Paths to read again after somebody decided something. */
export function boardPaths({ base }: Pick<Side, "base">): readonly string[] {
  return [`${base}/attention`, `${base}/drivers`, "/platform/shipments", toldPath({ base })];
}

/** What drivers were told. */
export function toldPath({ base }: Pick<Side, "base">): `${Side["base"]}/driver-notices` {
  return `${base}/driver-notices`;
}

/** `3 not seen`, by driver; `3+` where there is more than is read here. */
export function useUnseen(side: Side, enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useRead(toldPath(side), {
    ...side.asking({ seen: "false" as const, limit: 100 }),
    enabled,
    refetchInterval: attentionEveryMs,
  });
  return useMemo(() => {
    const more = data?.has_more ? "+" : "";
    const byDriver = Map.groupBy(data?.data ?? [], ({ driver_id }) => driver_id);
    return new Map([...byDriver].map(([id, notices]) => [id, `${notices.length}${more} not seen`]));
  }, [data]);
}

/** Groups that the page reads at most: more than a person can look at. */
const groupsMax = 200;

/** What needs a person, the same reason once, soonest harm first, and how many that are in all. */
export function useNeeds(side: Side, enabled: boolean) {
  const refetchInterval = side.isInstallation ? quietEveryMs : attentionEveryMs;
  const path = `${side.base}/attention/groups` as const;
  const { data, error, isPending } = useQuery({
    queryKey: [path, side.environment],
    queryFn: ({ signal }) => readAll(path, side, {}, signal, groupsMax),
    enabled,
    refetchInterval,
  });
  const shown = data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isPart = (data?.length ?? 0) >= groupsMax;
  const all = useRead(path, { ...side.asking({ limit: 1 }), refetchInterval, enabled: isPart });
  return { groups: data, total: Math.max(shown, (isPart && all.data?.total) || 0), error, isPending };
}

/** What is wrong with one shipment: the groups show some of their items only. */
export function useNeedsOf(side: Side, shipmentId: string | undefined, enabled: boolean) {
  return useRead(`${side.base}/attention`, {
    ...side.asking({ shipment_id: shipmentId ?? "" }),
    enabled: enabled && shipmentId !== undefined,
    refetchInterval: attentionEveryMs,
  });
}

const shipmentsKey = ({ environment }: Pick<Side, "environment">, query: Query = {}) =>
  ["/platform/shipments", environment, "dispatch", query] as const;

/** How many of an account's shipments are in which state. */
export function useStatistics({ isInstallation, environment }: Side, enabled: boolean) {
  return useRead("/platform/shipments/statistics", {
    environment,
    enabled: enabled && !isInstallation,
  });
}

/**
 * An account's shipments, those that nobody drives first, soonest harm first; the operator sees jobs by their drivers and
 * by what needs a person.
 * @param max how many of each list are read
 */
export function useWork(side: Side, filters: ListFilters, max: number, enabled: boolean) {
  const combine = useCallback((lists: readonly WorkRead[]) => workOf(lists, max), [max]);
  return useQueries({
    queries: queriesOf(filters).map((query) => ({
      queryKey: [...shipmentsKey(side, query), max],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readAll("/platform/shipments", side, { ...query, sort: "due" }, signal, max),
      enabled: enabled && !side.isInstallation,
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
