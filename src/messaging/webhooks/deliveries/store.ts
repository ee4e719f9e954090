import { and, asc, desc, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import type { DueRow } from "../../../infra/db/due-rows.ts";
import { placeholderFor, rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared, type Store } from "../../../infra/db/store.ts";
import type { StoredText } from "../../../infra/stored-links.ts";
import { events } from "../../events/table.ts";
import { webhookAttempts, webhookDeliveries } from "./table.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;
export type AttemptResult = Pick<AttemptRow, "responseStatus" | "error">;

/** What decides when an endpoint's deliveries may be sent. */
export interface OpenEndpoint {
  accountId: string;
  /** Since its last success. */
  failureCount: number;
  maxPerSecond: number | null;
}

export interface DueDelivery extends DueRow {
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

/** Whether anything may be sent to the endpoint. Until its backlog matches its state, nothing may. */
export const isOpen = (endpoint: string) =>
  `${endpoint}.removed_at IS NULL AND ${endpoint}.disabled_reason IS NULL AND ${endpoint}.unsettled = 0`;

export const deliveryStore = prepared((db) => {
  const findRow = db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, sql.placeholder("id")))
    .prepare();
  const bodyOfEvent = db
    .select({ body: events.body })
    .from(events)
    .where(eq(events.id, sql.placeholder("eventId")))
    .prepare();
  /**
   * The endpoints that have something pending, each with the time of the first. It is a skip scan over the index, so
   * that a backlog of any length costs one step and hides no other endpoint.
   */
  const webhooksWaiting = db
    .select({ id: sql<string>`id`, at: sql<number>`at` })
    .from(
      sql`(
        WITH RECURSIVE waiting (id) AS (
          SELECT min(webhook_id) FROM webhook_deliveries WHERE status = 'pending'
          UNION ALL
          SELECT (SELECT min(webhook_id) FROM webhook_deliveries
                  WHERE status = 'pending' AND webhook_id > waiting.id)
          FROM waiting WHERE waiting.id IS NOT NULL
        )
        SELECT id, (SELECT min(due_at) FROM webhook_deliveries
                    WHERE status = 'pending' AND webhook_id = waiting.id) AS at
        FROM waiting JOIN webhook_endpoints USING (id) WHERE ${sql.raw(isOpen("webhook_endpoints"))})`,
    )
    .where(sql`at IS NOT NULL`)
    .prepare();
  const openEndpoint = db
    .select({
      accountId: sql<string>`account_id`,
      failureCount: sql<number>`failure_count`,
      maxPerSecond: sql<number | null>`max_per_second`,
    })
    .from(sql`webhook_endpoints`)
    .where(sql`id = ${sql.placeholder("id")} AND ${sql.raw(isOpen("webhook_endpoints"))}`)
    .prepare();
  const dueOfWebhook = db
    .select({
      id: webhookDeliveries.id,
      at: sql<number>`${webhookDeliveries.dueAt}`,
      bytes: sql<number>`(SELECT octet_length(body) FROM events WHERE id = ${webhookDeliveries.eventId})`,
    })
    .from(webhookDeliveries)
    .where(
      and(
        pending,
        eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
        gte(webhookDeliveries.dueAt, sql.placeholder("from")),
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt))
    .limit(sql.placeholder("limit"))
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
    /** With the body to send. */
    find: (id: string): { delivery: DeliveryRow; body: StoredText } | undefined => {
      const delivery = findRow.get({ id });
      const event = delivery && bodyOfEvent.get({ eventId: delivery.eventId });
      return event && { delivery, body: event.body };
    },
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

    /** Open endpoints that have something pending, with the time of the first. */
    webhooksWaiting: (): DueRow[] => webhooksWaiting.all(),
    /** Undefined if nothing may be sent to the endpoint now. */
    openEndpoint: (id: string): OpenEndpoint | undefined => openEndpoint.get({ id }),
    /** An endpoint's pending deliveries due at `from` or later, in order of time. */
    dueOf: (webhookId: string, from: number, limit: number): DueDelivery[] =>
      dueOfWebhook.all({ webhookId, from, limit }),
  };
});

type OnDue = (webhookId: string, deliveryId: string, at: number) => void;

/**
 * Calls `onDue` for each delivery that a transaction makes due, and `onEndpoint` for each endpoint that it opens, closes
 * or paces.
 */
export function watchDeliveries(store: Store, onDue: OnDue, onEndpoint: (webhookId: string) => void): void {
  store.watchRows(
    {
      table: "webhook_deliveries",
      when: (row) => `${row}.status = 'pending' AND ${row}.due_at IS NOT NULL`,
      values: (row) => [`${row}.webhook_id`, `${row}.id`, `${row}.due_at`],
    },
    onDue,
  );
  store.watchRows(
    {
      table: "webhook_endpoints",
      when: () => "1",
      values: (row) => [`${row}.id`, `${row}.max_per_second`, isOpen(row)],
      changesOnly: true,
    },
    onEndpoint,
  );
}
