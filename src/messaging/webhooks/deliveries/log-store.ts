import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  min,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { events } from "../../events/table.ts";
import { webhookEndpoints } from "../endpoints/table.ts";
import type { DeliveryStatus } from "./delivery.ts";
import type { DeliveryRow } from "./store.ts";
import { webhookDeliveries } from "./table.ts";

/** Lists, retries and removes many deliveries at once. Single ones are in `store.ts`. */

export interface DeliveryFilter {
  /** Any of these statuses with any of these types of events. */
  kinds?: { statuses: readonly DeliveryStatus[]; types: readonly string[] } | undefined;
  shipmentId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where a delivery stands in the order of creation. */
export interface DeliveryPlace {
  createdAt: number;
  id: string;
}

/** Where an event stands in the order of creation. */
export interface EventPlace {
  createdAt: number;
  position: number;
}

/** An event of an account, and the endpoint's delivery of it, if there is one. */
export interface PastEvent extends EventPlace {
  id: string;
  type: string;
  shipmentId: string | null;
  sample: boolean;
  deliveryId: string | null;
}

/** The cost of removing a delivery depends on its attempts. */
export interface RemovableDelivery extends Pick<DeliveryRow, "id" | "status" | "attemptCount" | "createdAt"> {
  /** When it was delivered, else when it was last tried, else when it was created. */
  endedAt: number;
}

const { id, webhookId, status, eventType, createdAt } = webhookDeliveries;
const newestFirst = [desc(createdAt), desc(id)];
/**
 * The plus keeps SQLite from using an index of this column, and so from scanning an endpoint's whole log. A shipment
 * has few deliveries, so they are filtered and sorted.
 */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;
/** A literal, because the partial indexes of some statuses need one. */
const has = (one: DeliveryStatus) => sql`${status} = ${sql.raw(`'${one}'`)}`;
/** The most pending deliveries that are sorted: a few milliseconds. Of a longer backlog, those that are due first. */
const pendingSortedMax = 10_000;
const removable = {
  id,
  status,
  attemptCount: webhookDeliveries.attemptCount,
  createdAt,
  endedAt: sql<number>`coalesce(${webhookDeliveries.deliveredAt}, (
    SELECT started_at FROM webhook_attempts WHERE delivery_id = ${id} ORDER BY number DESC LIMIT 1), ${createdAt})`,
};

export const deliveryLog = prepared((db) => {
  const failedAfter = db
    .select({ id, createdAt, shipmentId: webhookDeliveries.shipmentId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookId, sql.placeholder("webhookId")),
        has("failed"),
        eq(eventType, sql.placeholder("type")),
        sql`(${createdAt}, ${id}) > (${sql.placeholder("createdAt")}, ${sql.placeholder("id")})`,
        lt(createdAt, sql.placeholder("until")),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const remove = db
    .delete(webhookDeliveries)
    .where(and(eq(id, sql.placeholder("id")), eq(status, sql.placeholder("status"))))
    .prepare();

  const newest = (from: SQL, where: SQL | undefined, limit: number) => sql`
    SELECT * FROM (
      SELECT ${id}, ${createdAt} FROM ${from} AS webhook_deliveries WHERE ${where}
      ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit})`;
  /** Deliveries with one status, read from the index by type. */
  const newestOf = (one: DeliveryStatus, types: readonly string[], within: SQL | undefined, limit: number) =>
    types.map((type) => newest(sql`webhook_deliveries`, and(within, has(one), eq(eventType, type)), limit));
  const newestPending = (of: string, types: readonly string[], within: SQL | undefined, limit: number) => {
    const backlog = sql`(
      SELECT * FROM webhook_deliveries WHERE ${and(eq(webhookId, of), has("pending"))}
      ORDER BY due_at LIMIT ${pendingSortedMax})`;
    return [newest(backlog, and(within, inArray(eventType, [...types])), limit)];
  };

  return {
    /**
     * Newest first, from before a place. Whatever the filter, it reads little more of the log than the page. With a
     * status or type it sees at most `pendingSortedMax` of the pending deliveries.
     */
    list(
      of: string,
      { kinds, shipmentId, createdAfter, createdBefore }: DeliveryFilter,
      before: DeliveryPlace | undefined,
      limit: number,
    ): DeliveryRow[] {
      const at = shipmentId === undefined ? sql`${createdAt}` : withoutIndex(createdAt);
      const within = and(
        eq(webhookId, of),
        createdAfter === undefined ? undefined : gte(at, createdAfter),
        createdBefore === undefined ? undefined : lt(at, createdBefore),
        before && sql`(${at}, ${id}) < (${before.createdAt}, ${before.id})`,
      );
      const page = (condition: SQL | undefined, order: SQL[] = newestFirst) =>
        db
          .select()
          .from(webhookDeliveries)
          .where(condition)
          .orderBy(...order)
          .limit(limit)
          .all();
      if (shipmentId !== undefined) {
        const ofShipment = and(
          within,
          eq(webhookDeliveries.shipmentId, shipmentId),
          kinds && inArray(withoutIndex(status), [...kinds.statuses]),
          kinds && inArray(withoutIndex(eventType), [...kinds.types]),
        );
        return page(ofShipment, [desc(withoutIndex(createdAt)), desc(withoutIndex(id))]);
      }
      if (!kinds) return page(within);
      const parts = kinds.statuses.flatMap((one) =>
        one === "pending"
          ? newestPending(of, kinds.types, within, limit)
          : newestOf(one, kinds.types, within, limit),
      );
      return page(sql`${id} IN (SELECT id FROM (${sql.join(parts, sql` UNION ALL `)})
        ORDER BY created_at DESC, id DESC LIMIT ${limit})`);
    },

    /** The deliveries of an event, newest first, from before `id`, without those of removed endpoints. */
    listOfEvent: (eventId: string, before: string | undefined, limit: number): DeliveryRow[] =>
      db
        .select({ delivery: webhookDeliveries })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookId))
        .where(
          and(
            eq(webhookDeliveries.eventId, eventId),
            isNull(webhookEndpoints.removedAt),
            before === undefined ? undefined : lt(id, before),
          ),
        )
        .orderBy(desc(id))
        .limit(limit)
        .all()
        .map(({ delivery }) => delivery),

    /** How many there are with a status, counted up to `max`. */
    count: (of: string, one: DeliveryStatus, max: number): number =>
      db.get<{ total: number }>(sql`SELECT count(*) AS total FROM (
        SELECT 1 FROM ${webhookDeliveries} WHERE ${and(eq(webhookId, of), has(one))} LIMIT ${max})`).total,

    oldestDue: (of: string): number | null =>
      db
        .select({ at: min(webhookDeliveries.dueAt) })
        .from(webhookDeliveries)
        .where(and(eq(webhookId, of), has("pending")))
        .get()?.at ?? null,

    /** Failed deliveries of a type, oldest first, from after a place to before `until`. */
    failedAfter: (
      of: string,
      type: string,
      after: DeliveryPlace,
      until: number,
      limit: number,
    ): Pick<DeliveryRow, "id" | "createdAt" | "shipmentId">[] =>
      failedAfter.all({ webhookId: of, type, createdAt: after.createdAt, id: after.id, until, limit }),

    /** An account's events, oldest first, from after a place to before `until`, with an endpoint's delivery of each. */
    pastEvents: (
      accountId: string,
      of: string,
      after: EventPlace,
      until: number,
      limit: number,
    ): PastEvent[] =>
      db
        .select({
          position: events.position,
          id: events.id,
          type: events.type,
          shipmentId: events.shipmentId,
          createdAt: events.createdAt,
          sample: events.sample,
          deliveryId: sql<string | null>`(
            SELECT ${id} FROM ${webhookDeliveries}
            WHERE ${and(eq(webhookDeliveries.eventId, events.id), eq(webhookId, of))} LIMIT 1)`,
        })
        .from(events)
        .where(
          and(
            eq(events.accountId, accountId),
            sql`(${events.createdAt}, ${events.position}) > (${after.createdAt}, ${after.position})`,
            lt(events.createdAt, until),
          ),
        )
        .orderBy(asc(events.createdAt), asc(events.position))
        .limit(limit)
        .all(),

    /** In the order of their ids, from after one. */
    after: (last: string, limit: number): RemovableDelivery[] =>
      db.select(removable).from(webhookDeliveries).where(gt(id, last)).orderBy(asc(id)).limit(limit).all(),
    someOf: (of: string, limit: number): RemovableDelivery[] =>
      db.select(removable).from(webhookDeliveries).where(eq(webhookId, of)).limit(limit).all(),
    /** Its oldest attempts, unless its status has changed. @returns how many, at most `limit` */
    removeAttempts: (delivery: RemovableDelivery, limit: number): number =>
      db.run(sql`DELETE FROM webhook_attempts WHERE delivery_id = (
          SELECT id FROM webhook_deliveries WHERE id = ${delivery.id} AND status = ${delivery.status})
        AND number IN (SELECT number FROM webhook_attempts WHERE delivery_id = ${delivery.id}
          ORDER BY number LIMIT ${limit})`).changes,
    /** With its attempts, unless its status has changed. */
    remove: (delivery: RemovableDelivery): void =>
      void remove.run({ id: delivery.id, status: delivery.status }),
  };
});
