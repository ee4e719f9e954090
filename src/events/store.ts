import { and, asc, desc, eq, gt, gte, inArray, lt, max, type SQL, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { events } from "./table.ts";

export type EventRow = typeof events.$inferSelect;

export interface EventFilter {
  types?: string[] | undefined;
  shipmentId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

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

  return {
    insert: (row: Omit<EventRow, "position">): void => void insert.run(row),
    find: (accountId: string, id: string): EventRow | undefined => findById.get({ accountId, id }),

    /** Newest first, from before `position`. */
    list(accountId: string, filter: EventFilter, before: number | undefined, limit: number): EventRow[] {
      const conditions: (SQL | undefined)[] = [
        eq(events.accountId, accountId),
        eq(events.sample, false),
        filter.types && inArray(events.type, filter.types),
        filter.shipmentId === undefined ? undefined : eq(events.shipmentId, filter.shipmentId),
        filter.createdAfter === undefined ? undefined : gte(events.createdAt, filter.createdAfter),
        filter.createdBefore === undefined ? undefined : lt(events.createdAt, filter.createdBefore),
        before === undefined ? undefined : lt(events.position, before),
      ];
      return db
        .select()
        .from(events)
        .where(and(...conditions))
        .orderBy(desc(events.position))
        .limit(limit)
        .all();
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
