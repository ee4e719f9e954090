import type { ShipmentOrder } from "./request.ts";

/** In which ways the list of shipments can find what its filters match, and how many rows each may scan. */

/** Columns that have an index of their own. */
export const columns = [
  "reference",
  "status",
  "carrierId",
  "returnOf",
  "scheduleId",
  "orderFormId",
  "withoutDriver",
] as const;
export type Column = (typeof columns)[number];
/** The values that a shipment may have there. */
export type Kinds = { [Name in Exclude<Column, "withoutDriver">]?: readonly string[] | undefined } & {
  withoutDriver?: readonly number[] | undefined;
};

/** Spans of time, in milliseconds, in which a moment of a shipment has to lie; the end is no part of them. */
export interface Spans {
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  updatedAfter?: number | undefined;
  /** Of the beginning of the delivery window: a shipment without one lies in no span. */
  deliveryAfter?: number | undefined;
  deliveryBefore?: number | undefined;
}
type SpanName = keyof Spans;

/** The span of what an order sorts by. */
const spanByOrder: Readonly<Record<ShipmentOrder, { since?: SpanName; until?: SpanName }>> = {
  newest: { since: "createdAfter", until: "createdBefore" },
  oldest: { since: "createdAfter", until: "createdBefore" },
  due: {},
  updated: { since: "updatedAfter" },
  delivery: { since: "deliveryAfter", until: "deliveryBefore" },
};
const spanNames: readonly SpanName[] = [
  "createdAfter",
  "createdBefore",
  "updatedAfter",
  "deliveryAfter",
  "deliveryBefore",
];

/** The span that the index of an order cuts out of it, and those that it does not. */
export function splitSpans(order: ShipmentOrder, spans: Spans) {
  const { since, until } = spanByOrder[order];
  const others = spanNames.filter((name) => spans[name] !== undefined && name !== since && name !== until);
  return {
    since: since && spans[since],
    until: until && spans[until],
    beside: Object.fromEntries(others.map((name) => [name, spans[name]])) as Spans,
  };
}

/** The most rows a page scans where no index has all of its filters: about ten milliseconds of the event loop. */
export const scanMax = {
  /** The index by time holds the texts that `search` looks in. */
  texts: 50_000,
  /** Reading a shipment itself is another lookup. */
  shipments: 4_000,
};

/**
 * Up to this many characters a search scans all those texts. A longer search scans fewer, because it may compare all of
 * its characters at each place of a text.
 */
const searchCharacters = 25;

/** One way to find what a filter matches. */
export interface Plan {
  /** Read from the index of this column, each value on its own. */
  along?: Kinds | undefined;
  /** What else a shipment must match. */
  beside?: Kinds | undefined;
  /** Spans that no index has. */
  spans?: Spans | undefined;
  /** Folded texts; one of them is in what is searched. */
  search?: readonly string[] | undefined;
  /** How many rows a page scans, each within what the bounds before it leave. */
  bounds: readonly (Pick<Plan, "along" | "search" | "spans"> & { max: number })[];
}

/** One plan for each filter that has an index, and one for the search. Only the data tells which plan gets furthest. */
export function plansOf(
  filter: Kinds & Pick<Plan, "search" | "spans">,
  { texts, shipments: max }: typeof scanMax,
  order: ShipmentOrder,
): Plan[] {
  const { search, spans = {} } = filter;
  const isCut = Object.keys(spans).length > 0;
  const named = columns.filter((column) => filter[column] !== undefined);
  const indexed = named.filter((column) => hasIndex(column, filter, order));
  const kindsOf = (names: readonly Column[]): Kinds =>
    Object.fromEntries(names.map((name) => [name, filter[name]]));
  const plans = indexed.map((column): Plan => {
    const values = filter[column] ?? [];
    const others = named.filter((other) => other !== column);
    const isScan = others.length > 0 || search !== undefined || isCut;
    const bounds = values.map((value) => ({
      along: { [column]: [value] },
      max: Math.ceil(max / values.length),
    }));
    return { along: kindsOf([column]), beside: kindsOf(others), spans, search, bounds: isScan ? bounds : [] };
  });
  if (search === undefined && indexed.length > 0) return plans;
  // Only the index by time holds the texts.
  const scanned = search === undefined ? [] : [{ max: isByTime(order) ? textsFor(search, texts) : max }];
  const matched = named.length === 0 && !isCut ? [] : [{ search, max }];
  return [...plans, { beside: kindsOf(named), spans, search, bounds: [...scanned, ...matched] }];
}

/** In the order of harm those without a driver have an index. In those that are not by creation nothing else has. */
function hasIndex(column: Column, { withoutDriver }: Kinds, order: ShipmentOrder): boolean {
  if (column === "withoutDriver") return withoutDriver?.[0] === 1 && (isByTime(order) || order === "due");
  return isByTime(order);
}

function isByTime(order: ShipmentOrder): boolean {
  return order === "newest" || order === "oldest";
}

function textsFor(search: readonly string[], max: number): number {
  const characters = search.reduce((sum, { length }) => sum + length, 0);
  return Math.ceil(max / Math.ceil(characters / searchCharacters));
}
