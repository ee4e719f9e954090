import { and, asc, desc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { placeholderFor, rowInsert, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { perWhose, type Whose } from "../../../infra/db/whose.ts";
import { positions, proofImages, proofsOfDelivery, trackingChecks, trackings } from "./table.ts";

export type TrackingRow = typeof trackings.$inferSelect;
/** What a tracking tells of its estimates. */
export type EtaRow = Pick<
  TrackingRow,
  | "shipmentId"
  | "assignmentId"
  | "etaPickupAt"
  | "etaDeliveryAt"
  | "etaDeliveryDate"
  | "etaReturnAt"
  | "etaSource"
  | "etaUpdatedAt"
  | "setback"
>;
export type PositionRow = typeof positions.$inferSelect;
export type ProofRow = typeof proofsOfDelivery.$inferSelect;
export type ProofImageRow = typeof proofImages.$inferSelect;

export const trackingStore = prepared((db) => {
  const find = db
    .select()
    .from(trackings)
    .where(eq(trackings.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const etasOf = db
    .select({
      shipmentId: trackings.shipmentId,
      assignmentId: trackings.assignmentId,
      etaPickupAt: trackings.etaPickupAt,
      etaDeliveryAt: trackings.etaDeliveryAt,
      etaDeliveryDate: trackings.etaDeliveryDate,
      etaReturnAt: trackings.etaReturnAt,
      etaSource: trackings.etaSource,
      etaUpdatedAt: trackings.etaUpdatedAt,
      setback: trackings.setback,
    })
    .from(trackings)
    .where(sql`${trackings.shipmentId} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`)
    .prepare();
  const removeOldest = db
    .delete(positions)
    .where(
      and(
        eq(positions.shipmentId, sql.placeholder("shipmentId")),
        sql`${positions.id} <= (SELECT id FROM positions WHERE shipment_id = ${sql.placeholder("shipmentId")}
          ORDER BY id DESC LIMIT 1 OFFSET +${sql.placeholder("kept")})`,
      ),
    )
    .prepare();
  const imagesOf = db
    .select({ name: proofImages.name, sha256: proofImages.sha256 })
    .from(proofImages)
    .where(eq(proofImages.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(proofImages.name))
    .prepare();
  const positionsAfter = db
    .select()
    .from(positions)
    .where(
      and(
        eq(positions.shipmentId, sql.placeholder("shipmentId")),
        gt(positions.id, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(positions.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const newestGood = db
    .select()
    .from(positions)
    .where(and(eq(positions.shipmentId, sql.placeholder("shipmentId")), eq(positions.verdict, "good")))
    .orderBy(desc(positions.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const lastGoodPosition = db
    .select({ id: positions.id })
    .from(positions)
    .where(and(eq(positions.shipmentId, sql.placeholder("shipmentId")), eq(positions.verdict, "good")))
    .orderBy(desc(positions.id))
    .limit(1)
    .prepare();
  const isOfDriver = eq(positions.ofDriver, true);
  const accountOf = "(SELECT account_id FROM shipments WHERE id = positions.shipment_id)";
  const oldOfDrivers = perWhose(accountOf, (isTheirs) =>
    db
      .select({ id: positions.id, shipmentId: positions.shipmentId })
      .from(positions)
      .where(and(isOfDriver, lt(positions.receivedAt, sql.placeholder("before")), isTheirs))
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
  const firstOfAccount = db
    .select({ at: positions.receivedAt })
    .from(positions)
    .where(and(isOfDriver, sql`${sql.raw(accountOf)} = ${sql.placeholder("accountId")}`))
    .orderBy(asc(positions.receivedAt))
    .limit(1)
    .prepare();
  const removePosition = db
    .delete(positions)
    .where(eq(positions.id, sql.placeholder("id")))
    .prepare();
  const forgetPosition = db
    .update(trackings)
    .set({ position: null, memory: null })
    .where(
      and(
        eq(trackings.shipmentId, sql.placeholder("shipmentId")),
        sql`${trackings.position} ->> '$.ofDriver'`,
        sql`${trackings.position} ->> '$.receivedAt' < ${sql.placeholder("before")}`,
      ),
    )
    .prepare();
  const removeBetween = db
    .delete(positions)
    .where(
      and(
        eq(positions.shipmentId, sql.placeholder("shipmentId")),
        eq(positions.ofDriver, true),
        gte(positions.recordedAt, sql.placeholder("from")),
        lt(positions.recordedAt, sql.placeholder("until")),
      ),
    )
    .prepare();
  const forgetBetween = db
    .update(trackings)
    .set({ position: null, memory: null })
    .where(
      and(
        eq(trackings.shipmentId, sql.placeholder("shipmentId")),
        sql`${trackings.position} ->> '$.ofDriver'`,
        sql`${trackings.position} ->> '$.recordedAt' >= ${sql.placeholder("from")}`,
        sql`${trackings.position} ->> '$.recordedAt' < ${sql.placeholder("until")}`,
      ),
    )
    .prepare();
  const checkSilence = db
    .insert(trackingChecks)
    .values({ shipmentId: sql.placeholder("shipmentId"), silenceAt: sql.placeholder("at") })
    .onConflictDoUpdate({ target: trackingChecks.shipmentId, set: { silenceAt: placeholderFor("at") } })
    .prepare();
  const checkRoute = db
    .insert(trackingChecks)
    .values({ shipmentId: sql.placeholder("shipmentId"), routeAt: sql.placeholder("at") })
    .onConflictDoUpdate({ target: trackingChecks.shipmentId, set: { routeAt: placeholderFor("at") } })
    .prepare();
  const proofsOf = db
    .select()
    .from(proofsOfDelivery)
    .where(eq(proofsOfDelivery.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(proofsOfDelivery.entrySequence))
    .prepare();

  return {
    find: (shipmentId: string): TrackingRow | undefined => find.get({ shipmentId }),
    /** Of many shipments at once. */
    etasOf: (shipmentIds: readonly string[]): EtaRow[] => etasOf.all({ ids: JSON.stringify(shipmentIds) }),
    save: rowUpsert(db, trackings, "shipmentId"),

    insertPosition: rowInsert(db, positions, "id"),
    /** Deletes a shipment's oldest positions, but never the newest `kept`. */
    removeOldestPositions: (shipmentId: string, kept: number): void =>
      void removeOldest.run({ shipmentId, kept }),
    newestGoodPositions: (shipmentId: string, limit: number): PositionRow[] =>
      newestGood.all({ shipmentId, limit }),
    /** Oldest first. */
    positionsAfter: (shipmentId: string, after: number, limit: number): PositionRow[] =>
      positionsAfter.all({ shipmentId, after, limit }),
    lastGoodPositionId: (shipmentId: string): number => lastGoodPosition.get({ shipmentId })?.id ?? 0,

    /** When the first position of a driver came that the account's shipments have. */
    firstOfDrivers: (accountId: string): number | undefined => firstOfAccount.get({ accountId })?.at,

    /** Deletes at most `limit` positions of drivers, and where their trips were last. @returns how many */
    removeOfDrivers(before: number, limit: number, whose: Whose): number {
      const old = oldOfDrivers(whose).all({ before, limit, ...whose });
      for (const { id } of old) removePosition.run({ id });
      const shipmentIds = new Set(old.map(({ shipmentId }) => shipmentId));
      for (const shipmentId of shipmentIds) forgetPosition.run({ shipmentId, before });
      return old.length;
    },

    /** Deletes positions of a shipment's driver, and where the trip was last. @returns how many */
    removeBetween(shipmentId: string, from: number, until: number): number {
      forgetBetween.run({ shipmentId, from, until });
      return removeBetween.run({ shipmentId, from, until }).changes;
    },

    /** Null: never. */
    checkSilence: (shipmentId: string, at: number | null): void => void checkSilence.run({ shipmentId, at }),
    checkRoute: (shipmentId: string, at: number | null): void => void checkRoute.run({ shipmentId, at }),

    insertProof: rowInsert(db, proofsOfDelivery),
    insertImage: rowInsert(db, proofImages),
    /** One for each delivery that was made or corrected, oldest first. */
    proofsOf: (shipmentId: string): ProofRow[] => proofsOf.all({ shipmentId }),
    findImage: (shipmentId: string, name: string): ProofImageRow | undefined =>
      db
        .select()
        .from(proofImages)
        .where(and(eq(proofImages.shipmentId, shipmentId), eq(proofImages.name, name)))
        .get(),
    /** All but their bytes, in the order of their names. */
    imagesOf: (shipmentId: string): Pick<ProofImageRow, "name" | "sha256">[] => imagesOf.all({ shipmentId }),
  };
});

/** Shipments whose positions may have ceased. */
export const silencesDue = dueRows({
  table: "tracking_checks",
  id: (row) => `${row}.shipment_id`,
  at: (row) => `${row}.silence_at`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});

/** Shipments whose ETA the router should give. */
export const routesDue = dueRows({
  table: "tracking_checks",
  id: (row) => `${row}.shipment_id`,
  at: (row) => `${row}.route_at`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});
