import type { Writing } from "../../infra/deps.ts";
import { liveDrivers, notePart } from "../../messaging/events/watch.ts";
import { type DriverRow, driverStore } from "./store.ts";

/** Puts a driver on duty or takes them off. Off duty, a driver is offered no jobs and positions are discarded. */
export function setDuty({ tx, environment, now }: Writing, driver: DriverRow, onDuty: boolean): DriverRow {
  if (driver.onDuty === onDuty) return driver;
  const after = { ...driver, onDuty, updatedAt: now };
  driverStore(tx).update(after);
  notePart(liveDrivers(environment, driver.accountId), driver.id);
  return after;
}
