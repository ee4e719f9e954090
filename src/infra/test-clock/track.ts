import type { DueIndex, IndexedRow, IndexedTable } from "../db/due-index.ts";
import type { Log } from "../log.ts";

/** A job whose due rows are run at the times of their accounts. */
export interface ClockedJob {
  readonly name: string;
  readonly rows: IndexedTable;
  readonly inFlightMax: number;
  /** Whether its tasks wait for receivers outside. */
  readonly isOutside: boolean;
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
    timer: undefined,
    next: Promise.withResolvers(),
  };
}

/** What tells the row of a job from all others. */
export function keyOf(job: number, id: string): string {
  return `${job}:${id}`;
}

/** Something has changed for who waits. */
export function poke(track: Track): void {
  track.next.resolve();
  track.next = Promise.withResolvers();
}

/** How long a row is left alone after its task failed, in real time; doubled each time. */
const failureWaitMs = 1_000;
const failureWaitMaxMs = 300_000;
const insideAtOnce = 64;
/** Due rows that are read at once, beyond those that run. */
const readAtOnce = 128;

export interface ReadyRow extends IndexedRow {
  readonly key: string;
  readonly clocked: ClockedJob;
}

/** The account's due rows, in order of time: enough to find all that may begin. */
export function dueRows(track: Track, index: DueIndex, now: number): IndexedRow[] {
  return index.due(track.accountId, now, readAtOnce + track.running.size + track.failed.size);
}

/** Those whose tasks may begin, as many as their jobs allow. */
export function readyRows(
  track: Track,
  due: readonly IndexedRow[],
  { jobs, realNow }: { jobs: readonly ClockedJob[]; realNow: number },
): ReadyRow[] {
  const counts = new Map<ClockedJob, number>();
  for (const { job } of track.running.values()) counts.set(job, (counts.get(job) ?? 0) + 1);
  return due.flatMap((row) => {
    const clocked = jobs[row.job];
    const key = keyOf(row.job, row.id);
    if (!clocked || track.running.has(key) || clocked.isRunning(row.id)) return [];
    if ((track.failed.get(key)?.until ?? 0) > realNow) return [];
    const count = counts.get(clocked) ?? 0;
    if (count >= inFlightMaxOf(clocked)) return [];
    counts.set(clocked, count + 1);
    return [{ ...row, key, clocked }];
  });
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
    const waitMs = Math.min(failureWaitMs * 2 ** (times - 1), failureWaitMaxMs);
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
    await clocked.task(id);
  })
    .then(end, fail)
    .finally(() => {
      track.running.delete(key);
      onEnd();
    });
  track.running.set(key, { job: clocked, done, isChanged: false });
}
