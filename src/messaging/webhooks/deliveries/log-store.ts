import { and, asc, eq, gt, lt, min, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { events } from "../../events/table.ts";
import type { DeliveryStatus } from "./delivery.ts";
import type { DeliveryPlace } from "./list-store.ts";
import type { DeliveryRow } from "./store.ts";
import { webhookDeliveries } from "./table.ts";

/** Counts, retries and removes many deliveries at once. Their lists are in `list-store.ts`, single ones in `store.ts`. */

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
const removable = {
  id,
  status,
  attemptCount: webhookDeliveries.attemptCount,
  createdAt,
  endedAt: sql<number>`coalesce(${webhookDeliveries.deliveredAt}, (
    SELECT started_at FROM webhook_attempts WHERE delivery_id = ${id} ORDER BY number DESC LIMIT 1), ${createdAt})`,
};

export const deliveryLog = prepared((db) => {
  const someOf = db
    .select(removable)
    .from(webhookDeliveries)
    .where(eq(webhookId, sql.placeholder("of")))
    .limit(sql.placeholder("limit"))
    .prepare();
  const failedAfter = db
    .select({ id, createdAt, shipmentId: webhookDeliveries.shipmentId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookId, sql.placeholder("webhookId")),
        eq(status, "failed"),
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

  return {
    /** How many there are with a status, counted up to `max`. */
    count: (of: string, one: DeliveryStatus, max: number): number =>
      db.get<{ total: number }>(sql`SELECT count(*) AS total FROM (
        SELECT 1 FROM ${webhookDeliveries} WHERE ${and(eq(webhookId, of), eq(status, one))} LIMIT ${max})`)
        .total,

    oldestDue: (of: string): number | null =>
      db
        .select({ at: min(webhookDeliveries.dueAt) })
        .from(webhookDeliveries)
        .where(and(eq(webhookId, of), eq(status, "pending")))
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
    someOf: (of: string, limit: number): RemovableDelivery[] => someOf.all({ of, limit }),
    /** Deliveries of an endpoint in the order of their ids, from after one. */
    afterOf: (of: string, last: string, limit: number): RemovableDelivery[] =>
      db
        .select(removable)
        .from(webhookDeliveries)
        .where(and(eq(webhookId, of), gt(id, last)))
        .orderBy(asc(id))
        .limit(limit)
        .all(),
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
