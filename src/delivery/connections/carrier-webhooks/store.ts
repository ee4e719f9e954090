import { and, desc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { placeholderFor, rowChange, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import {
  type CarrierWebhookStatus,
  droppedInFullStorage,
  failedWebhooksMax,
  keptInFullStorage,
  keptWebhooksMax,
  webhooksWithoutBookingMax,
} from "./inbox.ts";
import { carrierInboxes, carrierWebhooks } from "./table.ts";

type InboxRow = typeof carrierInboxes.$inferSelect;
export type CarrierWebhookRow = typeof carrierWebhooks.$inferSelect;

/** What is left of an erased body. None comes empty. The dashboard loads `inbox.ts`, and browsers have no `Buffer`. */
const noBody = Buffer.alloc(0);

interface WebhookPage {
  carrierId: string;
  statuses?: readonly CarrierWebhookStatus[] | undefined;
  before?: string | undefined;
  limit: number;
}

export const carrierInboxStore = prepared((db) => {
  const find = db
    .select()
    .from(carrierInboxes)
    .where(eq(carrierInboxes.carrierId, sql.placeholder("carrierId")))
    .prepare();
  const remove = db
    .delete(carrierInboxes)
    .where(eq(carrierInboxes.carrierId, sql.placeholder("carrierId")))
    .prepare();
  return {
    put: rowUpsert(db, carrierInboxes, "carrierId"),
    find: (carrierId: string): InboxRow | undefined => find.get({ carrierId }),
    remove: (carrierId: string): void => void remove.run({ carrierId }),
  };
});

export const carrierWebhookStore = prepared((db) => {
  const { accountId, body, bodyHash, carrierId, dueAt, id, ownId, receivedAt, shipmentId, status } =
    carrierWebhooks;
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const receive = db
    .insert(carrierWebhooks)
    .values({
      id: placeholderFor("id"),
      carrierId: placeholderFor("carrierId"),
      accountId: placeholderFor("accountId"),
      headers: placeholderFor("headers"),
      body: placeholderFor("body"),
      bodyHash: placeholderFor("bodyHash"),
      status: "received",
      receivedAt: placeholderFor("now"),
      queuedAt: placeholderFor("now"),
      dueAt: placeholderFor("dueAt"),
    })
    .onConflictDoUpdate({
      target: [carrierId, bodyHash],
      set: {
        headers: excluded("headers"),
        body: excluded("body"),
        status: excluded("status"),
        reason: null,
        receivedAt: excluded("received_at"),
        queuedAt: excluded("queued_at"),
        dueAt: excluded("due_at"),
      },
      setWhere: sql`carrier_hooks.status = 'failed'`,
    })
    .prepare();
  const dropOldest = db
    .delete(carrierWebhooks)
    .where(
      and(
        eq(carrierId, sql.placeholder("carrierId")),
        lte(
          id,
          sql`(SELECT id FROM carrier_hooks WHERE carrier_id = ${sql.placeholder("carrierId")}
            ORDER BY id DESC LIMIT 1 OFFSET ${keptWebhooksMax})`,
        ),
      ),
    )
    .prepare();
  const dropOldestOfAccount = db
    .delete(carrierWebhooks)
    .where(
      sql`${id} IN (SELECT id FROM carrier_hooks WHERE account_id = ${sql.placeholder("of")}
        AND id <= (SELECT id FROM carrier_hooks WHERE account_id = ${sql.placeholder("of")}
          ORDER BY id DESC LIMIT 1 OFFSET ${sql.raw(String(keptInFullStorage))})
        ORDER BY id LIMIT ${sql.raw(String(droppedInFullStorage))})`,
    )
    .prepare();
  const hasNoBooking = and(
    eq(carrierId, sql.placeholder("carrierId")),
    eq(status, "waiting"),
    isNull(shipmentId),
  );
  const lastThatWaits = db
    .select({ id })
    .from(carrierWebhooks)
    .where(hasNoBooking)
    .orderBy(desc(id))
    .limit(1)
    .offset(webhooksWithoutBookingMax);
  const ignoreOldest = db
    .update(carrierWebhooks)
    .set({ status: "ignored", dueAt: null })
    .where(and(hasNoBooking, lte(id, lastThatWaits)))
    .prepare();
  const find = db
    .select()
    .from(carrierWebhooks)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const findByOwnId = db
    .select()
    .from(carrierWebhooks)
    .where(and(eq(carrierId, sql.placeholder("carrierId")), eq(ownId, sql.placeholder("ownId"))))
    .prepare();
  const failed = db
    .select({ id })
    .from(carrierWebhooks)
    .where(and(eq(carrierId, sql.placeholder("carrierId")), eq(status, "failed")))
    .limit(failedWebhooksMax)
    .prepare();
  const remove = db
    .delete(carrierWebhooks)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const limit = sql.placeholder("limit");
  const someWhere = (condition: ReturnType<typeof eq>) =>
    db
      .delete(carrierWebhooks)
      .where(inArray(id, db.select({ id }).from(carrierWebhooks).where(condition).limit(limit)))
      .prepare();
  const removeOfCarrier = someWhere(eq(carrierId, sql.placeholder("of")));
  const removeOfAccount = someWhere(eq(accountId, sql.placeholder("of")));
  const eraseUnmatched = db
    .update(carrierWebhooks)
    .set({ body: noBody })
    .where(
      inArray(
        id,
        db
          .select({ id })
          .from(carrierWebhooks)
          .where(
            sql`${shipmentId} IS NULL AND ${dueAt} IS NULL AND ${body} <> x''
              AND ${receivedAt} < ${sql.placeholder("before")}`,
          )
          .limit(limit),
      ),
    )
    .prepare();
  const removeBefore = someWhere(lt(receivedAt, sql.placeholder("before")));
  // Each status has its own range of an index.
  const list = perShape<WebhookPage, CarrierWebhookRow>((given) => {
    const rows = db.select().from(carrierWebhooks).orderBy(desc(id)).limit(given.limit);
    const ofCarrier = and(eq(carrierId, given.carrierId), given.before && lt(id, given.before));
    if (given.statuses === undefined) return rows.where(ofCarrier);
    const parts = given.statuses.map(
      (
        one,
      ) => sql`SELECT id FROM (SELECT ${id} FROM ${carrierWebhooks} WHERE ${and(ofCarrier, eq(status, one))}
        ORDER BY ${id} DESC LIMIT ${given.limit})`,
    );
    return rows.where(sql`${id} IN (${sql.join(parts, sql` UNION ALL `)})`);
  });

  return {
    /** Keeps a webhook. One that came before adds nothing, unless it could not be applied. */
    receive: (
      row: Pick<CarrierWebhookRow, "id" | "carrierId" | "accountId" | "headers" | "body" | "bodyHash"> & {
        now: number;
        dueAt: number;
      },
    ) => void receive.run(row),
    /** Keeps the newest, whatever has become of the others. */
    dropOldest: (carrierId: string): void => void dropOldest.run({ carrierId }),
    /** Keeps the newest of each carrier of an account whose storage is full, a few at a time. */
    dropOldestOfAccount: (of: string): void => void dropOldestOfAccount.run({ of }),
    /** Lets the newest wait for their bookings, and no others. */
    ignoreOldest: (carrierId: string): void => void ignoreOldest.run({ carrierId }),
    find: (id: string): CarrierWebhookRow | undefined => find.get({ id }),
    findByOwnId: (carrierId: string, ownId: string): CarrierWebhookRow | undefined =>
      findByOwnId.get({ carrierId, ownId }),
    /** Counts up to a limit. */
    countFailed: (carrierId: string): number => failed.all({ carrierId }).length,
    change: rowChange(db, carrierWebhooks, "id"),
    remove: (id: string): void => void remove.run({ id }),
    /** Each removes at most `limit`. @returns how many */
    removeOfCarrier: (of: string, limit: number): number => removeOfCarrier.run({ of, limit }).changes,
    removeOfAccount: (of: string, limit: number): number => removeOfAccount.run({ of, limit }).changes,
    removeBefore: (before: number, limit: number): number => removeBefore.run({ before, limit }).changes,
    /** Erases the body of what is settled and about no known shipment. @returns of how many, at most `limit` */
    eraseUnmatched: (before: number, limit: number): number => eraseUnmatched.run({ before, limit }).changes,
    /** Newest first, from before an id. */
    list: (page: WebhookPage): CarrierWebhookRow[] => list.all(page),
  };
});

/** Webhooks that are not settled. Their times are real. */
export const carrierWebhooksDue = dueRows({
  table: "carrier_hooks",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});
