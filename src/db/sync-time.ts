import { systemClock } from "../clock.ts";

/** A sync that is timed; one runs at a time. */
export interface TimedSync {
  sync(): Promise<void>;
  /** How long the one that runs has been running; 0 where none does. */
  runningMs(): number;
}

/** `onSync` is told how long each took. */
export function timedSync(sync: () => Promise<void>, onSync: (durationMs: number) => void): TimedSync {
  const { monotonic } = systemClock;
  let begunMs: number | undefined;
  return {
    async sync() {
      const begun = monotonic();
      begunMs = begun;
      await sync();
      begunMs = undefined;
      onSync(monotonic() - begun);
    },
    runningMs: () => (begunMs === undefined ? 0 : monotonic() - begunMs),
  };
}
