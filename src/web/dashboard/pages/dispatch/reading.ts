import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { LiveAttention, LiveState } from "@/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { get, type Query } from "../../../browser/api.ts";
import { useRead } from "../../queries.ts";
import { readAll, rowsMax } from "../../read-all.ts";
import type { Side } from "../../side.ts";
import { isOutdated, withItem, withStates } from "./changes.ts";

/** What the page shows, read once and then changed by the stream. */

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
export function useUnseen(side: Side): ReadonlyMap<string, string> {
  const { data } = useRead(toldPath(side), {
    ...side.asking({ seen: "false" as const, limit: 100 }),
    refetchInterval: attentionEveryMs,
  });
  return useMemo(() => {
    const more = data?.has_more ? "+" : "";
    const byDriver = Map.groupBy(data?.data ?? [], ({ driver_id }) => driver_id);
    return new Map([...byDriver].map(([id, notices]) => [id, `${notices.length}${more} not seen`]));
  }, [data]);
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

/** An account's shipments, soonest harm first; the operator sees jobs by their drivers and by what needs a person. */
export function useShipments(side: Side, query: Query) {
  return useQuery({
    queryKey: shipmentsKey(side, query),
    queryFn: ({ signal }) => readAll("/platform/shipments", side, { ...query, sort: "due" }, signal),
    enabled: !side.isInstallation,
    placeholderData: (before) => before,
  });
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
