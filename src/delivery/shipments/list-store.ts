import { and, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { prepared } from "../../infra/db/store.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { shipments } from "../lifecycle/table.ts";
import type { Status } from "../model.ts";

/** Reads the list of shipments. Single shipments are read in `../lifecycle/store.ts`. */

interface ShipmentFilter {
  statuses?: readonly Status[] | undefined;
  reference?: string | undefined;
  carrierId?: string | undefined;
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

/**
 * Up to this many characters a search scans all those texts. A longer search scans fewer, because it may compare all of
 * its characters at each place of a text.
 */
const searchCharacters = 25;

/** One way to find what a filter matches: parts of an index, each in the order of the list. */
interface Plan {
  parts: readonly (SQL | undefined)[];
  /** What else a shipment of these parts must match. */
  further: SQL | undefined;
  /** How many rows of a condition a page scans, each within what the bounds before it leave. */
  bounds: readonly { of: SQL | undefined; max: number }[];
}

interface Reached {
  /** Where a page stops because it has scanned enough; undefined if it reaches the end. */
  stop: ShipmentPlace | undefined;
}

const { createdAt, id, status, reference, carrierId } = shipments;
const place = sql`(${createdAt}, ${id})`;
const valuesOf = (at: ShipmentPlace) => sql`(${at.createdAt}, ${at.id})`;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

export const shipmentList = prepared((db) => ({
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
  ): { found: ShipmentRow[]; stop: ShipmentPlace | undefined } {
    const { createdAfter, createdBefore } = filter;
    const since = createdAfter === undefined ? undefined : gte(createdAt, createdAfter);
    const until = createdBefore === undefined ? undefined : lt(createdAt, createdBefore);
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const begin = before ? sql`${place} < ${valuesOf(before)}` : until;
    const along = (part: SQL | undefined, end: SQL | undefined, further?: SQL) => sql`
      SELECT ${id}, ${createdAt} FROM ${shipments}
      WHERE ${and(eq(shipments.accountId, accountId), part, begin, end, further)}
      ORDER BY ${createdAt} DESC, ${id} DESC`;
    const endOf = (stop: ShipmentPlace | undefined) => (stop ? sql`${place} >= ${valuesOf(stop)}` : since);
    const lastOf = (of: SQL | undefined, max: number, stop: ShipmentPlace | undefined) =>
      db.get<ShipmentPlace | undefined>(sql`
        SELECT id, created_at AS "createdAt" FROM (${along(of, endOf(stop))} LIMIT 1 OFFSET ${max - 1})`);
    const stopOf = ({ bounds }: Plan) =>
      bounds.reduce<Reached["stop"]>((stop, { of, max }) => lastOf(of, max, stop) ?? stop, undefined);

    const plans = plansOf(filter, maxima).map((plan) => ({ ...plan, stop: stopOf(plan) }));
    const { parts, further, stop } = plans.reduce((one, other) => (reachesFurther(other, one) ? other : one));
    const newest = parts.map(
      (part) => sql`SELECT * FROM (${along(part, endOf(stop), further)} LIMIT ${limit})`,
    );
    const found = db
      .select()
      .from(shipments)
      .where(sql`${id} IN (SELECT id FROM (${sql.join(newest, sql` UNION ALL `)})
        ORDER BY created_at DESC, id DESC LIMIT ${limit})`)
      .orderBy(desc(createdAt), desc(id))
      .all();
    return { found, stop };
  },
}));

/** One plan for each filter that has an index, and one for the search. Only the data tells which plan gets furthest. */
function plansOf(filter: ShipmentFilter, { texts, shipments: max }: typeof scanMax): Plan[] {
  const { statuses, search } = filter;
  const kinds = [
    filter.reference === undefined ? [] : [kindOf(reference, [filter.reference])],
    statuses === undefined ? [] : [kindOf(status, statuses)],
    filter.carrierId === undefined ? [] : [kindOf(carrierId, [filter.carrierId])],
  ].flat();
  // LIKE compares the rest of a text again at each place. For "aaaab" that blocks everybody for a second.
  const text = search === undefined ? undefined : sql`instr(${shipments.search}, ${search}) > 0`;
  const plans = kinds.map(({ parts, condition }): Plan => {
    const others = kinds.map((other) => other.condition).filter((other) => other !== condition);
    const further = and(...others, text);
    const each = Math.ceil(max / parts.length);
    return { parts, further, bounds: further ? parts.map((of) => ({ of, max: each })) : [] };
  });
  if (text === undefined && kinds.length > 0) return plans;
  const further = and(...kinds.map(({ condition }) => condition));
  const scanned = search === undefined ? [] : [{ of: undefined, max: textsFor(search, texts) }];
  return [...plans, { parts: [text], further, bounds: further ? [...scanned, { of: text, max }] : scanned }];
}

/** The parts of a column's index with one of these values, and the same as a condition. */
function kindOf(column: SQLiteColumn, values: readonly string[]) {
  return {
    parts: values.map((value) => eq(column, value)),
    condition: inArray(withoutIndex(column), [...values]),
  };
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
