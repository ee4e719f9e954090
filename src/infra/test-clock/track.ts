import { type DueIndex, firstRow, type IndexedRow, type IndexedTable } from "../db/due-index.ts";
import { failureWaitMs } from "../jobs/schedule.ts";
import type { Log } from "../log/log.ts";
import { holdThread } from "../waiting/stretches.ts";

/** A job whose due rows are run at the times of their accounts. */
export interface ClockedJob {
  readonly name: string;
  readonly rows: IndexedTable;
  readonly inFlightMax: number;
  /** Whether its tasks wait for receivers outside. */
  readonly isOutside: boolean;
  /** Whether a task is one write and nothing else: it ends with the transaction in which it begins. */
  readonly isOneWrite?: boolean;
  /** Whether its tasks are not counted. */
  readonly isChore?: boolean;
  /** Resolves when every commit made so far is durable. */
  synced(): Promise<void>;
  /** Whether the job runs the row's task itself: the account had no clock when it began. */
  isRunning(id: string): boolean;
  task(id: string): Promise<void>;
  /** The job reads its rows again: an account has no clock any more. */
  rebuild(): void;
}

/** A job that runs its own rows at the times of their accounts. */
export interface Companion {
  /** Without one of them that is due, it waits for nothing. */
  readonly rows?: IndexedTable;
  /** The time of an account was moved. */
  wake(): void;
  /** How many of the account's things are due or on their way outside. */
  waiting(accountId: string, now: number): number;
}

interface Failed {
  times: number;
  /** In real time. */
  until: number;
}

interface RunningTask {
  readonly job: ClockedJob;
  readonly done: Promise<void>;
  /** Whether a transaction has changed its row meanwhile. */
  isChanged: boolean;
}

/** What an account's clock runs. */
export interface Track {
  readonly accountId: string;
  readonly running: Map<string, RunningTask>;
  readonly failed: Map<string, Failed>;
  /** How often a transaction has made something due. */
  changes: number;
  /** `changes` when everything that was due had been done. */
  doneAtChange: number;
  /** Tasks begun so far. */
  begun: number;
  /** Whether its clock is about to be removed: an advance ends where it is. */
  isLeaving: boolean;
  /** Looks again when something is due. */
  timer: Timer | undefined;
  /** Resolves at the next end of a task, or commit. */
  next: PromiseWithResolvers<void>;
}

export function createTrack(accountId: string): Track {
  return {
    accountId,
    running: new Map(),
    failed: new Map(),
    changes: 0,
    doneAtChange: -1,
    begun: 0,
    isLeaving: false,
    timer: undefined,
    next: Promise.withResolvers(),
  };
}

/** What tells the row of a job from all others. */
export function keyOf(job: number, id: string): string {
  return `${job}:${id}`;
}

/** Something has changed for who waits. */
export function notifyWaiters(track: Track): void {
  track.next.resolve();
  track.next = Promise.withResolvers();
}

/** A transaction has made a row due, or changed its group. */
export function markDue(track: Track, key: string): void {
  track.changes += 1;
  const running = track.running.get(key);
  if (running) running.isChanged = true;
}

/** Calls `then` after a while, unless the timer is cleared before. */
export function sleep(track: Track, ms: number, then: (track: Track) => void): void {
  track.timer = setTimeout(then, ms, track);
  track.timer.unref();
}

/** Settles when all that runs has ended. */
export function runningTasks({ running }: Track): Promise<unknown> {
  return Promise.all([...running.values()].map(({ done }) => done));
}

const insideAtOnce = 64;
/** Due rows that are read at once, beyond those that run. */
const readAtOnce = 128;

interface World {
  index: DueIndex;
  jobs: readonly ClockedJob[];
  /** Of the account. */
  now: number;
  realNow: number;
}

export interface ReadyRow extends IndexedRow {
  readonly key: string;
  readonly clocked: ClockedJob;
}

