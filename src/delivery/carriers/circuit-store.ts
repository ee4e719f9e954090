import { eq, sql } from "drizzle-orm";
import { rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { carrierCircuits } from "./table.ts";

export type CircuitRow = typeof carrierCircuits.$inferSelect;

/** Open circuits, so that a restart knows since when a carrier fails. */
export const circuitStore = prepared((db) => {
  const all = db.select().from(carrierCircuits).prepare();
  const remove = db
    .delete(carrierCircuits)
    .where(eq(carrierCircuits.carrierId, sql.placeholder("carrierId")))
    .prepare();
  return {
    save: rowUpsert(db, carrierCircuits, "carrierId"),
    remove: (carrierId: string): void => void remove.run({ carrierId }),
    list: (): CircuitRow[] => all.all(),
  };
});
