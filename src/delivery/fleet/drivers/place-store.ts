import { eq, sql } from "drizzle-orm";
import { rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { DriverPlace } from "./driver.ts";
import { driverPlaces, drivers } from "./table.ts";

export const driverPlaceStore = prepared((db) => {
  const find = db
    .select()
    .from(driverPlaces)
    .where(eq(driverPlaces.driverId, sql.placeholder("driverId")))
    .prepare();
  const ofAccount = db
    .select({ id: drivers.id })
    .from(drivers)
    .where(eq(drivers.accountId, sql.placeholder("accountId")))
    .prepare();
  const remove = db
    .delete(driverPlaces)
    .where(eq(driverPlaces.driverId, sql.placeholder("driverId")))
    .prepare();
  return {
    find: (driverId: string): DriverPlace | undefined => find.get({ driverId })?.place,
    save: rowUpsert(db, driverPlaces, "driverId"),
    remove: (driverId: string): void => void remove.run({ driverId }),
    /** Deleted drivers too. */
    driversOf: (accountId: string): string[] => ofAccount.all({ accountId }).map(({ id }) => id),
  };
});
