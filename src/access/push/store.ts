import { asc, eq, sql } from "drizzle-orm";
import { rowInsert, rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { pushKeys, pushSubscriptions } from "./table.ts";

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
type KeysRow = typeof pushKeys.$inferSelect;

export const pushStore = prepared((db) => {
  const ofDriver = db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.driverId, sql.placeholder("driverId")))
    .orderBy(asc(pushSubscriptions.createdAt))
    .prepare();
  const remove = db
    .delete(pushSubscriptions)
    .where(eq(pushSubscriptions.deviceId, sql.placeholder("deviceId")))
    .prepare();
  const keys = db
    .select()
    .from(pushKeys)
    .where(eq(pushKeys.id, sql.placeholder("id")))
    .prepare();
  return {
    save: rowUpsert(db, pushSubscriptions, "deviceId"),
    /** Oldest first. */
    ofDriver: (driverId: string): SubscriptionRow[] => ofDriver.all({ driverId }),
    remove: (deviceId: string): void => void remove.run({ deviceId }),
    findKeys: (id: string): KeysRow | undefined => keys.get({ id }),
    insertKeys: rowInsert(db, pushKeys),
  };
});
