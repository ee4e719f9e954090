import type { Clock } from "../clock.ts";
import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { type Failure, type Job, toFailure } from "./job.ts";

/** Makes a job of one environment from what its feature uses. */
export type JobFactory<D extends Deps = Deps> = (deps: D, environment: Environment) => Job;

/** How long a row is left alone after its task failed; doubled each time. */
const failureWaitMs = 1_000;
const failureWaitMaxMs = 300_000;
/** The backlog is counted up to here: an exact larger number is not worth its cost. */
const backlogMax = 1_000;

/**
 * The running tasks of a job, by the id of their row. A task begins when every earlier commit is on the disk, so it
 * tells the world only what a crash cannot undo.
 */
export function taskSet(deps: Deps, environment: Environment, name: string) {
  const store = deps.stores.platform(environment);
  const running = new Map<string, Promise<void>>();
  const perGroup = new Map<string, number>();
  const failures = failureMemory(deps.clock);
  let lastFailure: Failure | undefined;

  function fail(id: string, error: unknown): void {
    // Its row is found again by the next start.
    if (deps.stopping.aborted) return;
    const waitMs = failures.add(id);
    lastFailure = toFailure(error, id, deps.clock.now());
    deps.log.error({ err: error, job: name, id, wait_ms: waitMs }, "Task failed");
  }

  function count(group: string, change: number): void {
    const left = (perGroup.get(group) ?? 0) + change;
    if (left > 0) perGroup.set(group, left);
    else perGroup.delete(group);
  }

  return {
    /** Whether to leave the row alone: its task is running or failed lately. */
    isBusy: (id: string): boolean => running.has(id) || failures.isWaiting(id),
    get running(): number {
      return running.size;
    },
    /** How many tasks of a group are running: a carrier, an endpoint. */
    runningOf: (group: string): number => perGroup.get(group) ?? 0,
    /** The most rows that failed lately. A query must read that many more to find others. */
    get failedMax(): number {
      return failures.size;
    },
    /** Runs `task`. A failure is logged, and the unchanged row comes up again after a while. */
    start(id: string, task: () => Promise<void>, group = name): void {
      count(group, 1);
      const guarded = store
        .synced()
        .then(task)
        .then(
          () => failures.forget(id),
          (error) => fail(id, error),
        )
        .finally(() => {
          running.delete(id);
          count(group, -1);
        });
      running.set(id, guarded);
    },
    lastFailure: (): Failure | undefined => lastFailure,
    async drain(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** Remembers which rows failed, how often, and how long to leave them alone. */
function failureMemory(clock: Clock) {
  const failed = new Map<string, { times: number; until: number }>();

  /** A row that did not come up again long after its wait is gone. */
  function forgetGone(): void {
    const longAgo = clock.now() - failureWaitMaxMs;
    for (const [id, { until }] of failed) if (until < longAgo) failed.delete(id);
  }

  return {
    get size(): number {
      return failed.size;
    },
    isWaiting: (id: string): boolean => (failed.get(id)?.until ?? 0) > clock.now(),
    forget: (id: string): void => void failed.delete(id),
    /** @returns how long the row waits now, in ms */
    add(id: string): number {
      const times = (failed.get(id)?.times ?? 0) + 1;
      const waitMs = Math.min(failureWaitMs * 2 ** (times - 1), failureWaitMaxMs);
      forgetGone();
      failed.set(id, { times, until: clock.now() + waitMs });
      return waitMs;
    },
  };
}

export type TaskSet = ReturnType<typeof taskSet>;

/** A job whose tasks are rows with a due time, each run on its own. */
export function rowJob(
  deps: Deps,
  environment: Environment,
  options: {
    name: string;
    /** Ids of at most `limit` due rows, including the running ones. */
    due(now: number, limit: number): string[];
    nextDue(now: number): number | undefined;
    task(id: string): Promise<void>;
    inFlightMax: number;
  },
): Job {
  const { name, due, nextDue, task, inFlightMax } = options;
  const tasks = taskSet(deps, environment, name);
  return {
    name,
    environment,
    run(now) {
      const free = inFlightMax - tasks.running;
      if (free <= 0) return 0;
      const waiting = due(now, free + tasks.running + tasks.failedMax).filter((id) => !tasks.isBusy(id));
      const begun = waiting.slice(0, free);
      for (const id of begun) tasks.start(id, () => task(id));
      return begun.length;
    },
    nextDue,
    backlog: (now) => due(now, backlogMax).length,
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
}
