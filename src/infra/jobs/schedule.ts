import type { DueRow } from "../db/due-rows.ts";

const firstMs = 1_000;

/** The longest wait. */
const failureWaitMaxMs = 300_000;

/** How long a row is left alone after its task has failed so many times in a row: doubled each time, up to a limit. */
export function failureWaitMs(times: number): number {
  return Math.min(firstMs * 2 ** (times - 1), failureWaitMaxMs);
}

/** Reads the rows due at `from` or later, in order of time, each id once. */
type ReadRows<R extends DueRow> = (from: number, limit: number) => R[];

interface ScheduleOptions {
  /** Before it, nothing is due. By default nothing is known. */
  from?: number;
  /** The times only give an order: every row is due, also one from before the clock was set back. */
  isDueAtOnce?: boolean;
}

/** A row with a task that runs or is about to. */
interface Running {
  at: number;
  /** When a commit made the row due again while its task ran; Infinity if none did. */
  againAt: number;
}

interface Failed {
  times: number;
  at: number;
  until: number;
  /** Whether the wait is over: the row may be tried again. */
  isOver: boolean;
}

const sameTime = (at: number) => at;

/**
 * What a job knows of its rows without reading them. Each row that is due is held, because its task runs or it failed
 * and waits, or its time is `from` or later. Rows before `from` need not be read, so the running ones are not.
 *
 * Times that commits name are hints: they may be too early, or undone. The rows decide.
 */
export function createSchedule(options: ScheduleOptions = {}) {
  const { isDueAtOnce = false } = options;
  let from = options.from ?? Number.NEGATIVE_INFINITY;
  let retryAt = Number.POSITIVE_INFINITY;
  const running = new Map<string, Running>();
  const failed = new Map<string, Failed>();

  const isDue = (at: number, now: number) => (isDueAtOnce ? at < Number.POSITIVE_INFINITY : at <= now);

  function goBackTo(at: number): void {
    from = Math.min(from, at);
  }

  /** Rows whose wait after a failure is over come up again. */
  function endWaits(now: number): void {
    if (retryAt > now) return;
    retryAt = Number.POSITIVE_INFINITY;
    for (const [id, row] of failed) {
      if (row.isOver) {
        // A row that did not come up again long after its wait is gone.
        if (row.until < now - failureWaitMaxMs && !running.has(id)) failed.delete(id);
      } else if (row.until <= now) {
        row.isOver = true;
        goBackTo(row.at);
      } else retryAt = Math.min(retryAt, row.until);
    }
  }

  function isHeld(id: string): boolean {
    return running.has(id) || failed.get(id)?.isOver === false;
  }

  return {
    /** Whether the row's task runs, or failed and waits. */
    isHeld,
    isRunning: (id: string): boolean => running.has(id),
    /** Whether it can be forgotten: nothing is held, and nothing is due. */
    isIdle: (): boolean => running.size + failed.size === 0 && from === Number.POSITIVE_INFINITY,

    /** A commit made the row due at a time. */
    note(id: string, at: number): void {
      const task = running.get(id);
      const failure = failed.get(id);
      if (task) task.againAt = Math.min(task.againAt, at);
      else if (failure && !failure.isOver) failure.at = Math.min(failure.at, at);
      else goBackTo(at);
    },

    /**
     * Forgets what it knew of times: the next `take` reads from here, by default from the first row. Running tasks may
     * find that their row is not due after all, so it comes up again too. Failed rows come up at once: the clock that
     * their waits count by may have been set.
     */
    rebuild(earliest = Number.NEGATIVE_INFINITY): void {
      from = earliest;
      for (const task of running.values()) task.againAt = Math.min(task.againAt, task.at);
      retryAt = Number.POSITIVE_INFINITY;
      for (const row of failed.values()) {
        row.isOver = true;
        goBackTo(row.at);
      }
    },

    /**
     * When something is due. Infinity: nothing is.
     * @param toReal for rows whose times are not real: when such a time comes
     */
    nextDue(toReal: (at: number) => number = sameTime): number {
      const dueAt = isDueAtOnce && from < Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : toReal(from);
      return Math.min(dueAt, retryAt);
    },

    /**
     * Reads what is due by `now`, at most `free` rows. They are held until `end` or `fail`. Waits after a failure end in
     * real time.
     */
    take<R extends DueRow>(now: number, free: number, read: ReadRows<R>, realNow = now): R[] {
      endWaits(realNow);
      if (free <= 0 || !isDue(from, now)) return [];
      const rows = read(from, free + running.size + failed.size + 1).filter(({ id }) => !isHeld(id));
      const due = rows.slice(0, free).filter(({ at }) => isDue(at, now));
      from = rows[due.length]?.at ?? Number.POSITIVE_INFINITY;
      for (const { id, at } of due) running.set(id, { at, againAt: Number.POSITIVE_INFINITY });
      return due;
    },

    /** Reads the first row that is due, is not held, and that `take` would not read. It should not exist. */
    findMissed(now: number, read: ReadRows<DueRow>): DueRow | undefined {
      const rows = read(Number.NEGATIVE_INFINITY, running.size + failed.size + 1);
      return rows.find(({ id, at }) => at < from && isDue(at, now) && !isHeld(id));
    },

    /** The task is done. What a commit made of the row meanwhile comes up again. */
    end(id: string): void {
      goBackTo(running.get(id)?.againAt ?? Number.POSITIVE_INFINITY);
      running.delete(id);
      failed.delete(id);
    },

    /** The task failed: its unchanged row comes up again after a while. @returns how long it waits, in ms */
    fail(id: string, now: number): number {
      const times = (failed.get(id)?.times ?? 0) + 1;
      const waitMs = failureWaitMs(times);
      const task = running.get(id);
      const at = Math.min(task?.at ?? now, task?.againAt ?? now);
      running.delete(id);
      failed.set(id, { times, at, until: now + waitMs, isOver: false });
      retryAt = Math.min(retryAt, now + waitMs);
      return waitMs;
    },
  };
}

export type Schedule = ReturnType<typeof createSchedule>;
