import { and, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import type { EventRow } from "./store.ts";
import { events } from "./table.ts";

/** Reads the list of events. Single events and streams are in `store.ts`. */

interface EventFilter {
  types?: readonly string[] | undefined;
  shipmentId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where an event stands in the log, and in time. */
export type EventPlace = Pick<EventRow, "createdAt" | "position">;

interface EventSearch {
  found: EventRow[];
  /** Where the page stopped because it had scanned enough. The next page goes on from there. */
  stop?: EventPlace | undefined;
}

/** The most rows a page scans where no index has all of its filters: about ten milliseconds of the event loop. */
export const scanMax = 50_000;

const { accountId, type, createdAt, position } = events;
const isNoSample = eq(events.sample, false);
const inOrder = [desc(position)];
const inTime = [desc(createdAt), desc(position)];
const place = sql`(${createdAt}, ${position})`;
const valuesOf = (at: EventPlace) => sql`(${at.createdAt}, ${at.position})`;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;
const isOneOf = (types: EventFilter["types"]) => types && inArray(withoutIndex(type), [...types]);

export const eventList = prepared((db) => {
  const page = (condition: SQL | undefined, order: SQL[], limit: number): EventRow[] =>
    db
      .select()
      .from(events)
      .where(and(condition, isNoSample))
      .orderBy(...order)
      .limit(limit)
      .all();

  /** A shipment has few events, so they are filtered and sorted. */
  function ofShipment(of: SQL, filter: EventFilter, before: EventPlace | undefined, limit: number) {
    const { types, createdAfter, createdBefore } = filter;
    const at = withoutIndex(createdAt);
    const condition = and(
      of,
      createdAfter === undefined ? undefined : gte(at, createdAfter),
      createdBefore === undefined ? undefined : lt(at, createdBefore),
      before && lt(position, before.position),
      isOneOf(types),
    );
    return { found: page(condition, inOrder, limit) };
  }

  /** In order of time. The index by time holds the types too, so SQLite filters them inside it. */
  function ofSpan(
    own: SQL,
    { types, createdAfter, createdBefore }: EventFilter,
    before: EventPlace | undefined,
    limit: number,
    max: number,
  ): EventSearch {
    const until = createdBefore === undefined ? undefined : lt(createdAt, createdBefore);
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const begin = before ? sql`${place} < ${valuesOf(before)}` : until;
    const since = createdAfter === undefined ? undefined : gte(createdAt, createdAfter);
    const last = () =>
      db
        .select({ createdAt, position })
        .from(events)
        .where(and(own, begin, since))
        .orderBy(...inTime)
        .limit(1)
        .offset(max - 1)
        .get();
    const stop = types && last();
    const end = stop ? sql`${place} >= ${valuesOf(stop)}` : since;
    return { found: page(and(own, begin, end, isOneOf(types)), inTime, limit), stop };
  }

  /** All events, or those of some types. Each type has its own range of an index. */
  function ofAll(own: SQL, types: EventFilter["types"], before: EventPlace | undefined, limit: number) {
    const within = and(own, before && lt(position, before.position));
    if (!types) return { found: page(within, inOrder, limit) };
    const newest = types.map(
      (one) => sql`
        SELECT * FROM (
          SELECT ${position} FROM ${events} WHERE ${and(within, isNoSample, eq(type, one))}
          ORDER BY ${position} DESC LIMIT ${limit})`,
    );
    return { found: page(sql`${position} IN (${sql.join(newest, sql` UNION ALL `)})`, inOrder, limit) };
  }

  return {
    /** Newest first, from before a place. With bounds in time the order is by time. A page scans at most `max` events. */
    read(
      owner: string,
      filter: EventFilter,
      before: EventPlace | undefined,
      limit: number,
      max: number,
    ): EventSearch {
      const { types, shipmentId, createdAfter, createdBefore } = filter;
      const own = eq(accountId, owner);
      if (shipmentId !== undefined) {
        const of = sql`${events.shipmentId} = ${shipmentId} AND ${withoutIndex(accountId)} = ${owner}`;
        return ofShipment(of, filter, before, limit);
      }
      if (createdAfter === undefined && createdBefore === undefined) return ofAll(own, types, before, limit);
      return ofSpan(own, filter, before, limit, max);
    },
  };
});
