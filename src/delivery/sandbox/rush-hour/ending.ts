import type { Writing } from "../../../infra/deps.ts";
import { setCarrierStatus } from "../../connections/setup/service.ts";
import { setDuty } from "../../fleet/drivers/duty.ts";
import { findDriver } from "../../fleet/drivers/reading.ts";
import type { EndReason } from "./plan.ts";
import { type RushHourRow, rushHourStore } from "./store.ts";

/**
 * Ends a rush hour that runs: its drivers go off duty, and its fleet makes no more offers. What is under way stays for
 * whoever practices with it.
 */
export function endRushHour(writing: Writing, row: RushHourRow, reason: EndReason): void {
  if (row.endedAt !== null) return;
  const { tx, now } = writing;
  rushHourStore(tx).update({ ...row, endedAt: now, endReason: reason, dueAt: null });
  setCarrierStatus(writing, row.carrierId, "paused");
  for (const driverId of row.driverIds) {
    const driver = findDriver(tx, driverId);
    if (driver) setDuty(writing, driver, false);
  }
}

/** A reset of the sandbox: nothing is left of it but its fleet. */
export function forgetRushHour(writing: Writing, accountId: string): void {
  const store = rushHourStore(writing.tx);
  const row = store.find(accountId);
  if (!row) return;
  endRushHour(writing, row, "stopped");
  store.remove(accountId);
}
