import type { DueIndex, IndexedTable } from "../db/due-index.ts";
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
  isHeld(id: string): boolean;
  task(id: string): Promise<void>;
  /** The job reads its rows again: an account has no clock any more. */
  rebuild(): void;
}

/** A job that runs its own rows at the times of their accounts. */
export interface Companion {
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
}

/** What an account's clock runs. */
export interface Track {
  readonly accountId: string;
  readonly running: Map<string, RunningTask>;
  readonly failed: Map<string, Failed>;
  /** Tasks begun so far. */
  begun: number;
  isAdvancing: boolean;
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
    begun: 0,
    isAdvancing: false,
    timer: undefined,
    next: Promise.withResolvers(),
  };
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

interface BeginOptions {
  index: DueIndex;
  jobs: readonly ClockedJob[];
  /** Of the account. */
  now: number;
  realNow(): number;
  log: Log;
  isStopping(): boolean;
  /** Runs it in the account's time. */
  run(work: () => Promise<void>): Promise<void>;
  /** A task has ended. */
  onEnd(): void;
}

/** Begins the tasks of the rows that are due, in order of time, as many as their jobs allow. */
export function beginDue(track: Track, options: BeginOptions): void {
  const { index, jobs, now } = options;
  const limit = readAtOnce + track.running.size + track.failed.size;
  const perJob = new Map<ClockedJob, number>();
  for (const { job } of track.running.values()) perJob.set(job, (perJob.get(job) ?? 0) + 1);
  for (const row of index.due(track.accountId, now, limit)) {
    const job = jobs[row.job];
    const key = `${row.job}:${row.id}`;
    if (!job || track.running.has(key) || job.isHeld(row.id) || isWaiting(track, key, options.realNow()))
      continue;
    const count = perJob.get(job) ?? 0;
    if (count >= inFlightMaxOf(job)) continue;
    perJob.set(job, count + 1);
    begin(track, job, row, options);
  }
}

/** Tasks of one transaction delay others' requests a little, which tests prefer to waiting for an advance. */
function inFlightMaxOf({ isOutside, inFlightMax }: ClockedJob): number {
  return isOutside ? inFlightMax : Math.max(inFlightMax, insideAtOnce);
}

function isWaiting(track: Track, key: string, realNow: number): boolean {
  const failed = track.failed.get(key);
  return failed !== undefined && failed.until > realNow;
}

function begin(
  track: Track,
  job: ClockedJob,
  { job: number, id, at }: { job: number; id: string; at: number },
  { index, log, realNow, isStopping, run, onEnd }: BeginOptions,
): void {
  const key = `${number}:${id}`;
  const fail = (error: unknown) => {
    const times = (track.failed.get(key)?.times ?? 0) + 1;
    const waitMs = Math.min(failureWaitMs * 2 ** (times - 1), failureWaitMaxMs);
    track.failed.set(key, { times, until: realNow() + waitMs });
    if (!isStopping()) log.error({ err: error, job: job.name, id, wait_ms: waitMs }, "Task failed");
  };
  const end = () => {
    track.failed.delete(key);
    // A task that ends well has changed its row. It must not run on and on if it has not.
    if (index.find(number, id)?.at === at) fail(new Error("the task left its row due"));
  };
  if (!job.isChore) track.begun += 1;
  const done = run(async () => {
    if (job.isOutside) await job.synced();
    await job.task(id);
  })
    .then(end, fail)
    .finally(() => {
      track.running.delete(key);
      onEnd();
    });
  track.running.set(key, { job, done });
}
