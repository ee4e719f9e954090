import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { placeholderFor, rowChange } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { positions, proofImages, proofsOfDelivery, trackings } from "./table.ts";

type Picture = Pick<typeof proofImages.$inferSelect, "name" | "sha256">;

/** What a redaction changes and deletes of a shipment's tracking. */
export const redactionRows = prepared((db) => {
  const shipmentId = sql.placeholder("shipmentId");
  const forgetPlace = db
    .update(trackings)
    .set({ position: null, memory: null })
    .where(eq(trackings.shipmentId, shipmentId))
    .prepare();
  const deletePositions = db
    .delete(positions)
    .where(
      inArray(
        positions.id,
        db
          .select({ id: positions.id })
          .from(positions)
          .where(eq(positions.shipmentId, shipmentId))
          .limit(placeholderFor("limit")),
      ),
    )
    .prepare();
  const findPicture = db
    .select({ name: proofImages.name, sha256: proofImages.sha256 })
    .from(proofImages)
    .where(eq(proofImages.shipmentId, shipmentId))
    .limit(1)
    .prepare();
  const deletePicture = db
    .delete(proofImages)
    .where(and(eq(proofImages.shipmentId, shipmentId), eq(proofImages.name, sql.placeholder("name"))))
    .prepare();
  const elsewhere = db
    .select({ name: proofImages.name })
    .from(proofImages)
    .where(and(eq(proofImages.sha256, sql.placeholder("sha256")), ne(proofImages.shipmentId, shipmentId)))
    .limit(1)
    .prepare();

  return {
    forgetPlace: (shipmentId: string): void => void forgetPlace.run({ shipmentId }),
    changeProof: rowChange(db, proofsOfDelivery, "id"),
    deletePositions: (shipmentId: string, limit: number): number =>
      deletePositions.run({ shipmentId, limit }).changes,
    findPicture: (shipmentId: string): Picture | undefined => findPicture.get({ shipmentId }),
    deletePicture: (shipmentId: string, name: string): void => void deletePicture.run({ shipmentId, name }),
    /** Whether another shipment's proof has the same picture. */
    isElsewhere: (shipmentId: string, sha256: string): boolean =>
      elsewhere.get({ shipmentId, sha256 }) !== undefined,
  };
});
