import type { Writing } from "../../../infra/deps.ts";
import { liveDrivers, markPartChanged } from "../../../messaging/events/watch.ts";
import { searchAgain, withdrawOffers } from "../../lifecycle/driver-jobs/transitions.ts";
import { type DriverRow, driverStore } from "./store.ts";

/** Puts a driver on duty or takes them off. Off duty, a driver is offered no jobs and positions are discarded. */
export function setDuty(writing: Writing, driver: DriverRow, onDuty: boolean): DriverRow {
  const { tx, environment, now } = writing;
  if (driver.onDuty === onDuty) return driver;
  const after = { ...driver, onDuty, updatedAt: now };
  driverStore(tx).update(after);
  if (onDuty) searchAgain(writing, driver.carrierId);
  else withdrawOffers(writing, driver.id);
  markPartChanged(liveDrivers(environment, driver.accountId), driver.id);
  return after;
}
