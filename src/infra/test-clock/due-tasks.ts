import type { Clock } from "../clock.ts";
import type { DueIndex, IndexedRow } from "../db/due-index.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { settlesWithin } from "../timeout.ts";
import type { AccountTimes } from "./times.ts";
import {
  beginTask,
  type ClockedJob,
  type Companion,
  dueRows,
  type ReadyRow,
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

  function due(track: Track): IndexedRow[] {
    return dueRows(track, index, times.now(track.accountId));
  }

  function ready(track: Track, rows: readonly IndexedRow[]): ReadyRow[] {
    if (stopping.aborted || isPaused()) return [];
    return readyRows(track, rows, { jobs, realNow: realClock.now() });
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
    begin(track, ready(track, due(track)));
  }

  /** The same inside a transaction. Nothing outside hears of what it may still undo. */
  function beginInside(track: Track): void {
    const rows = ready(track, due(track));
    begin(
      track,
      rows.filter(({ clocked }) => !clocked.isOutside),
    );
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

  /** Whether nothing runs, but for what receivers outside are given no more time for. */
  function isQuiet(track: Track, rows: readonly IndexedRow[], leftMs: number): boolean {
    if (ownTasks(track).length > 0) return false;
    // A job runs a due row itself if the account had no clock when it began.
    const isRunningInJob = () => rows.some(({ job, id }) => jobs[job]?.isRunning(id));
    return leftMs <= 0 || (!isRunningInJob() && countOutside(track) === 0);
  }

  /** Whether everything that is due now has been done. For transactions: it reads only if something has become due. */
  function isStillDone(track: Track, leftMs: number): boolean {
    if (track.changes === track.doneAtChange) return true;
    const rows = due(track);
    return ready(track, rows).length === 0 && isQuiet(track, rows, leftMs);
  }

  /**
   * Runs everything that is due now, and what follows from it. @returns the time left to wait for receivers outside
   * @throws AppError `shutting_down`
   */
  async function runDue(track: Track, outsideMs: number): Promise<number> {
    for (let leftMs = outsideMs; ; ) {
      if (stopping.aborted) throw new AppError("shutting_down");
      const rows = due(track);
      const begun = ready(track, rows);
      begin(track, begun);
      const own = ownTasks(track);
      if (own.length > 0) await Promise.all(own);
      else if (begun.length === 0 && isQuiet(track, rows, leftMs)) {
        track.doneAtChange = track.changes;
        return leftMs;
      } else {
        const begunMs = realClock.monotonic();
        await settlesWithin(leftMs, track.next.promise);
        leftMs -= realClock.monotonic() - begunMs;
      }
    }
  }

  return { beginDue, beginInside, isStillDone, runDue, countOutside };
}
