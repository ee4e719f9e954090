import { eq, sql } from "drizzle-orm";
import { rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { carrierHealth } from "./table.ts";

type HealthRow = typeof carrierHealth.$inferSelect;

/** How carriers answered, up to a minute ago. */
export const healthStore = prepared((db) => {
  const all = db.select().from(carrierHealth).prepare();
  const remove = db
    .delete(carrierHealth)
    .where(eq(carrierHealth.carrierId, sql.placeholder("carrierId")))
    .prepare();
  return {
    save: rowUpsert(db, carrierHealth, "carrierId"),
    remove: (carrierId: string): void => void remove.run({ carrierId }),
    list: (): HealthRow[] => all.all(),
  };
});
