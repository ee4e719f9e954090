import { and, asc, desc, eq, gt, gte, lt, lte, min, type SQL, sql } from "drizzle-orm";
import { rowInsert, rowUpdate } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { events } from "../events/table.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { webhookAttempts, webhookDeliveries } from "./table.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

const pending = eq(webhookDeliveries.status, "pending");

export const deliveryStore = prepared((db) => {
  const findById = db
    .select({ delivery: webhookDeliveries, body: events.body })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, sql.placeholder("id")))
    .prepare();
  /**
   * The endpoints that have something due, each once: a skip-scan over the index, so that an endpoint's
   * backlog of any length costs one step and hides no other.
   */
  const webhooksWithDue = db
    .select({ id: sql<string>`id` })
    .from(
      sql`(
        WITH RECURSIVE waiting (id) AS (
          SELECT min(webhook_id) FROM webhook_deliveries WHERE status = 'pending'
          UNION ALL
          SELECT (SELECT min(webhook_id) FROM webhook_deliveries
                  WHERE status = 'pending' AND webhook_id > waiting.id)
          FROM waiting WHERE waiting.id IS NOT NULL
        )
        SELECT id FROM waiting
        WHERE id IS NOT NULL AND EXISTS (
          SELECT 1 FROM webhook_deliveries
          WHERE status = 'pending' AND webhook_id = waiting.id AND due_at <= ${sql.placeholder("now")}))`,
    )
    .prepare();
  const dueOfWebhook = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        pending,
        eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
        lte(webhookDeliveries.dueAt, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const nextDue = db
    .select({ at: min(webhookDeliveries.dueAt) })
    .from(webhookDeliveries)
    .where(and(pending, gt(webhookDeliveries.dueAt, sql.placeholder("now"))))
    .prepare();
  return {
    insert: rowInsert(db, webhookDeliveries),
    insertAttempt: rowInsert(db, webhookAttempts),
    find: (id: string): { delivery: DeliveryRow; body: string } | undefined => findById.get({ id }),
    findByEvent: (webhookId: string, eventId: string): DeliveryRow | undefined =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.eventId, eventId), eq(webhookDeliveries.webhookId, webhookId)))
        .get(),
    attemptsOf: (deliveryId: string): AttemptRow[] =>
      db
        .select()
        .from(webhookAttempts)
        .where(eq(webhookAttempts.deliveryId, deliveryId))
        .orderBy(asc(webhookAttempts.number))
        .all(),
    update: rowUpdate(db, webhookDeliveries, "id"),

    /** Newest first, from before `id`. */
    list(
      webhookId: string,
      filter: { status?: DeliveryStatus | undefined; eventType?: string | undefined },
      before: string | undefined,
      limit: number,
    ): DeliveryRow[] {
      const conditions: (SQL | undefined)[] = [
        eq(webhookDeliveries.webhookId, webhookId),
        filter.status && eq(webhookDeliveries.status, filter.status),
        filter.eventType === undefined ? undefined : eq(webhookDeliveries.eventType, filter.eventType),
        before === undefined ? undefined : lt(webhookDeliveries.id, before),
      ];
      return db
        .select()
        .from(webhookDeliveries)
        .where(and(...conditions))
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit)
        .all();
    },

    move(webhookId: string, from: DeliveryStatus, to: DeliveryStatus, dueAt: number | null): void {
      db.update(webhookDeliveries)
        .set({ status: to, dueAt })
        .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, from)))
        .run();
    },

    /** Gives failed deliveries of a span of time a fresh schedule. @returns how many. */
    restartFailed(webhookId: string, since: number, until: number, dueAt: number): number {
      return db
        .update(webhookDeliveries)
        .set({ status: "pending", roundAttempts: 0, dueAt })
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            eq(webhookDeliveries.status, "failed"),
            gte(webhookDeliveries.createdAt, since),
            lt(webhookDeliveries.createdAt, until),
          ),
        )
        .run().changes;
    },

    webhooksWithDue: (now: number): string[] => webhooksWithDue.all({ now }).map((row) => row.id),
    dueOf: (webhookId: string, now: number, limit: number): string[] =>
      dueOfWebhook.all({ webhookId, now, limit }).map((row) => row.id),
    nextDue: (now: number): number | undefined => nextDue.get({ now })?.at ?? undefined,
  };
});
