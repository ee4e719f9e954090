import { and, eq, gt, gte, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import { type Direction, perOrder } from "../../infra/db/per-order.ts";
import { type Placeholders, perShape } from "../../infra/db/per-shape.ts";
import { type Db, prepared } from "../../infra/db/store.ts";
import type { ListOrder } from "../../infra/list-order.ts";
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
const place = sql`(${createdAt}, ${position})`;
const valuesOf = (at: Placeholders<EventPlace>) => sql`(${at.createdAt}, ${at.position})`;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;
const isOneOf = (types: Placeholders<EventFilter>["types"]) =>
  types && inArray(withoutIndex(type), [...types]);

interface Page extends EventFilter {
  accountId: string;
  /** Where the last page ended. */
  beyond?: EventPlace | undefined;
  limit: number;
}

interface Span extends Omit<Page, "shipmentId" | "after" | "limit"> {
  /** The last place that is read, in place of the span's end in time. */
  last?: EventPlace | undefined;
}

export const eventList = prepared((db) => {
  const lists = perOrder((direction) => inOrder(db, direction));
  return {
    /**
     * In the order, from beyond a place. With bounds in time the order is by time. A page scans at most `max` events.
     */
    read(
      accountId: string,
      { order, ...filter }: EventFilter & { order: ListOrder },
      beyond: EventPlace | undefined,
      limit: number,
      max: number,
    ): EventSearch {
      return lists[order](filter, { accountId, beyond, limit }, max);
    },
  };
});

function inOrder(db: Db, { isNewest, sorted, word, past, upTo }: Direction) {
  const byPosition = sorted(position);
  const byTime = [sorted(createdAt), byPosition];
  // A place lies after the one that the reader has. Given both, SQLite would start at the wrong one.
  const isBeyond = ({ beyond, after }: Pick<Placeholders<Page>, "beyond" | "after">) =>
    isNewest
      ? and(beyond && lt(position, beyond.position), after && gt(position, after))
      : gt(position, beyond?.position ?? after ?? 0);

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
          isBeyond(given),
          isOneOf(given.types),
          isNoSample,
        ),
      )
      .orderBy(byPosition)
      .limit(given.limit),
  );

  // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
  const spanOf = ({ accountId, beyond, last, createdAfter, createdBefore }: Placeholders<Span>) =>
    and(
      eq(events.accountId, accountId),
      beyond && sql`${place} ${past} ${valuesOf(beyond)}`,
      last && sql`${place} ${upTo} ${valuesOf(last)}`,
      createdAfter && gte(createdAt, createdAfter),
      createdBefore && lt(createdAt, createdBefore),
    );
  const skip = perShape<Omit<Span, "types"> & { count: number }, EventPlace>((given) =>
    db
      .select({ createdAt, position })
      .from(events)
      .where(spanOf(given))
      .orderBy(...byTime)
      .limit(1)
      .offset(given.count),
  );
  const ofSpan = perShape<Span & { limit: number }, EventRow>((given) =>
    db
      .select()
      .from(events)
      .where(and(spanOf(given), isOneOf(given.types), isNoSample))
      .orderBy(...byTime)
      .limit(given.limit),
  );

  /** All events, or those of some types. Each type has its own range of an index. */
  const ofAll = perShape<Omit<Page, "shipmentId" | "createdAfter" | "createdBefore">, EventRow>(
    ({ accountId, types, beyond, after, limit }) => {
      const within = and(eq(events.accountId, accountId), isBeyond({ beyond, after }));
      const rows = db.select().from(events).orderBy(byPosition).limit(limit);
      if (!types) return rows.where(and(within, isNoSample));
      const first = types.map(
        (one) => sql`
          SELECT * FROM (
            SELECT ${position} FROM ${events} WHERE ${and(within, isNoSample, eq(type, one))}
            ORDER BY ${position} ${word} LIMIT ${limit})`,
      );
      return rows.where(and(sql`${position} IN (${sql.join(first, sql` UNION ALL `)})`, isNoSample));
    },
  );

  return function read(
    { shipmentId, ...filter }: EventFilter,
    { accountId, beyond, limit }: Pick<Page, "accountId" | "beyond" | "limit">,
    max: number,
  ): EventSearch {
    const { types, createdAfter, createdBefore } = filter;
    const page = { accountId, ...filter, beyond, limit };
    if (shipmentId !== undefined) return { found: ofShipment.all({ ...page, shipmentId }) };
    if (createdAfter === undefined && createdBefore === undefined) return { found: ofAll.all(page) };
    const spanTo = (last: EventPlace | undefined) => {
      const [start, end] = isNewest ? [last, beyond] : [beyond, last];
      const [since, until] = [start ? undefined : createdAfter, end ? undefined : createdBefore];
      return { accountId, beyond, last, createdAfter: since, createdBefore: until };
    };
    const within = (count: number): EventSearch => {
      const stop = types && skip.get({ ...spanTo(undefined), count: count - 1 });
      return { found: ofSpan.all({ ...spanTo(stop), types, limit }), stop };
    };
    const first = nearOf(max);
    if (first === 0) return within(max);
    const near = within(first);
    return near.stop === undefined || near.found.length === limit ? near : within(max - first);
  };
}
