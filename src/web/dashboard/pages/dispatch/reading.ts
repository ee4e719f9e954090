import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { LiveAttention, LiveState } from "@/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { get, type Query, read } from "../../../browser/api.ts";
import type { Known, Row } from "../../../browser/paths.ts";
import type { ListPage } from "../../../browser/reads.ts";
import { useRead } from "../../queries.ts";
import { withQuery } from "../carriers/place.ts";
import { isOutdated, withItem, withStates } from "./changes.ts";
import type { DispatchPlace } from "./place.ts";

/** What the page shows, read once and then changed by the stream. */

/** Sentences age ("for 12 minutes"), and an offer expires without an event. */
const attentionEveryMs = 30_000;
/** The operator's quiet items come and go without an event. */
const quietEveryMs = 10_000;
const driversEveryMs = 15_000;
const pageSize = 100;
/** More than a person can look at. */
export const rowsMax = 500;

/** Every page of a list, up to as many rows as the page shows. */
async function readAll<const Path extends string>(
  path: Path & Known<"GET", Path>,
  place: DispatchPlace,
  query: Query,
  signal: AbortSignal,
): Promise<Row<Path>[]> {
  const rows: Row<Path>[] = [];
  let cursor: string | null = null;
  do {
    const call = withQuery(place, { ...query, limit: pageSize, cursor: cursor ?? undefined });
    const page: ListPage<Row<Path>> = await read(path, { ...call, signal });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < rowsMax);
  return rows;
}

const attentionKey = ({ base, environment }: DispatchPlace) => [`${base}/attention`, environment];

/** Soonest harm first. */
export function useAttention(place: DispatchPlace) {
  return useQuery({
    queryKey: attentionKey(place),
    queryFn: ({ signal }) => readAll(`${place.base}/attention`, place, {}, signal),
    refetchInterval: place.isInstallation ? quietEveryMs : attentionEveryMs,
  });
}

/** How many need a person, where the page does not list them all. @param shown how many it lists */
export function useAttentionTotal(place: DispatchPlace, shown: number): number {
  const isPart = shown >= rowsMax;
  const call = withQuery(place, { limit: 1 });
  const { data } = useQuery({
    queryKey: [`${place.base}/attention`, place.environment, "total"],
    queryFn: ({ signal }) => get(`${place.base}/attention`, { ...call, signal }),
    refetchInterval: attentionEveryMs,
    enabled: isPart,
  });
  return isPart ? Math.max(shown, data?.total ?? shown) : shown;
}

export function useDrivers(place: DispatchPlace) {
  return useQuery({
    queryKey: [`${place.base}/drivers`, place.environment, "all"],
    queryFn: ({ signal }) => readAll(`${place.base}/drivers`, place, {}, signal),
    refetchInterval: driversEveryMs,
  });
}

const shipmentsKey = ({ environment }: DispatchPlace, query: Query = {}) =>
  ["/platform/shipments", environment, "dispatch", query] as const;

/** How many of an account's shipments are in which state. */
export function useStatistics({ isInstallation, environment }: DispatchPlace) {
  return useRead("/platform/shipments/statistics", {
    environment,
    enabled: !isInstallation,
  });
}

/** An account's shipments, soonest harm first; the operator sees jobs by their drivers and by what needs a person. */
export function useShipments(place: DispatchPlace, query: Query) {
  return useQuery({
    queryKey: shipmentsKey(place, query),
    queryFn: ({ signal }) => readAll("/platform/shipments", place, { ...query, sort: "due" }, signal),
    enabled: !place.isInstallation,
    placeholderData: (before) => before,
  });
}

/** An item came or went. */
export function changeAttention(client: QueryClient, place: DispatchPlace, change: LiveAttention): void {
  // What was not read yet is about to be.
  client.setQueryData<ListedAttentionItemView[]>(
    attentionKey(place),
    (items) => items && withItem(items, change),
  );
}

/**
 * Shipments that changed, as they are now.
 * @returns whether the lists have to be read again
 */
export function changeShipments(
  client: QueryClient,
  place: DispatchPlace,
  states: ReadonlyMap<string, LiveState>,
): boolean {
  const [path, environment, name] = shipmentsKey(place);
  const lists = { queryKey: [path, environment, name] };
  const rows = client.getQueriesData<ListedShipmentView[]>(lists).flatMap(([, read]) => read ?? []);
  client.setQueriesData<ListedShipmentView[]>(lists, (read) => read && withStates(read, states));
  return isOutdated(rows, states);
}
