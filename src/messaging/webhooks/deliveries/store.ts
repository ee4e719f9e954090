import { and, asc, desc, eq, gt, isNotNull, lte, min, ne, sql } from "drizzle-orm";
import { placeholderFor, rowChange, rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { events } from "../../events/table.ts";
import { webhookAttempts, webhookDeliveries } from "./table.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

export interface WebhookWithDue {
  id: string;
  accountId: string;
  /** Since its last success. */
  failureCount: number;
  maxPerSecond: number | null;
}

export interface DueDelivery {
  id: string;
  /** Of its body. */
  bytes: number;
}

interface FirstPending {
  id: string;
  dueAt: number | null;
}

const pending = eq(webhookDeliveries.status, "pending");
/** Rows are numbered as they are written, whatever the clock says. VACUUM keeps the numbers; a test shows it. */
const position = sql<number>`webhook_deliveries.rowid`;

export const deliveryStore = prepared((db) => {
  const findRow = db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, sql.placeholder("id")))
    .prepare();
  const findById = db
    .select({ delivery: webhookDeliveries, body: events.body })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, sql.placeholder("id")))
    .prepare();
  /**
   * The endpoints that have something due, each once. It is a skip scan over the index, so that a backlog of any
   * length costs one step and hides no other endpoint.
   */
  const webhooksWithDue = db
    .select({
      id: sql<string>`id`,
      accountId: sql<string>`account_id`,
      failureCount: sql<number>`failure_count`,
      maxPerSecond: sql<number | null>`max_per_second`,
    })
    .from(
      sql`(
        WITH RECURSIVE waiting (id) AS (
          SELECT min(webhook_id) FROM webhook_deliveries WHERE status = 'pending'
          UNION ALL
          SELECT (SELECT min(webhook_id) FROM webhook_deliveries
                  WHERE status = 'pending' AND webhook_id > waiting.id)
          FROM waiting WHERE waiting.id IS NOT NULL
        )
        SELECT id, account_id, failure_count, max_per_second FROM waiting JOIN webhook_endpoints USING (id)
        WHERE removed_at IS NULL AND disabled_reason IS NULL AND unsettled = 0 AND EXISTS (
          SELECT 1 FROM webhook_deliveries
          WHERE status = 'pending' AND webhook_id = waiting.id AND due_at <= ${sql.placeholder("now")}))`,
    )
    .prepare();
  /** A just disabled endpoint can still have pending rows. Returning them again and again would be a loop. */
  const isOpen = sql`EXISTS (SELECT 1 FROM webhook_endpoints AS endpoint
    WHERE endpoint.id = ${sql.placeholder("webhookId")} AND endpoint.disabled_reason IS NULL
      AND endpoint.unsettled = 0)`;
  const dueOfWebhook = db
    .select({
      id: webhookDeliveries.id,
      bytes: sql<number>`(SELECT octet_length(body) FROM events WHERE id = ${webhookDeliveries.eventId})`,
    })
    .from(webhookDeliveries)
    .where(
      and(
        pending,
        eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
        lte(webhookDeliveries.dueAt, sql.placeholder("now")),
        isOpen,
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
  const pendingOfShipment = and(
    pending,
    eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
    eq(webhookDeliveries.shipmentId, sql.placeholder("shipmentId")),
  );
  const firstPending = db
    .select({ id: webhookDeliveries.id, dueAt: webhookDeliveries.dueAt })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(pendingOfShipment)
    .orderBy(asc(events.position), asc(position))
    .limit(1)
    .prepare();
  const holdOthers = db
    .update(webhookDeliveries)
    .set({ dueAt: null })
    .where(
      and(
        pendingOfShipment,
        isNotNull(webhookDeliveries.dueAt),
        ne(webhookDeliveries.id, sql.placeholder("firstId")),
      ),
    )
    .prepare();
  /** Some of an endpoint's pending deliveries, or its oldest paused ones. Without a named index SQLite sorts all of them. */
  const somePending = (further = sql``) => sql`${position} IN (
    SELECT rowid FROM webhook_deliveries INDEXED BY webhook_deliveries_due
    WHERE status = 'pending' AND webhook_id = ${sql.placeholder("webhookId")} ${further}
    LIMIT ${sql.placeholder("limit")})`;
  const oldestPaused = (further = sql``) => sql`${position} IN (
    SELECT rowid FROM webhook_deliveries INDEXED BY webhook_deliveries_paused
    WHERE status = 'paused' AND webhook_id = ${sql.placeholder("webhookId")} ${further}
    ORDER BY rowid LIMIT ${sql.placeholder("limit")})`;
  const pause = db
    .update(webhookDeliveries)
    .set({ status: "paused", dueAt: null })
    .where(somePending())
    .prepare();
  const resume = db
    .update(webhookDeliveries)
    .set({ status: "pending", dueAt: placeholderFor("dueAt") })
    .where(oldestPaused())
    .returning({ shipmentId: webhookDeliveries.shipmentId })
    .prepare();
  const discard = db
    .update(webhookDeliveries)
    .set({ status: "discarded" })
    .where(oldestPaused(sql`AND rowid <= ${sql.placeholder("through")}`))
    .prepare();
  const release = db
    .update(webhookDeliveries)
    .set({ dueAt: placeholderFor("dueAt") })
    .where(somePending(sql`AND due_at IS NULL`))
    .prepare();
  return {
    insert: rowInsert(db, webhookDeliveries),
    insertAttempt: rowInsert(db, webhookAttempts),
    findRow: (id: string): DeliveryRow | undefined => findRow.get({ id }),
    find: (id: string): { delivery: DeliveryRow; body: string } | undefined => findById.get({ id }),
    findByEvent: (webhookId: string, eventId: string): DeliveryRow | undefined =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.eventId, eventId), eq(webhookDeliveries.webhookId, webhookId)))
        .get(),
    /** The latest, oldest first. */
    attemptsOf: (deliveryId: string, limit: number): AttemptRow[] =>
      db
        .select()
        .from(webhookAttempts)
        .where(eq(webhookAttempts.deliveryId, deliveryId))
        .orderBy(desc(webhookAttempts.number))
        .limit(limit)
        .all()
        .reverse(),
    update: rowUpdate(db, webhookDeliveries, "id"),
    /** Touches the indexes of these columns only. */
    change: rowChange(db, webhookDeliveries, "id"),

    /** Pauses pending deliveries. @returns how many, at most `limit` */
    pause: (webhookId: string, limit: number): number => pause.run({ webhookId, limit }).changes,
    /** Resumes the oldest paused deliveries. @returns their shipments */
    resume: (webhookId: string, dueAt: number, limit: number): (string | null)[] =>
      resume.all({ webhookId, dueAt, limit }).map(({ shipmentId }) => shipmentId),
    /** Discards the oldest paused deliveries up to a position. @returns how many */
    discard: (webhookId: string, through: number, limit: number): number =>
      discard.run({ webhookId, through, limit }).changes,
    /** Makes pending deliveries due that wait for an earlier one. @returns how many, at most `limit` */
    release: (webhookId: string, dueAt: number, limit: number): number =>
      release.run({ webhookId, dueAt, limit }).changes,
    /** As if it were written now, so that an earlier request to discard does not cover it. */
    moveToEnd: (id: string): void =>
      void db.run(sql`UPDATE webhook_deliveries
        SET rowid = (SELECT max(rowid) + 1 FROM webhook_deliveries) WHERE id = ${id}`),
    /** How many are pending or paused, and the position of the last one. */
    waiting: (webhookId: string): { count: number; last: number | null } =>
      db.get(sql`SELECT count(*) AS count, max(rowid) AS last FROM (
        SELECT rowid FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'pending' UNION ALL
        SELECT rowid FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'paused')`),

    /** The pending delivery of the earliest event. */
    firstPending: (webhookId: string, shipmentId: string): FirstPending | undefined =>
      firstPending.get({ webhookId, shipmentId }),
    /** Clears the due time of a shipment's other pending deliveries. */
    holdOthers: (webhookId: string, shipmentId: string, firstId: string): void =>
      void holdOthers.run({ webhookId, shipmentId, firstId }),

    webhooksWithDue: (now: number): WebhookWithDue[] => webhooksWithDue.all({ now }),
    dueOf: (webhookId: string, now: number, limit: number): DueDelivery[] =>
      dueOfWebhook.all({ webhookId, now, limit }),
    nextDue: (now: number): number | undefined => nextDue.get({ now })?.at ?? undefined,
  };
});
