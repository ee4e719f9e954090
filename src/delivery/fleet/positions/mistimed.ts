import type { Db } from "../../../infra/db/store.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { acceptedJobs } from "../../lifecycle/driver-jobs/reading.ts";
import { markAttentionDue } from "../../lifecycle/state/change.ts";
import { recordPositions } from "../../lifecycle/tracking/positions.ts";
import { type SenderClocks, wrongClock } from "./clock.ts";
import { type DriverPosition, toReported } from "./driver-position.ts";
import { trackStore } from "./store.ts";

/** What follows from the wrong clock of a driver's tracker. */

/** A clock that is off by another minute is another fault. */
export function isNews(before: SenderClocks, after: SenderClocks, now: number): boolean {
  const [known, found] = [wrongClock(before, now), wrongClock(after, now)];
  return Math.abs((known?.offsetMs ?? 0) - (found?.offsetMs ?? 0)) > minuteMs || !known !== !found;
}

/** The dispatcher hears of a wrong clock by the jobs of the driver. */
export function markDriverAttentionDue(writing: DeliveryWriting, driverId: string): void {
  for (const { shipment } of acceptedJobs(writing.tx, driverId)) markAttentionDue(writing, shipment);
}

/** A wrong clock of the driver's trackers, and when it counts no more; undefined without one. */
export function wrongClockOf(db: Db, driverId: string, now: number): ReturnType<typeof wrongClock> {
  return wrongClock(trackStore(db).findMemory(driverId)?.clocks ?? {}, now);
}

/**
 * Positions of a wrong clock stand in the positions of the driver's jobs, so that somebody can see why the map stands
 * still.
 */
export function showMistimed(
  writing: DeliveryWriting,
  driverId: string,
  positions: readonly DriverPosition[],
): void {
  const [first, ...others] = positions.map((position) => ({
    ...toReported(position),
    verdict: "clock_wrong" as const,
    toOtherStop: true,
  }));
  if (!first) return;
  for (const { shipment, assignment } of acceptedJobs(writing.tx, driverId))
    recordPositions({ writing, by: "driver", shipment, assignment, stops: [] }, [first, ...others]);
}
