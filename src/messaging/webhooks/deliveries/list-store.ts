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
import { type Direction, perOrder } from "../../../infra/db/per-order.ts";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { type Db, prepared } from "../../../infra/db/store.ts";
import type { ListOrder } from "../../../infra/list-order.ts";
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
  /** Where the last page ended. */
  beyond: DeliveryPlace | undefined;
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
  const lists = perOrder((direction) => inOrder(db, direction));
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
     * In the order, from beyond a place. Whatever the filter, it reads little more of the log than the page. With a
     * status or type it sees at most `pendingSortedMax` of the pending deliveries.
     */
    read(
      of: string,
      { order, kinds, shipmentId, createdAfter, createdBefore }: DeliveryFilter & { order: ListOrder },
      beyond: DeliveryPlace | undefined,
      limit: number,
    ): DeliveryRow[] {
      const { ofShipment, ofEndpoint } = lists[order];
      const page = { webhookId: of, createdAfter, createdBefore, beyond, limit };
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

function inOrder(db: Db, { sorted, word, past }: Direction) {
  const within = (
    { webhookId: of, createdAfter, createdBefore, beyond }: Placeholders<Page>,
    at: SQLWrapper,
  ) =>
    and(
      eq(webhookId, of),
      createdAfter && gte(at, createdAfter),
      createdBefore && lt(at, createdBefore),
      beyond && sql`(${at}, ${id}) ${past} (${beyond.createdAt}, ${beyond.id})`,
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
        .orderBy(sorted(withoutIndex(createdAt)), sorted(withoutIndex(id)))
        .limit(given.limit),
  );
  const ofEndpoint = perShape<Page & KindsOfEndpoint, DeliveryRow>(({ ended = {}, pending, ...given }) => {
    const rows = db
      .select()
      .from(webhookDeliveries)
      .orderBy(sorted(createdAt), sorted(id))
      .limit(given.limit);
    const first = (from: SQL, where: SQL | undefined) => sql`
      SELECT * FROM (
        SELECT ${id}, ${createdAt} FROM ${from} AS webhook_deliveries WHERE ${and(within(given, createdAt), where)}
        ORDER BY ${createdAt} ${word}, ${id} ${word} LIMIT ${given.limit})`;
    // Each type with each status has its own range of an index.
    const parts = endedStatuses.flatMap((one) =>
      (ended[one] ?? []).map((type) =>
        first(sql`webhook_deliveries`, and(eq(status, one), eq(eventType, type))),
      ),
    );
    if (pending) {
      const backlog = sql`(
        SELECT * FROM webhook_deliveries WHERE ${and(eq(webhookId, given.webhookId), eq(status, "pending"))}
        ORDER BY due_at LIMIT ${sql.raw(String(pendingSortedMax))})`;
      parts.push(first(backlog, inArray(eventType, [...pending])));
    }
    if (parts.length === 0) return rows.where(within(given, createdAt));
    return rows.where(sql`${id} IN (SELECT id FROM (${sql.join(parts, sql` UNION ALL `)})
      ORDER BY created_at ${word}, id ${word} LIMIT ${given.limit})`);
  });
  return { ofShipment, ofEndpoint };
}
