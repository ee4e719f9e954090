import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/** One rate for each of many, such as tokens: how much each used of it, in memory. At most `max` are remembered. */
export function createLevels(rate: Rate, max: number) {
  const levels = new Map<string, Level>();
  return {
    /** Counts one, or `count`. @returns milliseconds until it fits, and 0 if it fits now; what does not fit is not counted */
    take(id: string, now: number, count = 1): number {
      const level = drained(rate, levels.get(id) ?? { backlog: 0, at: now }, now);
      const wait = waitMs(rate, level, count);
      if (wait > 0) return wait;
      setLatest(levels, id, filled(level, count), max);
      return 0;
    },
  };
}

/** Sets the entry that was used last, and drops those that were not used for longest. @param max how many are kept */
export function setLatest<T>(entries: Map<string, T>, id: string, value: T, max: number): void {
  // A map has its keys in the order in which they came.
  entries.delete(id);
  entries.set(id, value);
  dropOldest(entries, max);
}

/** Drops the entries that came first, until at most `max` are left. */
export function dropOldest(entries: Map<string, unknown>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(oldest);
  }
}
