import type { DriverPlace } from "../drivers/place.ts";

/** A position as a driver's phone reports it. */
export interface DriverPosition extends Omit<DriverPlace, "receivedAt"> {
  /** The sender's own id and time, by which a repeated position is known. */
  reportId: string;
  reportedAt: number;
}

/** A time on duty. */
export interface Shift {
  beganAt: number;
  /** Null while it lasts. */
  endedAt: number | null;
}

/** A phone may take its first positions before the switch reaches Waybill. */
const earlyMs = 5 * 60_000;

/** Whether the driver was on duty at that time, however late Waybill learns of it. */
export function wasOnDuty(shifts: readonly Shift[], at: number): boolean {
  return shifts.some(({ beganAt, endedAt }) => at >= beganAt - earlyMs && (endedAt === null || at < endedAt));
}
