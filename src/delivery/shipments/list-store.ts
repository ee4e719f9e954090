import { and, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { prepared } from "../../infra/db/store.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { shipments } from "../lifecycle/table.ts";
import type { Status } from "../model.ts";

/** What lists of shipments are read by; single ones are in `store.ts`. */

interface ShipmentFilter {
  statuses?: readonly Status[] | undefined;
  reference?: string | undefined;
  carrierId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** Lower-case text, anywhere in what is searched. */
  search?: string | undefined;
}

/** Where a shipment stands in the order of their creation. */
export type ShipmentPlace = Pick<ShipmentRow, "createdAt" | "id">;

/** How much a page looks at where no index has all of its filters: some ten milliseconds of the event loop. */
export const scanMax = {
  /** What is searched stands in the index by time. */
  texts: 50_000,
  /** A shipment itself is read from a place of its own. */
  shipments: 4_000,
};

/**
 * A page looks at all those texts for a search of so many characters, and at fewer for a longer one: at each place of a
 * text all of them may be compared.
 */
const searchCharacters = 25;

/** A way to what a filter lets through: along parts of an index, each in the order of the list. */
interface Way {
  parts: readonly (SQL | undefined)[];
  /** What is asked of the shipments on the way; undefined: nothing. */
  further: SQL | undefined;
  /** How many with a condition a page looks at, each within what those before it leave. */
  bounds: readonly { of: SQL | undefined; max: number }[];
}

interface Reached {
  /** Where a page has looked at enough; undefined: it comes to the end. */
  stop: ShipmentPlace | undefined;
}

const { createdAt, id, status, reference, carrierId } = shipments;
const place = sql`(${createdAt}, ${id})`;
const valuesOf = (at: ShipmentPlace) => sql`(${at.createdAt}, ${at.id})`;
/** The plus keeps SQLite from the indexes of a column: it is to go along another one. */
const byLooking = (column: SQLWrapper) => sql`+${column}`;

export const shipmentList = prepared((db) => ({
  /**
   * Newest first, from before a place. `stop` is where the page ends because it has looked at enough: more may be
   * found from there on.
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
    // A place is within the span: with both bounds SQLite would begin at the wrong one.
    const begin = before ? sql`${place} < ${valuesOf(before)}` : until;
    const along = (part: SQL | undefined, end: SQL | undefined, further?: SQL) => sql`
      SELECT ${id}, ${createdAt} FROM ${shipments}
      WHERE ${and(eq(shipments.accountId, accountId), part, begin, end, further)}
      ORDER BY ${createdAt} DESC, ${id} DESC`;
    const endOf = (stop: ShipmentPlace | undefined) => (stop ? sql`${place} >= ${valuesOf(stop)}` : since);
    const lastOf = (of: SQL | undefined, max: number, stop: ShipmentPlace | undefined) =>
      db.get<ShipmentPlace | undefined>(sql`
        SELECT id, created_at AS "createdAt" FROM (${along(of, endOf(stop))} LIMIT 1 OFFSET ${max - 1})`);
    const stopOf = ({ bounds }: Way) =>
      bounds.reduce<Reached["stop"]>((stop, { of, max }) => lastOf(of, max, stop) ?? stop, undefined);

    const ways = waysOf(filter, maxima).map((way) => ({ ...way, stop: stopOf(way) }));
    const { parts, further, stop } = ways.reduce((one, other) => (reachesFurther(other, one) ? other : one));
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

/** One for each filter that has an index, the text among them. What is stored tells which of them gets furthest. */
function waysOf(filter: ShipmentFilter, { texts, shipments: max }: typeof scanMax): Way[] {
  const { statuses, search } = filter;
  const kinds = [
    filter.reference === undefined ? [] : [kindOf(reference, [filter.reference])],
    statuses === undefined ? [] : [kindOf(status, statuses)],
    filter.carrierId === undefined ? [] : [kindOf(carrierId, [filter.carrierId])],
  ].flat();
  // LIKE would try the rest of a text anew at each place, which for "aaaab" takes a second of everybody's time.
  const text = search === undefined ? undefined : sql`instr(${shipments.search}, ${search}) > 0`;
  const ways = kinds.map(({ parts, asked }): Way => {
    const others = kinds.map((other) => other.asked).filter((other) => other !== asked);
    const further = and(...others, text);
    const each = Math.ceil(max / parts.length);
    return { parts, further, bounds: further ? parts.map((of) => ({ of, max: each })) : [] };
  });
  if (text === undefined && kinds.length > 0) return ways;
  const further = and(...kinds.map(({ asked }) => asked));
  const looked = search === undefined ? [] : [{ of: undefined, max: textsFor(search, texts) }];
  return [...ways, { parts: [text], further, bounds: further ? [...looked, { of: text, max }] : looked }];
}

/** The parts of a column's index with one of some values, and how it is asked of a shipment. */
function kindOf(column: SQLiteColumn, values: readonly string[]) {
  return {
    parts: values.map((value) => eq(column, value)),
    asked: inArray(byLooking(column), [...values]),
  };
}

/** Whether a way has looked at older shipments than another one where they stop. */
function reachesFurther({ stop }: Reached, { stop: other }: Reached): boolean {
  return other !== undefined && (stop === undefined || isLater(other, stop));
}

function isLater(one: ShipmentPlace, other: ShipmentPlace): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

function textsFor(search: string, max: number): number {
  return Math.ceil(max / Math.ceil(search.length / searchCharacters));
}
