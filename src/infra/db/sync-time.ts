import { systemClock } from "../clock.ts";

/** A sync that is timed; one runs at a time. */
interface TimedSync {
  sync(): Promise<void>;
  /** How long ago the last one ended well; undefined before the first. */
  lastAgeMs(): number | undefined;
  /** How long the one that runs has been running; 0 where none does. */
  runningMs(): number;
}

/** `onSync` is told how long each took. */
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
