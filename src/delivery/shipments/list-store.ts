import { and, asc, desc, eq, gte, isNotNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Placeholders, perShape } from "../../infra/db/per-shape.ts";
import { type Db, prepared } from "../../infra/db/store.ts";
import { withoutInvented } from "../address.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { shipments } from "../lifecycle/table.ts";
import type { ShipmentOrder } from "./request.ts";

/** Reads the list of shipments. Single shipments are read in `../lifecycle/store.ts`. */

/** Columns that have an index of their own. */
const columns = ["reference", "status", "carrierId", "returnOf", "withoutDriver"] as const;
type Column = (typeof columns)[number];
/** The values that a shipment may have there. */
type Kinds = { [Name in Exclude<Column, "withoutDriver">]?: readonly string[] | undefined } & {
  withoutDriver?: readonly number[] | undefined;
};

interface ShipmentFilter extends Kinds {
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** Folded texts; one of them is in what is searched. */
  search?: readonly string[] | undefined;
}

/** Where a shipment stands in an order: when it was created, or when harm comes. */
export interface ShipmentPlace {
  at: number;
  id: string;
}

export function toShipmentPlace({ id, createdAt, dueAt }: ShipmentRow, order: ShipmentOrder): ShipmentPlace {
  return { at: order === "due" ? (dueAt ?? 0) : createdAt, id };
}

/** The most rows a page scans where no index has all of its filters: about ten milliseconds of the event loop. */
export const scanMax = {
  /** The index by time holds the texts that `search` looks in. */
  texts: 50_000,
  /** Reading a shipment itself is another lookup. */
  shipments: 4_000,
};

/** Most pages are full within a hundredth of what a page may scan, so it scans that first. */
const nearOf = (max: number) => Math.floor(max / 100);

/**
 * Up to this many characters a search scans all those texts. A longer search scans fewer, because it may compare all of
 * its characters at each place of a text.
 */
const searchCharacters = 25;

/** What is read, in one order. */
interface Range {
  accountId: string;
  /** Where the last page ended. */
  beyond?: ShipmentPlace | undefined;
  /** The last place that is read. */
  last?: ShipmentPlace | undefined;
  until?: number | undefined;
  since?: number | undefined;
  /** Read from the index of this column, each value on its own. */
  along?: Kinds | undefined;
  /** What else a shipment must match. */
  beside?: Kinds | undefined;
  search?: readonly string[] | undefined;
}

/** One way to find what a filter matches. */
interface Plan extends Pick<Range, "along" | "beside" | "search"> {
  /** How many rows a page scans, each within what the bounds before it leave. */
  bounds: readonly (Pick<Range, "along" | "search"> & { max: number })[];
}

interface ShipmentSearch extends Reached {
  found: ShipmentRow[];
}

interface Reached {
  /** Where a page stops because it has scanned enough; undefined if it reaches the end. */
  stop: ShipmentPlace | undefined;
}

const { createdAt, dueAt, id } = shipments;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

/** Each order has statements of its own. */
export const shipmentList = prepared((db) => {
  const lists = {
    newest: inOrder(db, "newest"),
    oldest: inOrder(db, "oldest"),
    due: inOrder(db, "due"),
  };
  return {
    /**
     * In the order, from beyond a place. `stop` is where the page stopped because it had scanned enough. The next page
     * goes on from there.
     */
    read(
      accountId: string,
      { order, ...filter }: ShipmentFilter & { order: ShipmentOrder },
      beyond: ShipmentPlace | undefined,
      limit: number,
      maxima: typeof scanMax,
    ): ShipmentSearch {
      const range = { accountId, beyond, limit };
      const readWithin = lists[order];
      const first = { texts: nearOf(maxima.texts), shipments: nearOf(maxima.shipments) };
      if (first.texts === 0 || first.shipments === 0) return readWithin(filter, range, maxima);
      const near = readWithin(filter, range, first);
      if (near.stop === undefined || near.found.length === limit) return near;
      return readWithin(filter, range, {
        texts: maxima.texts - first.texts,
        shipments: maxima.shipments - first.shipments,
      });
    },
  };
});