/** What is due of an account. */
export interface Due {
  /** The rows whose tasks may begin, in order of time, as many as their jobs allow. */
  readonly ready: ReadyRow[];
  /** Whether a job runs a due row itself: the account had no clock when it began. */
  readonly isRunningInJob: boolean;
  /** When rows that are due and have failed may begin again, in real time. */
  readonly retryAts: readonly number[];
}

/** Reads on until enough may begin: what waits for its job to have room must not hide what is due after it. */
export function readDue(track: Track, { index, jobs, now, realNow }: World): Due {
  const limit = readAtOnce + track.running.size + track.failed.size;
  const ready: ReadyRow[] = [];
  const retryAts: number[] = [];
  const counts = new Map<ClockedJob, number>();
  const count = (job: ClockedJob) => counts.set(job, (counts.get(job) ?? 0) + 1);
  const isFull = (job: ClockedJob) => (counts.get(job) ?? 0) >= inFlightMaxOf(job);
  let isRunningInJob = false;
  for (const { job } of track.running.values()) count(job);
  for (let after = firstRow; ; ) {
    const but = jobs.flatMap((job, number) => (isFull(job) ? [number] : []));
    const rows = index.due(track.accountId, { now, after, but, limit });
    for (const row of rows) {
      const clocked = jobs[row.job];
      const key = keyOf(row.job, row.id);
      if (!clocked || track.running.has(key)) continue;
      const retryAt = track.failed.get(key)?.until ?? 0;
      if (clocked.isRunning(row.id)) isRunningInJob = true;
      else if (retryAt > realNow) retryAts.push(retryAt);
      else if (!isFull(clocked)) {
        count(clocked);
        ready.push({ ...row, key, clocked });
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < limit || ready.length >= readAtOnce)
      return { ready, isRunningInJob, retryAts };
    after = last;
  }
}

/** Tasks of one transaction delay others' requests a little, which tests prefer to waiting for an advance. */
function inFlightMaxOf({ isOutside, inFlightMax }: ClockedJob): number {
  return isOutside ? inFlightMax : Math.max(inFlightMax, insideAtOnce);
}

/** When the next wait after a failure ends. What waited until now has been looked at. */
export function nextRetryAt({ failed }: Track, realNow: number): number {
  const waits = [...failed.values()].map(({ until }) => until).filter((until) => until > realNow);
  return Math.min(Number.POSITIVE_INFINITY, ...waits);
}

interface Begin {
  index: DueIndex;
  realNow(): number;
  log: Log;
  isStopping(): boolean;
  /** Runs it in the account's time. */
  run(work: () => Promise<void>): Promise<void>;
  /** The task has ended. */
  onEnd(): void;
}

/** Runs the task of a row. If it fails, the unchanged row comes up again after a while. */
export function beginTask(
  track: Track,
  row: ReadyRow,
  { index, log, realNow, isStopping, run, onEnd }: Begin,
) {
  const { key, clocked, id, at } = row;
  const fail = (error: unknown) => {
    const times = (track.failed.get(key)?.times ?? 0) + 1;
    const waitMs = failureWaitMs(times);
    track.failed.set(key, { times, until: realNow() + waitMs });
    if (!isStopping()) log.error({ err: error, job: clocked.name, id, wait_ms: waitMs }, "Task failed");
  };
  const end = () => {
    track.failed.delete(key);
    // A task that ends well has changed its row. It must not run on and on if it has not.
    if (!track.running.get(key)?.isChanged && index.find(row.job, id)?.at === at)
      fail(new Error("the task left its row due"));
  };
  if (!clocked.isChore) track.begun += 1;
  const done = run(async () => {
    if (clocked.isOutside) await clocked.synced();
    holdThread({ name: clocked.name });
    await clocked.task(id);
  })
    .then(end, fail)
    .finally(() => {
      track.running.delete(key);
      onEnd();
    });
  track.running.set(key, { job: clocked, done, isChanged: false });
}
