/** The only source of time, so that a test can replace it. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never go back; for durations only. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

const microsecondsPerMs = 1_000;

/** Processor time that this thread has taken so far, in ms. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / microsecondsPerMs;
}

/** RFC 3339, UTC, milliseconds, `Z` (contract §1). */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** RFC 3339 for a time that may be missing, as `toTimestamp` writes it. */
export function toTimestampOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : toTimestamp(epochMs);
}

/** For people who may be anywhere: `2026-01-31 09:30 UTC`. */
export function toMinute(timestamp: string): string {
  return `${timestamp.slice(0, "2026-01-31T09:30".length).replace("T", " ")} UTC`;
}

/** Epoch milliseconds of a valid RFC 3339 time; undefined for undefined. */
export function fromTimestamp(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Date.parse(timestamp);
}
