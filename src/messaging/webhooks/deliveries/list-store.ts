import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { prepared } from "../../../infra/db/store.ts";
import { webhookEndpoints } from "../endpoints/table.ts";
import type { DeliveryStatus } from "./delivery.ts";
import type { AttemptResult, DeliveryRow } from "./store.ts";
import { webhookAttempts, webhookDeliveries } from "./table.ts";

/** Reads the lists of deliveries. Single ones are in `store.ts`. */

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

interface Page extends Pick<DeliveryFilter, "createdAfter" | "createdBefore"> {
  webhookId: string;
  before: DeliveryPlace | undefined;
  limit: number;
}

/** The statuses that share an index by type. */
const endedStatuses = ["delivered", "failed", "paused", "discarded"] as const;
type EndedStatus = (typeof endedStatuses)[number];

/** The types that are read with each status; none for all deliveries. */
interface KindsOfEndpoint {
  ended: { [Status in EndedStatus]?: readonly string[] };
  pending: readonly string[] | undefined;
}

const { id, webhookId, status, eventType, createdAt } = webhookDeliveries;
const newestFirst = [desc(createdAt), desc(id)];
/**
 * The plus keeps SQLite from using an index of this column, and so from scanning an endpoint's whole log. A shipment
 * has few deliveries, so they are filtered and sorted.
 */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;
/** The most pending deliveries that are sorted: a few milliseconds. Of a longer backlog, those that are due first. */
const pendingSortedMax = 10_000;

export const deliveryList = prepared((db) => {
  const resultOf = db
    .select({ responseStatus: webhookAttempts.responseStatus, error: webhookAttempts.error })
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.deliveryId, sql.placeholder("deliveryId")),
        eq(webhookAttempts.number, sql.placeholder("number")),
      ),
    )
    .prepare();
  const within = (
    { webhookId: of, createdAfter, createdBefore, before }: Placeholders<Page>,
    at: SQLWrapper,
  ) =>
    and(
      eq(webhookId, of),
      createdAfter && gte(at, createdAfter),
      createdBefore && lt(at, createdBefore),
      before && sql`(${at}, ${id}) < (${before.createdAt}, ${before.id})`,
    );
  const ofShipment = perShape<Page & Pick<DeliveryFilter, "kinds"> & { shipmentId: string }, DeliveryRow>(
    (given) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            within(given, withoutIndex(createdAt)),
            eq(webhookDeliveries.shipmentId, given.shipmentId),
            given.kinds && inArray(withoutIndex(status), [...given.kinds.statuses]),
            given.kinds && inArray(withoutIndex(eventType), [...given.kinds.types]),
          ),
        )
        .orderBy(desc(withoutIndex(createdAt)), desc(withoutIndex(id)))
        .limit(given.limit),
  );
  const ofEndpoint = perShape<Page & KindsOfEndpoint, DeliveryRow>(({ ended = {}, pending, ...given }) => {
    const rows = db
      .select()
      .from(webhookDeliveries)
      .orderBy(...newestFirst)
      .limit(given.limit);
    const newest = (from: SQL, where: SQL | undefined) => sql`
      SELECT * FROM (
        SELECT ${id}, ${createdAt} FROM ${from} AS webhook_deliveries WHERE ${and(within(given, createdAt), where)}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${given.limit})`;
    // Each type with each status has its own range of an index.
    const parts = endedStatuses.flatMap((one) =>
      (ended[one] ?? []).map((type) =>
        newest(sql`webhook_deliveries`, and(eq(status, one), eq(eventType, type))),
      ),
    );
    if (pending) {
      const backlog = sql`(
        SELECT * FROM webhook_deliveries WHERE ${and(eq(webhookId, given.webhookId), eq(status, "pending"))}
        ORDER BY due_at LIMIT ${sql.raw(String(pendingSortedMax))})`;
      parts.push(newest(backlog, inArray(eventType, [...pending])));
    }
    if (parts.length === 0) return rows.where(within(given, createdAt));
    return rows.where(sql`${id} IN (SELECT id FROM (${sql.join(parts, sql` UNION ALL `)})
      ORDER BY created_at DESC, id DESC LIMIT ${given.limit})`);
  });
  const ofEvent = perShape<{ eventId: string; before: string | undefined; limit: number }, DeliveryRow>(
    (given) =>
      db
        .select(getTableColumns(webhookDeliveries))
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookId))
        .where(
          and(
            eq(webhookDeliveries.eventId, given.eventId),
            isNull(webhookEndpoints.removedAt),
            given.before && lt(id, given.before),
          ),
        )
        .orderBy(desc(id))
        .limit(given.limit),
  );

  return {
    /** Undefined before the first attempt. */
    lastAttempt: ({ id: deliveryId, attemptCount: number }: DeliveryRow): AttemptResult | undefined =>
      number === 0 ? undefined : resultOf.get({ deliveryId, number }),
    /**
     * Newest first, from before a place. Whatever the filter, it reads little more of the log than the page. With a
     * status or type it sees at most `pendingSortedMax` of the pending deliveries.
     */
    read(
      of: string,
      { kinds, shipmentId, createdAfter, createdBefore }: DeliveryFilter,
      before: DeliveryPlace | undefined,
      limit: number,
    ): DeliveryRow[] {
      const page = { webhookId: of, createdAfter, createdBefore, before, limit };
      if (shipmentId !== undefined) return ofShipment.all({ ...page, shipmentId, kinds });
      const { statuses = [], types = [] } = kinds ?? {};
      const ended = endedStatuses.filter((one) => statuses.includes(one)).map((one) => [one, types]);
      const pending = statuses.includes("pending") ? types : undefined;
      return ofEndpoint.all({ ...page, ended: Object.fromEntries(ended), pending });
    },

    /** The deliveries of an event, newest first, from before `id`, without those of removed endpoints. */
    ofEvent: (eventId: string, before: string | undefined, limit: number): DeliveryRow[] =>
      ofEvent.all({ eventId, before, limit }),
  };
});
