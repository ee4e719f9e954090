import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { Ride } from "./riding.ts";
import { driverRides } from "./table.ts";

export const rideStore = prepared((db) => {
  const { driverId: driver, quarter, meters } = driverRides;
  const isDriver = eq(driver, sql.placeholder("driverId"));
  const add = db
    .insert(driverRides)
    .values({
      driverId: sql.placeholder("driverId"),
      quarter: sql.placeholder("quarter"),
      meters: sql.placeholder("meters"),
    })
    .onConflictDoUpdate({
      target: [driver, quarter],
      set: { meters: sql`${meters} + excluded.meters` },
    })
    .prepare();
  const between = db
    .select({ quarter, meters })
    .from(driverRides)
    .where(and(isDriver, gte(quarter, sql.placeholder("from")), lt(quarter, sql.placeholder("until"))))
    .orderBy(asc(quarter))
    .prepare();
  const removeSince = db
    .delete(driverRides)
    .where(and(isDriver, gte(quarter, sql.placeholder("from"))))
    .prepare();
  return {
    /** Adds to what the quarter has. */
    add: (row: Ride & { driverId: string }): void => void add.run({ ...row }),
    between: (driverId: string, from: number, until: number): Ride[] =>
      between.all({ driverId, from, until }),
    removeSince: (driverId: string, from: number): void => void removeSince.run({ driverId, from }),
  };
});
