import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { liveDrivers, markChanged, markPartChanged } from "../../../messaging/events/watch.ts";
import { acceptedJobs } from "../../lifecycle/driver-jobs/reading.ts";
import { searchAgain, withdrawOffers } from "../../lifecycle/driver-jobs/transitions.ts";
import { markAttentionDue } from "../../lifecycle/state/change.ts";
import { type DriverRow, driverStore, dutiesDue } from "./store.ts";

/**
 * Puts a driver on duty or takes them off. Off duty, a driver is offered no jobs and positions are discarded.
 * @param until when it changes back by itself; null: when somebody changes it
 */
export function setDuty(
  writing: Writing,
  driver: DriverRow,
  onDuty: boolean,
  until: number | null = null,
): DriverRow {
  const { tx, environment, now } = writing;
  if (driver.onDuty === onDuty && driver.dutyUntil === until) return driver;
  const after = { ...driver, onDuty, dutyUntil: until, updatedAt: now };
  driverStore(tx).update(after);
  if (onDuty && !driver.onDuty) searchAgain(writing, driver.carrierId);
  if (!onDuty && driver.onDuty) withdrawOffers(writing, driver.id);
  // Of a driver on a break nobody asks why they are silent.
  markJobsDue(writing, driver.id);
  markPartChanged(liveDrivers(environment, driver.accountId), driver.id);
  markChanged(driver.id);
  return after;
}

/** Drivers whose duty changes by itself. */
export function dueDuties({ stores }: Deps, environment: Environment): DueRows {
  return dutiesDue(stores.platform(environment));
}

/** Something about the driver changed that the rules of attention look at. */
export function markJobsDue(writing: Writing, driverId: string): void {
  for (const { shipment } of acceptedJobs(writing.tx, driverId)) markAttentionDue(writing, shipment);
}
