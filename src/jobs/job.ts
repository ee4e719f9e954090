import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";

/**
 * Work that rows ask for. One process runs it, so what is in flight is a set in memory: a restart forgets it
 * and finds the rows again.
 */
export interface Job {
  readonly name: string;
  /** Begins all that is due by `now`, up to a limit of the job's own. @returns how much it began. */
  run(now: number): number | Promise<number>;
  /** The earliest time after `now` at which something will be due, if anything waits. */
  nextDue(now: number): number | undefined;
  /** Resolves when nothing that the job began is still running. */
  drain(): Promise<void>;
}

export type JobFactory = (deps: Deps, environment: Environment) => Job;

/**
 * The tasks of a job that are running, by the id of their row. What a task tells the world it has read from
 * rows that are on the disk: each begins when all that was committed before it is.
 */
export function taskSet(deps: Deps, environment: Environment, name: string) {
  const store = deps.stores.platform(environment);
  const running = new Map<string, Promise<void>>();
  return {
    has: (id: string): boolean => running.has(id),
    get size(): number {
      return running.size;
    },
    /** Runs `task`; its failure is logged and its row, unchanged, comes up again. */
    start(id: string, task: () => Promise<void>): void {
      const guarded = store
        .synced()
        .then(task)
        .catch((error) => deps.log.error({ err: error, job: name, id }, "a task failed"))
        .finally(() => running.delete(id));
      running.set(id, guarded);
    },
    async drain(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** A job whose tasks are rows with a due time, each done by itself. */
export function rowJob(
  deps: Deps,
  environment: Environment,
  options: {
    name: string;
    /** Ids of at most `limit` rows that are due, those that run included. */
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
    run(now) {
      const free = inFlightMax - tasks.size;
      if (free <= 0) return 0;
      const waiting = due(now, inFlightMax * 2).filter((id) => !tasks.has(id));
      for (const id of waiting.slice(0, free)) tasks.start(id, () => task(id));
      return Math.min(waiting.length, free);
    },
    nextDue,
    drain: tasks.drain,
  };
}
