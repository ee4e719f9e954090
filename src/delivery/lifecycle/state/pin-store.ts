import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { placeholderFor } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import { shipments } from "./table.ts";

export interface PinRow {
  id: string;
  pin: StoredSecret;
}

/** The PINs alone, for encrypting them anew. */
export const pinStore = prepared((db) => {
  const columns = { id: shipments.id, pin: shipments.pin };
  const after = db
    .select(columns)
    .from(shipments)
    .where(and(gt(shipments.id, sql.placeholder("id")), isNotNull(shipments.pin)))
    .orderBy(asc(shipments.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  // The partial index needs its condition as it is written there.
  const plain = db
    .select(columns)
    .from(shipments)
    .where(sql`substr(${shipments.pin}, 1, 1) = '"'`)
    .limit(sql.placeholder("limit"))
    .prepare();
  const update = db
    .update(shipments)
    .set({ pin: placeholderFor("pin") })
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();

  return {
    listAfter: (id: string, limit: number): PinRow[] => after.all({ id, limit }) as PinRow[],
    listPlain: (limit: number): PinRow[] => plain.all({ limit }) as PinRow[],
    update: ({ id, pin }: PinRow): void => void update.run({ id, pin }),
  };
});
