import { and, eq, ne, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { proofImages } from "./table.ts";

type Picture = Pick<typeof proofImages.$inferSelect, "name" | "sha256">;

/** What a redaction deletes of a shipment's proof. */
export const redactionRows = prepared((db) => {
  const shipmentId = sql.placeholder("shipmentId");
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
    findPicture: (shipmentId: string): Picture | undefined => findPicture.get({ shipmentId }),
    deletePicture: (shipmentId: string, name: string): void => void deletePicture.run({ shipmentId, name }),
    /** Whether another shipment's proof has the same picture. */
    isElsewhere: (shipmentId: string, sha256: string): boolean =>
      elsewhere.get({ shipmentId, sha256 }) !== undefined,
  };
});
