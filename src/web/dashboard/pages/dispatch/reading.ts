import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { AttentionItemView } from "../../../../delivery/attention/schema.ts";
import type { DriverView } from "../../../../delivery/drivers/schema.ts";
import type { LiveState } from "../../../../delivery/live/schema.ts";
import type { ListedShipmentView } from "../../../../delivery/shipments/schema.ts";
import { get, type ListPage, type Query } from "../../api.ts";
import { type DispatchPlace, withQuery } from "./place.ts";

/** What the page shows, read once and then changed by the stream. */

/** Sentences age ("for 12 minutes"), and an offer expires without an event. */
const attentionEveryMs = 30_000;
const driversEveryMs = 15_000;
const pageSize = 100;
/** More than a person can look at. */
const rowsMax = 500;

/** Every page of a list, up to as many rows as the page shows. */
async function readAll<T>(
  path: string,
  place: DispatchPlace,
  query: Query,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const call = withQuery(place, { ...query, limit: pageSize, cursor: cursor ?? undefined });
    const page: ListPage<T> = await get<ListPage<T>>(path, { ...call, signal });
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
    queryFn: ({ signal }) => readAll<AttentionItemView>(`${place.base}/attention`, place, {}, signal),
    refetchInterval: attentionEveryMs,
  });
}

export function useDrivers(place: DispatchPlace) {
  return useQuery({
    queryKey: [`${place.base}/drivers`, place.environment, "all"],
    queryFn: ({ signal }) => readAll<DriverView>(`${place.base}/drivers`, place, {}, signal),
    refetchInterval: driversEveryMs,
  });
}

const shipmentsKey = ({ environment }: DispatchPlace, query: Query = {}) =>
  ["/platform/shipments", environment, "dispatch", query] as const;

/** An account's shipments; the operator sees jobs by their drivers and by what needs a person. */
export function useShipments(place: DispatchPlace, query: Query) {
  return useQuery({
    queryKey: shipmentsKey(place, query),
    queryFn: ({ signal }) => readAll<ListedShipmentView>("/platform/shipments", place, query, signal),
    enabled: !place.isInstallation,
    placeholderData: (before) => before,
  });
}

/** An item came or went. */
export function changeAttention(
  client: QueryClient,
  place: DispatchPlace,
  { attention, state }: { attention: AttentionItemView; state: string },
): void {
  client.setQueryData<AttentionItemView[]>(attentionKey(place), (items = []) => {
    const others = items.filter(({ id }) => id !== attention.id);
    if (state !== "raised") return others;
    return [...others, attention].sort((one, other) => one.due_at.localeCompare(other.due_at));
  });
}

/**
 * Shipments that changed, as they are now. What does not change keeps its identity, so that its row is not drawn again.
 * @returns whether something changed that only the list says: who carries it, or a shipment that is not in it
 */
export function changeShipments(
  client: QueryClient,
  place: DispatchPlace,
  states: ReadonlyMap<string, LiveState>,
): boolean {
  let isOutdated = false;
  const known = new Set<string>();
  const [path, environment, name] = shipmentsKey(place);
  client.setQueriesData<ListedShipmentView[]>({ queryKey: [path, environment, name] }, (rows) =>
    rows?.map((row) => {
      const state = states.get(row.id);
      if (state === undefined) return row;
      known.add(row.id);
      isOutdated ||= (row.assignment?.id ?? null) !== state.assignment_id;
      isOutdated ||= row.status !== state.status;
      return { ...row, ...changedBy(row, state) };
    }),
  );
  return isOutdated || known.size < states.size;
}

function changedBy(
  row: ListedShipmentView,
  { status, substatus, eta, updated_at }: LiveState,
): Partial<ListedShipmentView> {
  return { status, substatus, updated_at, eta: eta ?? row.eta };
}
