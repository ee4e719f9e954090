import { systemClock } from "../clock.ts";

/** A sync of this duration leaves the main thread waiting more than working. */
const slowMs = 20;

/** A sync that measures itself. One runs at a time. */
interface TimedSync {
  sync(): Promise<void>;
  /** Age of the last successful sync; undefined before the first. */
  lastAgeMs(): number | undefined;
  /** Age of the running sync; 0 if none is running. */
  runningMs(): number;
  /** Whether the last successful sync took long. */
  isSlow(): boolean;
}

/** `onSync` receives the duration of each sync. */
export function timedSync(sync: () => Promise<void>, onSync: (durationMs: number) => void): TimedSync {
  const { monotonic } = systemClock;
  let begunMs: number | undefined;
  let endedMs: number | undefined;
  let lastMs = 0;
  return {
    async sync() {
      const begun = monotonic();
      begunMs = begun;
      await sync();
      begunMs = undefined;
      endedMs = monotonic();
      lastMs = endedMs - begun;
      onSync(lastMs);
    },
    lastAgeMs: () => (endedMs === undefined ? undefined : monotonic() - endedMs),
    runningMs: () => (begunMs === undefined ? 0 : monotonic() - begunMs),
    isSlow: () => lastMs >= slowMs,
  };
}