function inOrder(db: Db, order: ShipmentOrder) {
  const direction = order === "newest" ? desc : asc;
  const at = keyOf(order);
  const sorted = [direction(at), direction(id)];
  const skip = perShape<Range & { count: number }, ShipmentPlace>((given) =>
    db
      .select({ at: sql<number>`${at}`, id })
      .from(shipments)
      .where(and(spanOf(given, order), ...partsOf(given), matchOf(given)))
      .orderBy(...sorted)
      .limit(1)
      .offset(given.count),
  );
  const page = perShape<Range & { limit: number }, ShipmentRow>((given) => {
    const { limit } = given;
    const parts = partsOf(given);
    const match = matchOf(given);
    const rows = db
      .select()
      .from(shipments)
      .orderBy(...sorted);
    if (match === undefined && parts.length <= 1)
      return rows.where(and(spanOf(given, order), ...parts)).limit(limit);
    const word = sql.raw(order === "newest" ? "DESC" : "ASC");
    const first = (parts.length === 0 ? [undefined] : parts).map(
      (part) => sql`SELECT * FROM (
        SELECT ${id}, ${at} AS "at" FROM ${shipments} WHERE ${and(spanOf(given, order), part, match)}
        ORDER BY ${at} ${word}, ${id} ${word} LIMIT ${limit})`,
    );
    return rows.where(sql`${id} IN (SELECT id FROM (${sql.join(first, sql` UNION ALL `)})
      ORDER BY at ${word}, id ${word} LIMIT ${limit})`);
  });

  return function readWithin(
    { createdAfter, createdBefore, ...filter }: ShipmentFilter,
    { accountId, beyond, limit }: Pick<Range, "accountId" | "beyond"> & { limit: number },
    maxima: typeof scanMax,
  ): ShipmentSearch {
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const rangeTo = (stop: Reached["stop"]) => {
      const [start, end] = order === "newest" ? [stop, beyond] : [beyond, stop];
      if (order === "due")
        return { accountId, beyond, last: stop, since: createdAfter, until: createdBefore };
      const since = start ? undefined : createdAfter;
      return { accountId, beyond, last: stop, since, until: end ? undefined : createdBefore };
    };
    const stopOf = ({ bounds }: Plan) =>
      bounds.reduce<Reached["stop"]>(
        (stop, { max, ...of }) => skip.get({ ...rangeTo(stop), ...of, count: max - 1 }) ?? stop,
        undefined,
      );
    const plans = plansOf(filter, maxima, order).map((plan) => ({ ...plan, stop: stopOf(plan) }));
    const best = plans.reduce((one, other) => (reachesFurther(other, one, order) ? other : one));
    const { along, beside, search, stop } = best;
    return { found: page.all({ ...rangeTo(stop), along, beside, search, limit }).map(withoutInvented), stop };
  };
}

/** What the list is sorted by, before the id. */
function keyOf(order: ShipmentOrder) {
  return order === "due" ? dueAt : createdAt;
}

/** The span in time that is read. */
function spanOf({ accountId, beyond, last, until, since }: Placeholders<Range>, order: ShipmentOrder) {
  const [past, upTo] = order === "newest" ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
  const place = sql`(${keyOf(order)}, ${id})`;
  return and(
    eq(shipments.accountId, accountId),
    // The index has only those that are open.
    order === "due" ? isNotNull(dueAt) : undefined,
    beyond && sql`${place} ${past} (${beyond.at}, ${beyond.id})`,
    until && lt(createdAt, until),
    last && sql`${place} ${upTo} (${last.at}, ${last.id})`,
    since && gte(createdAt, since),
  );
}

/** The parts of the index that is read, each in the order of the list. */
function partsOf({ along = {} }: Pick<Placeholders<Range>, "along">): SQL[] {
  return columns.flatMap((column) =>
    (along[column] ?? []).map((value) => sql`${shipments[column]} = ${knownValue(column, value)}`),
  );
}

/** In the order of harm only those without a driver have an index, and the others have none at all. */
function hasIndex(column: Column, { withoutDriver }: Kinds, order: ShipmentOrder): boolean {
  return column === "withoutDriver" ? withoutDriver?.[0] === 1 : order !== "due";
}

/** An index of some rows only is found by the value itself, not by a placeholder. */
function knownValue(column: Column, value: unknown) {
  return column === "withoutDriver" ? sql.raw("1") : value;
}

/** What no index finds. */
function matchOf({ beside = {}, search }: Pick<Placeholders<Range>, "beside" | "search">): SQL | undefined {
  const conditions = columns.map((column) => {
    const values = beside[column];
    return values && sql`${withoutIndex(shipments[column])} IN ${[...values]}`;
  });
  // LIKE compares the rest of a text again at each place. For "aaaab" that blocks everybody for a second.
  const found = search?.map((text) => sql`instr(${shipments.search}, ${text}) > 0`) ?? [];
  return and(...conditions, or(...found));
}

/** One plan for each filter that has an index, and one for the search. Only the data tells which plan gets furthest. */
function plansOf(
  filter: Kinds & Pick<ShipmentFilter, "search">,
  { texts, shipments: max }: typeof scanMax,
  order: ShipmentOrder,
): Plan[] {
  const { search } = filter;
  const named = columns.filter((column) => filter[column] !== undefined);
  const indexed = named.filter((column) => hasIndex(column, filter, order));
  const kindsOf = (names: readonly Column[]): Kinds =>
    Object.fromEntries(names.map((name) => [name, filter[name]]));
  const plans = indexed.map((column): Plan => {
    const values = filter[column] ?? [];
    const others = named.filter((other) => other !== column);
    const isScan = others.length > 0 || search !== undefined;
    const bounds = values.map((value) => ({
      along: { [column]: [value] },
      max: Math.ceil(max / values.length),
    }));
    return { along: kindsOf([column]), beside: kindsOf(others), search, bounds: isScan ? bounds : [] };
  });
  if (search === undefined && indexed.length > 0) return plans;
  // Only the index by time holds the texts.
  const scanned = search === undefined ? [] : [{ max: order === "due" ? max : textsFor(search, texts) }];
  const matched = named.length === 0 ? [] : [{ search, max }];
  return [...plans, { beside: kindsOf(named), search, bounds: [...scanned, ...matched] }];
}

/** Whether the second plan stops before the first one does, so that the first finds more. */
function reachesFurther({ stop }: Reached, { stop: other }: Reached, order: ShipmentOrder): boolean {
  if (other === undefined || stop === undefined) return other !== undefined;
  return order === "newest" ? isLater(other, stop) : isLater(stop, other);
}

function isLater(one: ShipmentPlace, other: ShipmentPlace): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}

function textsFor(search: readonly string[], max: number): number {
  const characters = search.reduce((sum, { length }) => sum + length, 0);
  return Math.ceil(max / Math.ceil(characters / searchCharacters));
}
