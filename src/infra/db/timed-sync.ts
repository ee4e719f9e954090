import { systemClock } from "../clock.ts";

/** A sync that measures itself. One runs at a time. */
interface TimedSync {
  sync(): Promise<void>;
  /** Age of the last successful sync; undefined before the first. */
  lastAgeMs(): number | undefined;
  /** Age of the running sync; 0 if none is running. */
  runningMs(): number;
}

/** `onSync` receives the duration of each sync. */
export function timedSync(sync: () => Promise<void>, onSync: (durationMs: number) => void): TimedSync {
  const { monotonic } = systemClock;
  let begunMs: number | undefined;
  let endedMs: number | undefined;
  return {
    async sync() {
      const begun = monotonic();
      begunMs = begun;
      await sync();
      begunMs = undefined;
      endedMs = monotonic();
      onSync(endedMs - begun);
    },
    lastAgeMs: () => (endedMs === undefined ? undefined : monotonic() - endedMs),
    runningMs: () => (begunMs === undefined ? 0 : monotonic() - begunMs),
  };
}
