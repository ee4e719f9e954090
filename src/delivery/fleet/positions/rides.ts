import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { dayMs } from "../../../infra/units.ts";
import type { Shift } from "./driver-position.ts";
import { rideStore } from "./ride-store.ts";
import { quarterOf, type Ride, rideOn } from "./riding.ts";
import { trackStore } from "./store.ts";

/** What is kept of drivers' ways when their positions are gone. */

/** Adds what a driver rode. */
export function addRides(tx: Tx, driverId: string, rides: readonly Ride[]): void {
  for (const ride of rides) rideStore(tx).add({ driverId, ...ride });
}

/** How wrong the clock of a phone may be that reported the positions. */
export const clockErrorMaxMs = dayMs;

/** Positions from a time on were deleted: the quarters since are reckoned again from those that are left. */
export function recountRides({ tx }: Writing, driverId: string, since: number): void {
  const from = quarterOf(since);
  const left = trackStore(tx).goodSince(driverId, from, from - clockErrorMaxMs);
  rideStore(tx).removeSince(driverId, from);
  addRides(tx, driverId, rideOn(undefined, left).rides);
}

/** How far a driver rode in the quarters between two times, oldest first. */
export function ridesBetween(db: Db, driverId: string, from: number, until: number): Ride[] {
  return rideStore(db).between(driverId, from, until);
}

/** The times on duty of a driver that reach into the time between two, oldest first. */
export function shiftsBetween(db: Db, driverId: string, from: number, until: number): Shift[] {
  const shifts = trackStore(db).shiftsSince(driverId, from);
  return shifts
    .filter(({ beganAt }) => beganAt < until)
    .toSorted((one, other) => one.beganAt - other.beganAt);
}
