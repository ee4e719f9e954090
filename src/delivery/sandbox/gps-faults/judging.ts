import { distanceMeters } from "../../../infra/geography/coordinates.ts";
import {
  emptyPositionMemory,
  judgePosition,
  speedMaxMps,
  type Verdict,
} from "../../lifecycle/tracking/quality.ts";
import type { PlannedPosition } from "../driver.ts";
import type { SentPosition } from "./faults.ts";

/**
 * Judges what a simulated phone reports, by the rules for real ones. A simulated trip takes a minute whatever the
 * distance, and would always be too fast. So the judge's clock gives the driver the time that the vehicle needs.
 */

/** Jumps go at least so far, and at most a quarter of the way around the earth. */
const farMetersMin = 1_000;
const farMetersMax = 10_000_000;

/** When the driver is at a position of the plan, in milliseconds of their own time. */
type DriverClock = (position: Pick<PlannedPosition, "index">) => number;

/** @param momentOf when the simulation reaches a position, in milliseconds */
export function driverClock(
  planned: readonly PlannedPosition[],
  speedMps: number,
  momentOf: (position: PlannedPosition) => number,
): DriverClock {
  const times = new Map<number, number>();
  let now = 0;
  for (const [place, to] of planned.entries()) {
    const from = planned[place - 1];
    if (from) {
      const planMs = Math.max((to.seconds - from.seconds) * 1000, momentOf(to) - momentOf(from));
      now += Math.max(planMs, rideMs(from, to, speedMps));
    }
    times.set(to.index, now);
  }
  return ({ index }) => times.get(index) ?? now;
}

/** Rides are compressed. A position of the caller's own has the time that the script says. */
function rideMs(from: PlannedPosition, to: PlannedPosition, speedMps: number): number {
  return to.leg === null ? 0 : (distanceMeters(from.update, to.update) / speedMps) * 1000;
}

/** The verdicts on positions, in the order in which they arrive. */
export function judgePositions(reported: readonly SentPosition[], clock: DriverClock): Verdict[] {
  let memory = emptyPositionMemory;
  return reported.map(({ taken, sent, update, clockSeconds }) => {
    const { latitude, longitude, accuracyMeters } = update;
    const recordedAt = clock(taken) + (clockSeconds - taken.lateSeconds) * 1000;
    const judged = judgePosition(memory, { latitude, longitude, accuracyMeters, recordedAt }, clock(sent));
    memory = judged.memory;
    return judged.verdict;
  });
}

/** What nobody drives within three positions of the plan: the third that agrees counts, and no earlier one should. */
export function farMeters(planned: readonly PlannedPosition[], clock: DriverClock): number {
  const waits = planned
    .slice(1)
    .map((position, place) => clock(position) - clock(planned[place] ?? position));
  const longestMs = Math.max(0, ...waits);
  return Math.min(farMetersMax, Math.max(farMetersMin, Math.round((4 * speedMaxMps * longestMs) / 1000)));
}
