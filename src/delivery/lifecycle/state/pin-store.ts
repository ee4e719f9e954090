import { eq, sql } from "drizzle-orm";
import { placeholderFor } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import { shipments } from "./table.ts";

export interface PinRow {
  id: string;
  pin: StoredSecret;
}

/** The PINs alone, for encrypting those that an earlier version left in the open. */
export const pinStore = prepared((db) => {
  const columns = { id: shipments.id, pin: shipments.pin };
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
    listPlain: (limit: number): PinRow[] => plain.all({ limit }) as PinRow[],
    update: ({ id, pin }: PinRow): void => void update.run({ id, pin }),
  };
});
