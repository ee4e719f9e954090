import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { absenceOf } from "../drivers/absences.ts";
import { setDuty } from "../drivers/duty.ts";
import { findDriver } from "../drivers/reading.ts";
import type { DriverRow } from "../drivers/store.ts";
import { earlyMs, type Shift, wasOnDuty } from "./driver-position.ts";
import { forgetTrackSince } from "./forgetting.ts";
import { trackStore } from "./store.ts";

/**
 * A driver's times on duty, by `read`. Where the clock was set back, what began or ended in what is the future now did so
 * now: else the driver could not change duty until then, and would count as on duty while they are not.
 */
export function readShifts({ tx, now }: Writing, driverId: string, read: () => Shift[]): Shift[] {
  const shifts = read();
  if (!shifts.some(({ beganAt, endedAt }) => Math.max(beganAt, endedAt ?? 0) > now)) return shifts;
  trackStore(tx).endFuture(driverId, now);
  return read();
}

/** Whether the driver was on duty at that time, as `wasOnDuty` decides. */
export function isOnDutyAt(writing: Writing, driverId: string, at: number): boolean {
  const since = at - earlyMs;
  return wasOnDuty(
    readShifts(writing, driverId, () => trackStore(writing.tx).shiftsSince(driverId, since)),
    at,
  );
}

/**
 * Puts a driver on duty or takes them off, as they tapped it. A phone without a network tells Waybill later: the time
 * on duty begins and ends with the tap, so positions between count, and later ones are deleted. A tap before the last change is over, and does nothing.
 * @param at when the driver tapped; in the future it counts as now
 * @param until when the duty changes back by itself; null: when somebody changes it
 */
export function tapDuty(
  writing: Writing,
  driver: DriverRow,
  onDuty: boolean,
  at: number,
  until: number | null = null,
): void {
  const { tx, now } = writing;
  if (driver.onDuty === onDuty) {
    setDuty(writing, driver, onDuty, until);
    return;
  }
  const shifts = trackStore(tx);
  const [last] = readShifts(writing, driver.id, () => shifts.lastShift(driver.id));
  if (last && at < (last.endedAt ?? last.beganAt)) return;
  setDuty(writing, driver, onDuty, until);
  if (!onDuty) {
    if (last) shifts.endShift(driver.id, last.beganAt, Math.min(at, now));
    forgetTrackSince(writing, driver.id, at);
    return;
  }
  // Two times on duty of a driver never begin together.
  const beganAt = Math.max(at, (last?.endedAt ?? 0) + 1);
  if (beganAt < now) shifts.beginShift(driver.id, now, beganAt);
}

/** A break or a shift is over: the duty changes back. Who is out by then stays off duty. */
export function endDuty(deps: Deps, environment: Environment, driverId: string): Promise<void> {
  return write(deps, environment, (writing) => {
    const driver = findDriver(writing.tx, driverId);
    if (!driver || driver.dutyUntil === null || driver.dutyUntil > writing.now) return;
    const isOut = absenceOf(writing.tx, driverId, writing.now) !== undefined;
    tapDuty(writing, driver, !driver.onDuty && !isOut, driver.dutyUntil);
  });
}
