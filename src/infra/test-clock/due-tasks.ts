import type { Clock } from "../clock.ts";
import type { DueIndex } from "../db/due-index.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log/log.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import type { AccountTimes } from "./times.ts";
import {
  beginTask,
  type ClockedJob,
  type Companion,
  type Due,
  type ReadyRow,
  readDue,
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

  /** While the jobs are paused, nothing may begin. */
  function dueOf(track: Track): Due {
    const now = times.now(track.accountId);
    const due = readDue(track, { index, jobs, now, realNow: realClock.now() });
    return stopping.aborted || isPaused() ? { ...due, ready: [] } : due;
  }

  function begin(track: Track, rows: readonly ReadyRow[]): void {
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
  }

  /** Begins the tasks that may begin now. */
  function beginDue(track: Track): void {
    begin(track, dueOf(track).ready);
  }

  /**
   * Begins the tasks that may begin inside a transaction. Nothing outside hears of what it may still undo.
   * @returns how many
   */
  function beginInside(track: Track): number {
    const ready = dueOf(track).ready.filter(({ clocked }) => !clocked.isOutside);
    begin(track, ready);
    return ready.length;
  }

  /** Whether all that runs ends with the transaction in which it began. */
  function endsInside({ running }: Track): boolean {
    return running.values().every(({ job }) => job.isOneWrite === true);
  }

  function ownTasks(track: Track): Promise<void>[] {
    return [...track.running.values()].flatMap(({ job, done }) => (job.isOutside ? [] : [done]));
  }

  /** How many receivers outside have not answered. */
  function countOutside(track: Track): number {
    const own = [...track.running.values()].filter(({ job }) => job.isOutside).length;
    const now = times.now(track.accountId);
    const isOwnDue = index.isOwnDue(track.accountId, now);
    return companions
      .filter(({ rows }) => rows === undefined || isOwnDue)
      .reduce((sum, companion) => sum + companion.waiting(track.accountId, now), own);
  }

  /** How many receivers outside have not answered, and how many tasks have failed and wait for their next attempt. */
  function countPending(track: Track): number {
    return countOutside(track) + dueOf(track).retryAts.length;
  }

  /** How long the first of the tasks that have failed waits; Infinity if none has. */
  function retryInMs({ retryAts }: Due): number {
    return Math.min(Number.POSITIVE_INFINITY, ...retryAts) - realClock.now();
  }

  /** Whether nothing runs or comes up again, but for what is given no more time. */
  function isQuiet(track: Track, due: Due, leftMs: number): boolean {
    if (ownTasks(track).length > 0) return false;
    return leftMs <= 0 || (!due.isRunningInJob && retryInMs(due) > leftMs && countOutside(track) === 0);
  }

  /** Whether everything that is due now has been done. For transactions: it reads only if something has become due. */
  function isStillDone(track: Track, leftMs: number): boolean {
    if (track.changes === track.doneAtChange) return true;
    const due = dueOf(track);
    return due.ready.length === 0 && isQuiet(track, due, leftMs);
  }

  /** Whether nothing is left to do later in a transaction, after tasks that end with it. */
  function isDoneInside(track: Track, leftMs: number): boolean {
    if (index.isAnyDue(track.accountId, times.now(track.accountId))) return false;
    return leftMs <= 0 || countOutside(track) === 0;
  }

  /**
   * Runs everything that is due now, and what follows from it. @returns the time left to wait for receivers outside, and
   * for tasks that have failed
   * @throws AppError `shutting_down`
   */
  async function runDue(track: Track, outsideMs: number): Promise<number> {
    for (let leftMs = outsideMs; ; ) {
      if (stopping.aborted) throw new AppError("shutting_down");
      if (track.isLeaving) return leftMs;
      const due = dueOf(track);
      begin(track, due.ready);
      const own = ownTasks(track);
      if (own.length > 0) await Promise.all(own);
      else if (due.ready.length === 0 && isQuiet(track, due, leftMs)) {
        track.doneAtChange = track.changes;
        return leftMs;
      } else {
        const begunMs = realClock.monotonic();
        await settlesWithin(Math.min(leftMs, retryInMs(due)), track.next.promise);
        leftMs -= realClock.monotonic() - begunMs;
      }
    }
  }

  return { beginDue, beginInside, endsInside, isStillDone, isDoneInside, runDue, countPending };
}
