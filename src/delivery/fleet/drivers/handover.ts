import type { Writing } from "../../../infra/deps.ts";
import { liveDrivers, markPartChanged } from "../../../messaging/events/watch.ts";
import { driverStore } from "./store.ts";

/**
 * The drivers of a fleet that becomes the installation's. Deleted ones stay the account's, as the shipments that they had;
 * so do the positions so far, which the account's storage counts.
 */
export function handDriversOver({ tx, environment, now }: Writing, carrierId: string): void {
  for (const driver of driverStore(tx).listOfCarrier(carrierId)) {
    driverStore(tx).update({ ...driver, accountId: null, version: driver.version + 1, updatedAt: now });
    markPartChanged(liveDrivers(environment, null), driver.id);
  }
}
