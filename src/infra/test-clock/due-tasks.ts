import type { Clock } from "../clock.ts";
import type { DueIndex } from "../db/due-index.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { settlesWithin } from "../timeout.ts";
import type { AccountTimes } from "./times.ts";
import {
  beginTask,
  type ClockedJob,
  type Companion,
  isRunningInJob,
  readyRows,
  type Track,
} from "./track.ts";

interface World {
  index: DueIndex;
  jobs: readonly ClockedJob[];
  companions: readonly Companion[];
  times: AccountTimes;
  realClock: Clock;
  log: Log;
  stopping: AbortSignal;
  isPaused(): boolean;
  onEnd(track: Track): void;
}

/** Runs what is due by the clock of an account. */
export function createDueTasks(world: World) {
  const { index, jobs, companions, times, realClock, log, stopping, isPaused, onEnd } = world;

  function dueOf({ accountId }: Track) {
    return { index, jobs, now: times.now(accountId), realNow: realClock.now() };
  }

  function ready(track: Track): ReturnType<typeof readyRows> {
    return stopping.aborted || isPaused() ? [] : readyRows(track, dueOf(track));
  }

  /** Begins the tasks that may begin now. @returns how many */
  function begin(track: Track): number {
    const rows = ready(track);
    for (const row of rows) {
      beginTask(track, row, {
        index,
        log,
        realNow: realClock.now,
        isStopping: () => stopping.aborted,
        run: (work) => times.run(track.accountId, work),
        onEnd: () => onEnd(track),
      });
    }
    return rows.length;
  }

  function ownTasks(track: Track): Promise<void>[] {
    return [...track.running.values()].flatMap(({ job, done }) => (job.isOutside ? [] : [done]));
  }

  /** How many receivers outside have not answered. */
  function countOutside(track: Track): number {
    const own = [...track.running.values()].filter(({ job }) => job.isOutside).length;
    const now = times.now(track.accountId);
    return companions.reduce((sum, companion) => sum + companion.waiting(track.accountId, now), own);
  }

  /** Whether nothing runs, but for what receivers outside are given no more time for. */
  function isQuiet(track: Track, leftMs: number): boolean {
    if (ownTasks(track).length > 0) return false;
    return leftMs <= 0 || (countOutside(track) === 0 && !isRunningInJob(track, dueOf(track)));
  }

  /** Whether everything that is due now has been done. For transactions: it reads only if something has become due. */
  function isStillDone(track: Track, leftMs: number): boolean {
    return track.changes === track.doneAtChange || (ready(track).length === 0 && isQuiet(track, leftMs));
  }

  /**
   * Runs everything that is due now, and what follows from it. @returns the time left to wait for receivers outside
   * @throws AppError `shutting_down`
   */
  async function runDue(track: Track, outsideMs: number): Promise<number> {
    for (let leftMs = outsideMs; ; ) {
      if (stopping.aborted) throw new AppError("shutting_down");
      const begun = begin(track);
      const own = ownTasks(track);
      if (own.length > 0) await Promise.all(own);
      else if (begun === 0 && isQuiet(track, leftMs)) {
        track.doneAtChange = track.changes;
        return leftMs;
      } else {
        const begunMs = realClock.monotonic();
        await settlesWithin(leftMs, track.next.promise);
        leftMs -= realClock.monotonic() - begunMs;
      }
    }
  }

  return { begin, isStillDone, runDue, countOutside };
}
