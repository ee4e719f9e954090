import { eq, isNull, sql } from "drizzle-orm";
import { placeholderFor } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipments } from "./table.ts";

export type LinkRow = Pick<ShipmentRow, "id" | "accountId" | "trackingHash" | "sealedToken">;

/** The links alone: for showing them in stored texts. */
export const linkStore = prepared((db) => {
  const columns = {
    id: shipments.id,
    accountId: shipments.accountId,
    trackingHash: shipments.trackingHash,
    sealedToken: shipments.sealedToken,
  };
  const byHash = db
    .select(columns)
    .from(shipments)
    .where(eq(shipments.trackingHash, sql.placeholder("hash")))
    .prepare();
  const open = db
    .select(columns)
    .from(shipments)
    .where(isNull(shipments.sealedToken))
    .limit(sql.placeholder("limit"))
    .prepare();
  const update = db
    .update(shipments)
    .set({ trackingHash: placeholderFor("trackingHash"), sealedToken: placeholderFor("sealedToken") })
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();

  return {
    find: (hash: string): LinkRow | undefined => byHash.get({ hash }),
    /** Links of earlier versions, whose hash is the token itself. */
    listOpen: (limit: number): LinkRow[] => open.all({ limit }),
    update: ({ id, trackingHash, sealedToken }: LinkRow): void =>
      void update.run({ id, trackingHash, sealedToken }),
  };
});
