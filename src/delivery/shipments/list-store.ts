import { and, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Placeholders, perShape } from "../../infra/db/per-shape.ts";
import { prepared } from "../../infra/db/store.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { shipments } from "../lifecycle/table.ts";

/** Reads the list of shipments. Single shipments are read in `../lifecycle/store.ts`. */

/** Columns that have an index of their own. */
const columns = ["reference", "status", "carrierId"] as const;
type Column = (typeof columns)[number];
/** The values that a shipment may have there. */
type Kinds = { [Name in Column]?: readonly string[] | undefined };

interface ShipmentFilter extends Kinds {
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** Lower-case text, anywhere in what is searched. */
  search?: string | undefined;
}

/** Where a shipment stands in the order of creation. */
export type ShipmentPlace = Pick<ShipmentRow, "createdAt" | "id">;

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

/** What is read, newest first. */
interface Range {
  accountId: string;
  before?: ShipmentPlace | undefined;
  until?: number | undefined;
  from?: ShipmentPlace | undefined;
  since?: number | undefined;
  /** Read from the index of this column, each value on its own. */
  along?: Kinds | undefined;
  /** What else a shipment must match. */
  beside?: Kinds | undefined;
  search?: string | undefined;
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

const { createdAt, id } = shipments;
const place = sql`(${createdAt}, ${id})`;
const newestFirst = [desc(createdAt), desc(id)];
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

export const shipmentList = prepared((db) => {
  const skip = perShape<Range & { count: number }, ShipmentPlace>((given) =>
    db
      .select({ createdAt, id })
      .from(shipments)
      .where(and(spanOf(given), ...partsOf(given), matchOf(given)))
      .orderBy(...newestFirst)
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
      .orderBy(...newestFirst);
    if (match === undefined && parts.length <= 1)
      return rows.where(and(spanOf(given), ...parts)).limit(limit);
    const newest = (parts.length === 0 ? [undefined] : parts).map(
      (part) => sql`SELECT * FROM (
        SELECT ${id}, ${createdAt} FROM ${shipments} WHERE ${and(spanOf(given), part, match)}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit})`,
    );
    return rows.where(sql`${id} IN (SELECT id FROM (${sql.join(newest, sql` UNION ALL `)})
      ORDER BY created_at DESC, id DESC LIMIT ${limit})`);
  });

  function readWithin(
    { createdAfter, createdBefore, ...filter }: ShipmentFilter,
    { accountId, before, limit }: Pick<Range, "accountId" | "before"> & { limit: number },
    maxima: typeof scanMax,
  ): ShipmentSearch {
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const begin = { accountId, before, until: before ? undefined : createdBefore };
    const end = (stop: Reached["stop"]) => ({ from: stop, since: stop ? undefined : createdAfter });
    const stopOf = ({ bounds }: Plan) =>
      bounds.reduce<Reached["stop"]>(
        (stop, { max, ...of }) => skip.get({ ...begin, ...end(stop), ...of, count: max - 1 }) ?? stop,
        undefined,
      );
    const plans = plansOf(filter, maxima).map((plan) => ({ ...plan, stop: stopOf(plan) }));
    const best = plans.reduce((one, other) => (reachesFurther(other, one) ? other : one));
    const { along, beside, search, stop } = best;
    return { found: page.all({ ...begin, ...end(stop), along, beside, search, limit }), stop };
  }

  return {
    /**
     * Newest first, from before a place. `stop` is where the page stopped because it had scanned enough. The next page
     * goes on from there.
     */
    read(
      accountId: string,
      filter: ShipmentFilter,
      before: ShipmentPlace | undefined,
      limit: number,
      maxima: typeof scanMax,
    ): ShipmentSearch {
      const range = { accountId, before, limit };
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

/** The span in time that is read. */
function spanOf({ accountId, before, until, from, since }: Placeholders<Range>): SQL | undefined {
  return and(
    eq(shipments.accountId, accountId),
    before && sql`${place} < (${before.createdAt}, ${before.id})`,
    until && lt(createdAt, until),
    from && sql`${place} >= (${from.createdAt}, ${from.id})`,
    since && gte(createdAt, since),
  );
}

/** The parts of the index that is read, each in the order of the list. */
function partsOf({ along = {} }: Pick<Placeholders<Range>, "along">): SQL[] {
  return columns.flatMap((column) => (along[column] ?? []).map((value) => eq(shipments[column], value)));
}

/** What no index finds. */
function matchOf({ beside = {}, search }: Pick<Placeholders<Range>, "beside" | "search">): SQL | undefined {
  const conditions = columns.map(
    (column) => beside[column] && inArray(withoutIndex(shipments[column]), [...beside[column]]),
  );
  // LIKE compares the rest of a text again at each place. For "aaaab" that blocks everybody for a second.
  return and(...conditions, search && sql`instr(${shipments.search}, ${search}) > 0`);
}

/** One plan for each filter that has an index, and one for the search. Only the data tells which plan gets furthest. */
function plansOf(
  filter: Kinds & { search?: string | undefined },
  { texts, shipments: max }: typeof scanMax,
): Plan[] {
  const { search } = filter;
  const named = columns.filter((column) => filter[column] !== undefined);
  const kindsOf = (names: readonly Column[]): Kinds =>
    Object.fromEntries(names.map((name) => [name, filter[name]]));
  const plans = named.map((column): Plan => {
    const values = filter[column] ?? [];
    const others = named.filter((other) => other !== column);
    const isScan = others.length > 0 || search !== undefined;
    const bounds = values.map((value) => ({
      along: { [column]: [value] },
      max: Math.ceil(max / values.length),
    }));
    return { along: kindsOf([column]), beside: kindsOf(others), search, bounds: isScan ? bounds : [] };
  });
  if (search === undefined && named.length > 0) return plans;
  const scanned = search === undefined ? [] : [{ max: textsFor(search, texts) }];
  const matched = named.length === 0 ? [] : [{ search, max }];
  return [...plans, { beside: kindsOf(named), search, bounds: [...scanned, ...matched] }];
}

/** Whether the second plan stops before the first one does, so that the first finds older shipments. */
function reachesFurther({ stop }: Reached, { stop: other }: Reached): boolean {
  return other !== undefined && (stop === undefined || isLater(other, stop));
}

function isLater(one: ShipmentPlace, other: ShipmentPlace): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

function textsFor(search: string, max: number): number {
  return Math.ceil(max / Math.ceil(search.length / searchCharacters));
}
