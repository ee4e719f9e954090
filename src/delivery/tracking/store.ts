import { and, asc, eq, gt, max, sql } from "drizzle-orm";
import { rowInsert, rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { positions, proofImages, proofsOfDelivery, trackings } from "./table.ts";

export type TrackingRow = typeof trackings.$inferSelect;
export type PositionRow = typeof positions.$inferSelect;
export type ProofRow = typeof proofsOfDelivery.$inferSelect;
export type ProofImageRow = typeof proofImages.$inferSelect;

export const trackingStore = prepared((db) => {
  const find = db
    .select()
    .from(trackings)
    .where(eq(trackings.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const insertPosition = db
    .insert(positions)
    .values({
      shipmentId: sql.placeholder("shipmentId"),
      latitude: sql.placeholder("latitude"),
      longitude: sql.placeholder("longitude"),
      accuracyMeters: sql.placeholder("accuracyMeters"),
      headingDegrees: sql.placeholder("headingDegrees"),
      speedMps: sql.placeholder("speedMps"),
      recordedAt: sql.placeholder("recordedAt"),
      receivedAt: sql.placeholder("receivedAt"),
    })
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
  const lastPosition = db
    .select({ id: max(positions.id) })
    .from(positions)
    .where(eq(positions.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const findProof = db
    .select()
    .from(proofsOfDelivery)
    .where(eq(proofsOfDelivery.shipmentId, sql.placeholder("shipmentId")))
    .prepare();

  return {
    find: (shipmentId: string): TrackingRow | undefined => find.get({ shipmentId }),
    save: rowUpsert(db, trackings, "shipmentId"),

    insertPosition: (row: Omit<PositionRow, "id">): void => void insertPosition.run(row),
    /** Oldest first. */
    positionsAfter: (shipmentId: string, after: number, limit: number): PositionRow[] =>
      positionsAfter.all({ shipmentId, after, limit }),
    lastPositionId: (shipmentId: string): number => lastPosition.get({ shipmentId })?.id ?? 0,

    insertProof: rowInsert(db, proofsOfDelivery),
    insertImage: rowInsert(db, proofImages),
    findProof: (shipmentId: string): ProofRow | undefined => findProof.get({ shipmentId }),
    findImage: (shipmentId: string, name: string): ProofImageRow | undefined =>
      db
        .select()
        .from(proofImages)
        .where(and(eq(proofImages.shipmentId, shipmentId), eq(proofImages.name, name)))
        .get(),
  };
});
