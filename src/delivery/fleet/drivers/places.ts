import type { Db } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { liveDrivers, markPartChanged } from "../../../messaging/events/watch.ts";
import type { DriverPlace } from "./driver.ts";
import { driverPlaceStore } from "./place-store.ts";
import { driverStore } from "./store.ts";

/** Where drivers are. `db` is a database or a transaction. */

export type { DriverPlace } from "./driver.ts";

/** Where a driver is; undefined until a good position came. */
export function placeOf(db: Db, driverId: string): DriverPlace | undefined {
  return driverPlaceStore(db).find(driverId);
}

/** Where several drivers are, by id. */
export function placesOf(db: Db, driverIds: readonly string[]): Map<string, DriverPlace> {
  const places = new Map<string, DriverPlace>();
  for (const id of driverIds) {
    const place = placeOf(db, id);
    if (place) places.set(id, place);
  }
  return places;
}

/** Moves a driver. */
export function savePlace({ tx, environment }: Writing, driverId: string, place: DriverPlace): void {
  driverPlaceStore(tx).save({ driverId, place });
  const driver = driverStore(tx).findAny(driverId);
  if (driver) markPartChanged(liveDrivers(environment, driver.accountId), driverId);
}

export function forgetPlace({ tx }: Writing, driverId: string): void {
  driverPlaceStore(tx).remove(driverId);
}

/** Ids of an account's drivers, also of deleted ones. */
export function driverIdsOf(db: Db, accountId: string): string[] {
  return driverPlaceStore(db).driversOf(accountId);
}
