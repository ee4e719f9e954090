import type { DriverPlace } from "../drivers/driver.ts";

/** A position as a driver's phone reports it. */
export interface DriverPosition extends Omit<DriverPlace, "receivedAt"> {
  /** The sender's own id and time, by which a repeated position is known. */
  reportId: string;
  reportedAt: number;
}

/** The position as the tracking of a job takes it. */
export function toReported({ reportId: _id, reportedAt: _at, recordedAt: at, ...there }: DriverPosition) {
  return { ...there, at, fraction: null };
}

/** A time on duty. */
export interface Shift {
  beganAt: number;
  /** Null while it lasts. */
  endedAt: number | null;
}

/** A phone may take its first positions before the switch reaches Waybill. */
export const earlyMs = 5 * 60_000;

/**
 * Whether the driver was on duty at that time, however late Waybill learns of it.
 * @param shifts all that ended less than `earlyMs` before that time, or later
 */
export function wasOnDuty(shifts: readonly Shift[], at: number): boolean {
  const isWithin = shifts.some(({ beganAt, endedAt }) => at >= beganAt && (endedAt === null || at < endedAt));
  if (isWithin) return true;
  // A break after a shift is nobody's business, however short it is.
  const next = Math.min(...shifts.map(({ beganAt }) => beganAt).filter((beganAt) => beganAt > at));
  const hasBreak = shifts.some(
    ({ endedAt }) => endedAt !== null && endedAt <= at && endedAt > next - earlyMs,
  );
  return at >= next - earlyMs && !hasBreak;
}
