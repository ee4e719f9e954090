import {
  type Coordinates,
  distanceMeters,
  isLatitude,
  isLongitude,
} from "../../../infra/geography/coordinates.ts";
import { dayMs } from "../../../infra/units.ts";

/** How good a position is. Receivers bounce, freeze and lie: only good positions move the map. Contract-live §6. */

export const verdicts = [
  "good",
  "old",
  "ahead",
  "out_of_range",
  "null_island",
  "inaccurate",
  "too_fast",
  "clock_wrong",
] as const;
/**
 * `good`: it moves the map. `old`: something newer is known, or it is more than a day old; history only. `ahead`: its
 * time lies in the future. `out_of_range`: no place on earth. `null_island`: 0/0, the place of a receiver that has none.
 * `inaccurate`: the receiver hardly knows. `too_fast`: nobody gets there in that time.
 * `clock_wrong`: the tracker's clock is off, so that nobody knows when the driver was there; its time is that of its arrival.
 */
export type Verdict = (typeof verdicts)[number];

/** What became of a driver's position that is kept, and moves nothing. */
export interface KeptPosition {
  verdict: Verdict;
}

/** A position as the judge sees it, after the correction of the sender's clock. Times are epoch milliseconds. */
export interface Fix extends Coordinates {
  accuracyMeters: number | null;
  recordedAt: number;
}

/** What the judge knows of a track. Keep it between two positions, as JSON. */
export interface PositionMemory {
  /** The newest good position. */
  last: Fix | null;
  /** Positions that nobody could reach from `last`, but that agree with each other. */
  elsewhere: { last: Fix; count: number } | null;
}

export const emptyPositionMemory: PositionMemory = { last: null, elsewhere: null };

const aheadMaxMs = 10_000;
/** The fastest that a driver goes. */
export const speedMaxMps = 60;
const accuracyMaxMeters = 500;
/** Positions elsewhere, in a row, that are the truth: the driver was on a train, or the old place was wrong. */
const agreeingMin = 3;
/** A receiver without a place says 0/0, or nearly. Nobody delivers there: it is open sea. */
const nullIslandDegrees = 0.001;
/** Receivers round their times to seconds. */
const stepMinMs = 1000;

/** @returns the verdict on the next position of a track, and the memory for the one after it */
export function judgePosition(
  memory: PositionMemory,
  position: Fix,
  now: number,
): { verdict: Verdict; memory: PositionMemory } {
  const verdict = flawOf(memory, position, now);
  if (verdict !== undefined) return { verdict, memory };
  const { latitude, longitude, accuracyMeters, recordedAt } = position;
  const fix = { latitude, longitude, accuracyMeters, recordedAt };
  if (memory.last === null || isReachable(memory.last, fix)) return accept(fix);
  const { elsewhere } = memory;
  if (elsewhere === null || !isReachable(elsewhere.last, fix)) {
    return { verdict: "too_fast", memory: { ...memory, elsewhere: { last: fix, count: 1 } } };
  }
  // One that comes late says nothing new.
  if (recordedAt < elsewhere.last.recordedAt) return { verdict: "too_fast", memory };
  const count = elsewhere.count + 1;
  if (count >= agreeingMin) return accept(fix);
  return { verdict: "too_fast", memory: { ...memory, elsewhere: { last: fix, count } } };
}

/** What is wrong with a position, wherever the driver was before. */
function flawOf({ last }: PositionMemory, position: Fix, now: number): Verdict | undefined {
  const { latitude, longitude, accuracyMeters, recordedAt } = position;
  if (!isLatitude(latitude) || !isLongitude(longitude) || !Number.isFinite(recordedAt)) return "out_of_range";
  if (Math.abs(latitude) < nullIslandDegrees && Math.abs(longitude) < nullIslandDegrees) return "null_island";
  if (recordedAt > now + aheadMaxMs) return "ahead";
  if (recordedAt < now - dayMs || isOlder(recordedAt, last, now)) return "old";
  if ((accuracyMeters ?? 0) > accuracyMaxMeters) return "inaccurate";
  return undefined;
}

/** Whether something newer is known. What lies ahead of the clock does not count: the clock was wrong, and is set back. */
export function isOlder(recordedAt: number, last: Pick<Fix, "recordedAt"> | null, now: number): boolean {
  return last !== null && recordedAt < last.recordedAt && last.recordedAt <= now + aheadMaxMs;
}

/** Both places may be off by their accuracy. */
function isReachable(from: Fix, to: Fix): boolean {
  const meters = distanceMeters(from, to) - (from.accuracyMeters ?? 0) - (to.accuracyMeters ?? 0);
  const ms = Math.max(stepMinMs, Math.abs(to.recordedAt - from.recordedAt));
  return meters * 1000 <= speedMaxMps * ms;
}

function accept(last: Fix): { verdict: Verdict; memory: PositionMemory } {
  return { verdict: "good", memory: { last, elsewhere: null } };
}
