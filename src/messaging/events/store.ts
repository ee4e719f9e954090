import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, max, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import { perWhose, type Whose } from "../../infra/db/whose.ts";
import { events } from "./table.ts";

export type EventRow = typeof events.$inferSelect;

export const eventStore = prepared((db) => {
  const someOfAccount = db
    .select({ position: events.position })
    .from(events)
    .where(eq(events.accountId, sql.placeholder("accountId")))
    .limit(sql.placeholder("limit"));
  const deleteOfAccount = db.delete(events).where(inArray(events.position, someOfAccount)).prepare();
  const deleteOfShipment = db
    .delete(events)
    .where(
      and(
        eq(events.accountId, sql.placeholder("accountId")),
        eq(events.shipmentId, sql.placeholder("shipmentId")),
      ),
    )
    .prepare();
  // Charges and attention have events that stand in no shipment's own order.
  const about = sql`coalesce(${events.body} ->> '$.data.charge.shipment_id', ${events.body} ->> '$.data.attention.shipment_id')`;
  const deleteAbout = db
    .delete(events)
    .where(
      and(
        eq(events.accountId, sql.placeholder("accountId")),
        isNull(events.shipmentId),
        gte(events.createdAt, sql.placeholder("since")),
        sql`${about} IN (SELECT value FROM json_each(${sql.placeholder("shipmentIds")}))`,
      ),
    )
    .prepare();
  const deleteSamples = perWhose("events.account_id", (isTheirs) => {
    const some = db
      .select({ position: events.position })
      .from(events)
      .where(and(eq(events.sample, true), lt(events.createdAt, sql.placeholder("before")), isTheirs))
      .limit(sql.placeholder("limit"));
    return db.delete(events).where(inArray(events.position, some)).prepare();
  });
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
      isRedacted: sql.placeholder("isRedacted"),
      createdAt: sql.placeholder("createdAt"),
    })
    .prepare();
  const findById = db
    .select()
    .from(events)
    .where(and(eq(events.accountId, sql.placeholder("accountId")), eq(events.id, sql.placeholder("id"))))
    .prepare();

  const ofShipment = db
    .select()
    .from(events)
    .where(
      and(
        eq(events.accountId, sql.placeholder("accountId")),
        eq(events.shipmentId, sql.placeholder("shipmentId")),
        gt(events.position, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(events.position))
    .limit(sql.placeholder("limit"))
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
  const afterOfAll = db
    .select()
    .from(events)
    .where(and(gt(events.position, sql.placeholder("position")), eq(events.sample, false)))
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
  const oldest = db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.accountId, sql.placeholder("accountId")))
    .orderBy(asc(events.position))
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

    /** A shipment's events, oldest first, from after `position`. */
    listOfShipment: (accountId: string, shipmentId: string, after: number, limit: number): EventRow[] =>
      ofShipment.all({ accountId, shipmentId, after, limit }),

    /** The account's events, oldest first, from after `position`. */
    after: (accountId: string, position: number, limit: number): EventRow[] =>
      after.all({ accountId, position, limit }),
    /** The events of every account, oldest first, from after `position`. */
    afterOfAll: (position: number, limit: number): EventRow[] => afterOfAll.all({ position, limit }),
    /**
     * The position of the account's event in the log. If the event is gone, its predecessor's of all accounts, because
     * ids sort by time. Seeded ids do so in their account only, where a reset leaves nothing older.
     */
    positionOf(accountId: string, id: string): number {
      const found = findById.get({ accountId, id });
      if (found) return found.position;
      const first = oldest.get({ accountId });
      return first === undefined || first.id > id ? 0 : (upTo.get({ id })?.position ?? 0);
    },
    newestId: (accountId: string): string | undefined => newest.get({ accountId })?.id,

    deleteSamples: (before: number, limit: number, whose: Whose): number =>
      deleteSamples(whose).run({ before, limit, ...whose }).changes,

    deleteOfAccount: (accountId: string, limit: number): number =>
      deleteOfAccount.run({ accountId, limit }).changes,
    deleteOfShipment: (accountId: string, shipmentId: string): void =>
      void deleteOfShipment.run({ accountId, shipmentId }),
    /** Those about charges and attention of the shipments. */
    deleteAbout: (accountId: string, shipmentIds: readonly string[], since: number): void =>
      void deleteAbout.run({ accountId, shipmentIds: JSON.stringify(shipmentIds), since }),

    lastPosition: (): number =>
      db
        .select({ last: max(events.position) })
        .from(events)
        .get()?.last ?? 0,
  };
});
