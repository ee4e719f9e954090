import { and, desc, eq, gt, gte, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import { type Placeholders, perShape } from "../../infra/db/per-shape.ts";
import { prepared } from "../../infra/db/store.ts";
import type { EventRow } from "./store.ts";
import { events } from "./table.ts";

/** Reads the list of events. Single events and streams are in `store.ts`. */

interface EventFilter {
  types?: readonly string[] | undefined;
  shipmentId?: string | undefined;
  /** Only events after this position; not together with a time. */
  after?: number | undefined;
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

/** Most pages are full within a hundredth of what a page may scan, so it scans that first. */
const nearOf = (max: number) => Math.floor(max / 100);

const { type, createdAt, position } = events;
const isNoSample = eq(events.sample, false);
const inOrder = [desc(position)];
const inTime = [desc(createdAt), desc(position)];
const place = sql`(${createdAt}, ${position})`;
const valuesOf = (at: Placeholders<EventPlace>) => sql`(${at.createdAt}, ${at.position})`;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;
const isOneOf = (types: Placeholders<EventFilter>["types"]) =>
  types && inArray(withoutIndex(type), [...types]);

const isAfter = ({ after }: Pick<Placeholders<EventFilter>, "after">) => after && gt(position, after);

interface Page extends EventFilter {
  accountId: string;
  before?: EventPlace | undefined;
  limit: number;
}

interface Span extends Omit<Page, "shipmentId" | "after" | "limit"> {
  /** Where it ends, in place of `createdAfter`. */
  from?: EventPlace | undefined;
}

export const eventList = prepared((db) => {
  /** A shipment has few events, so they are filtered and sorted. */
  const ofShipment = perShape<Page & { shipmentId: string }, EventRow>((given) =>
    db
      .select()
      .from(events)
      .where(
        and(
          eq(events.shipmentId, given.shipmentId),
          eq(withoutIndex(events.accountId), given.accountId),
          given.createdAfter && gte(withoutIndex(createdAt), given.createdAfter),
          given.createdBefore && lt(withoutIndex(createdAt), given.createdBefore),
          given.before && lt(position, given.before.position),
          isAfter(given),
          isOneOf(given.types),
          isNoSample,
        ),
      )
      .orderBy(...inOrder)
      .limit(given.limit),
  );

  // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
  const spanOf = ({ accountId, before, createdBefore, from, createdAfter }: Placeholders<Span>) =>
    and(
      eq(events.accountId, accountId),
      before ? sql`${place} < ${valuesOf(before)}` : createdBefore && lt(createdAt, createdBefore),
      from ? sql`${place} >= ${valuesOf(from)}` : createdAfter && gte(createdAt, createdAfter),
    );
  const skip = perShape<Omit<Span, "types"> & { count: number }, EventPlace>((given) =>
    db
      .select({ createdAt, position })
      .from(events)
      .where(spanOf(given))
      .orderBy(...inTime)
      .limit(1)
      .offset(given.count),
  );
  const ofSpan = perShape<Span & { limit: number }, EventRow>((given) =>
    db
      .select()
      .from(events)
      .where(and(spanOf(given), isOneOf(given.types), isNoSample))
      .orderBy(...inTime)
      .limit(given.limit),
  );

  /** All events, or those of some types. Each type has its own range of an index. */
  const ofAll = perShape<Omit<Page, "shipmentId" | "createdAfter" | "createdBefore">, EventRow>(
    ({ accountId, types, before, after, limit }) => {
      const within = and(
        eq(events.accountId, accountId),
        before && lt(position, before.position),
        isAfter({ after }),
      );
      const rows = db
        .select()
        .from(events)
        .orderBy(...inOrder)
        .limit(limit);
      if (!types) return rows.where(and(within, isNoSample));
      const newest = types.map(
        (one) => sql`
          SELECT * FROM (
            SELECT ${position} FROM ${events} WHERE ${and(within, isNoSample, eq(type, one))}
            ORDER BY ${position} DESC LIMIT ${limit})`,
      );
      return rows.where(and(sql`${position} IN (${sql.join(newest, sql` UNION ALL `)})`, isNoSample));
    },
  );

  return {
    /** Newest first, from before a place. With bounds in time the order is by time. A page scans at most `max` events. */
    read(
      accountId: string,
      { shipmentId, ...filter }: EventFilter,
      before: EventPlace | undefined,
      limit: number,
      max: number,
    ): EventSearch {
      const { types, createdAfter, createdBefore } = filter;
      const page = { accountId, ...filter, before, limit };
      if (shipmentId !== undefined) return { found: ofShipment.all({ ...page, shipmentId }) };
      if (createdAfter === undefined && createdBefore === undefined) return { found: ofAll.all(page) };
      const span = { accountId, before, createdBefore: before ? undefined : createdBefore };
      const within = (count: number): EventSearch => {
        const stop = types && skip.get({ ...span, createdAfter, count: count - 1 });
        const end = stop ? { from: stop } : { createdAfter };
        return { found: ofSpan.all({ ...span, ...end, types, limit }), stop };
      };
      const first = nearOf(max);
      if (first === 0) return within(max);
      const near = within(first);
      return near.stop === undefined || near.found.length === limit ? near : within(max - first);
    },
  };
});
