import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  max,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { events } from "./table.ts";

export type EventRow = typeof events.$inferSelect;

export interface EventFilter {
  types?: string[] | undefined;
  shipmentId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where an event stands in the log, and in time. */
export interface EventPlace {
  createdAt: number;
  position: number;
}

/** SQLite takes an index of another column, and sorts: a shipment's events are few. */
const bySorting = (column: SQLWrapper) => sql`+${column}`;

export const eventStore = prepared((db) => {
  const insert = db
    .insert(events)
    .values({
      id: sql.placeholder("id"),
      accountId: sql.placeholder("accountId"),
      type: sql.placeholder("type"),
      shipmentId: sql.placeholder("shipmentId"),
      sequence: sql.placeholder("sequence"),
      body: sql.placeholder("body"),
      sample: sql.placeholder("sample"),
      createdAt: sql.placeholder("createdAt"),
    })
    .prepare();
  const findById = db
    .select()
    .from(events)
    .where(and(eq(events.accountId, sql.placeholder("accountId")), eq(events.id, sql.placeholder("id"))))
    .prepare();

  const after = db
    .select()
    .from(events)
    .where(
      and(
        eq(events.accountId, sql.placeholder("accountId")),
        gt(events.position, sql.placeholder("position")),
        eq(events.sample, false),
      ),
    )
    .orderBy(asc(events.position))
    .limit(sql.placeholder("limit"))
    .prepare();
  const upTo = db
    .select({ position: events.position })
    .from(events)
    .where(lte(events.id, sql.placeholder("id")))
    .orderBy(desc(events.id))
    .limit(1)
    .prepare();
  const newest = db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.accountId, sql.placeholder("accountId")))
    .orderBy(desc(events.position))
    .limit(1)
    .prepare();

  return {
    insert: (row: Omit<EventRow, "position">): void => void insert.run(row),
    find: (accountId: string, id: string): EventRow | undefined => findById.get({ accountId, id }),

    /**
     * Newest first, from before a place; a span of time by time. Reads little more of the log than the page, but for
     * types that are rare in a long span.
     */
    list(
      accountId: string,
      { types, shipmentId, createdAfter, createdBefore }: EventFilter,
      before: EventPlace | undefined,
      limit: number,
    ): EventRow[] {
      const hasTimes = createdAfter !== undefined || createdBefore !== undefined;
      const isSpan = hasTimes && shipmentId === undefined;
      const at = isSpan ? sql`${events.createdAt}` : bySorting(events.createdAt);
      const owner = shipmentId === undefined ? sql`${events.accountId}` : bySorting(events.accountId);
      const isBefore = isSpan
        ? before && sql`(${at}, ${events.position}) < (${before.createdAt}, ${before.position})`
        : before && lt(events.position, before.position);
      const within = and(
        eq(owner, accountId),
        eq(events.sample, false),
        shipmentId === undefined ? undefined : eq(events.shipmentId, shipmentId),
        createdAfter === undefined ? undefined : gte(at, createdAfter),
        // A place is within the span: with both bounds SQLite would begin at the wrong one.
        createdBefore === undefined || (isSpan && before) ? undefined : lt(at, createdBefore),
        isBefore,
      );
      const page = (condition: SQL | undefined) =>
        db
          .select()
          .from(events)
          .where(condition)
          .orderBy(...(isSpan ? [desc(at), desc(events.position)] : [desc(events.position)]))
          .limit(limit)
          .all();
      if (!types) return page(within);
      if (isSpan || shipmentId !== undefined) {
        return page(and(within, inArray(bySorting(events.type), types)));
      }
      const newestOf = (type: string) => sql`
        SELECT * FROM (
          SELECT ${events.position} FROM ${events} WHERE ${and(within, eq(events.type, type))}
          ORDER BY ${events.position} DESC LIMIT ${limit})`;
      return page(sql`${events.position} IN (${sql.join(types.map(newestOf), sql` UNION ALL `)})`);
    },

    /** A shipment's events, oldest first, from after `position`. */
    listOfShipment: (accountId: string, shipmentId: string, after: number, limit: number): EventRow[] =>
      db
        .select()
        .from(events)
        .where(
          and(eq(events.accountId, accountId), eq(events.shipmentId, shipmentId), gt(events.position, after)),
        )
        .orderBy(asc(events.position))
        .limit(limit)
        .all(),

    /** The account's events, oldest first, from after `position`. */
    after: (accountId: string, position: number, limit: number): EventRow[] =>
      after.all({ accountId, position, limit }),
    /** Where the event stands in the log, or stood: ids sort by time, so the one before it tells. */
    positionOf: (id: string): number => upTo.get({ id })?.position ?? 0,
    newestId: (accountId: string): string | undefined => newest.get({ accountId })?.id,

    deleteSamples(before: number, limit: number): number {
      const some = db
        .select({ position: events.position })
        .from(events)
        .where(and(sql`${events.sample} = 1`, lt(events.createdAt, before)))
        .limit(limit);
      return db.delete(events).where(inArray(events.position, some)).run().changes;
    },

    deleteOfAccount(accountId: string, limit: number): number {
      const some = db
        .select({ position: events.position })
        .from(events)
        .where(eq(events.accountId, accountId))
        .limit(limit);
      return db.delete(events).where(inArray(events.position, some)).run().changes;
    },

    lastPosition: (): number =>
      db
        .select({ last: max(events.position) })
        .from(events)
        .get()?.last ?? 0,
  };
});
