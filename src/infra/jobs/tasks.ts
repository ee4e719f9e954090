import type { Deps } from "../deps.ts";
import { holdThread } from "../waiting/stretches.ts";
import { type Failure, toFailure } from "./job.ts";
import type { Schedule } from "./schedule.ts";

interface TaskOptions {
  /** The job's name. */
  name: string;
  /** Resolves when every commit made so far is durable. */
  synced(): Promise<void>;
  /** Called when a task has ended: there is room, and a row of its schedule may be due again. */
  onEnd(schedule: Schedule): void;
}

export type TaskSet = ReturnType<typeof taskSet>;

/**
 * The running tasks of a job. A task begins when every earlier commit is on the disk, so it tells the world only what a
 * crash cannot undo.
 */
export function taskSet(deps: Deps, { name, synced, onEnd }: TaskOptions) {
  const running = new Set<Promise<void>>();
  const perGroup = new Map<string, number>();
  let lastFailure: Failure | undefined;
  const { clocks } = deps;

  function fail(schedule: Schedule, id: string, error: unknown): void {
    const waitMs = schedule.fail(id, deps.realClock.now());
    // Its row is found again by the next start.
    if (deps.stopping.aborted) return;
    lastFailure = toFailure(error, id, deps.realClock.now());
    deps.log.error({ err: error, job: name, id, wait_ms: waitMs }, "Task failed");
  }

  function count(group: string, change: number): void {
    const left = (perGroup.get(group) ?? 0) + change;
    if (left > 0) perGroup.set(group, left);
    else perGroup.delete(group);
  }

  return {
    get running(): number {
      return running.size;
    },
    /** How many tasks of a group are running: a carrier, an endpoint. */
    runningOf: (group: string): number => perGroup.get(group) ?? 0,
    /** Runs `task` for a row that the schedule gave. If it fails, the unchanged row comes up again after a while. */
    start(schedule: Schedule, id: string, task: () => Promise<void>, group = name): void {
      count(group, 1);
      const begin = () => {
        holdThread({ name });
        return task();
      };
      const guarded: Promise<void> = synced()
        // Whoever woke the job has begun in the time of some account.
        .then(clocks ? () => clocks.times.run(null, begin) : begin)
        .then(
          () => schedule.end(id),
          (error) => fail(schedule, id, error),
        )
        .finally(() => {
          running.delete(guarded);
          count(group, -1);
          onEnd(schedule);
        });
      running.add(guarded);
    },
    lastFailure: (): Failure | undefined => lastFailure,
    async drain(): Promise<void> {
      await Promise.all(running);
    },
  };
}
