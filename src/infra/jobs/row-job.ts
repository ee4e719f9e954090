import type { DueRows } from "../db/due-rows.ts";
import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";
import type { Job } from "./job.ts";
import { createSchedule } from "./schedule.ts";
import { taskSet } from "./tasks.ts";

/** Makes a job of one environment from what its feature uses. */
export type JobFactory<D extends Deps = Deps> = (deps: D, environment: Environment) => Job;

/** The backlog is counted up to here: an exact larger number is not worth its cost. */
const backlogMax = 1_000;

interface RowJobOptions {
  name: string;
  rows: DueRows;
  /** The times of the rows only give an order: every row is due. */
  isDueAtOnce?: boolean;
  task(id: string): Promise<void>;
  inFlightMax: number;
  /** Whether its tasks wait for receivers outside. */
  isOutside?: boolean;
  /** Whether a task is one write and nothing else. */
  isOneWrite?: boolean;
  /** Whether no advance of a clock tells of its tasks: nobody waits for them. */
  isChore?: boolean;
}

/** A job whose tasks are rows with a due time, each run on its own. */
export function rowJob(deps: Deps, environment: Environment, options: RowJobOptions): Job {
  const { name, rows, isDueAtOnce = false, task, inFlightMax } = options;
  const { isOutside = false, isOneWrite = false, isChore = false } = options;
  const schedule = createSchedule({ isDueAtOnce });
  let wake = () => {};
  /** The first run comes also where nothing is due: reports say of each job when it ran. */
  let hasRun = false;
  const { clocks } = deps;
  const { indexed } = rows;
  const onEnd = () => {
    wake();
    clocks?.runner.lookAgain();
  };
  const tasks = taskSet(deps, { name, synced: rows.synced, onEnd });
  return {
    name,
    environment,
    watch(given) {
      wake = given;
      rows.watch(schedule.note);
      if (rows.isEmpty()) schedule.rebuild(Number.POSITIVE_INFINITY);
      if (!clocks || !indexed) return;
      const { isRunning, rebuild } = schedule;
      const { synced } = rows;
      const kind = { isOutside, isOneWrite, isChore };
      clocks.runner.addJob({ name, rows: indexed, task, inFlightMax, ...kind, synced, isRunning, rebuild });
    },
    nextDue() {
      if (!hasRun) return Number.NEGATIVE_INFINITY;
      return tasks.running < inFlightMax ? schedule.nextDue() : Number.POSITIVE_INFINITY;
    },
    run(now) {
      hasRun = true;
      const begun = schedule.take(now, inFlightMax - tasks.running, rows.read);
      for (const { id, accountId = null } of begun) {
        tasks.start(
          schedule,
          id,
          clocks ? () => clocks.times.run(accountId, () => task(id)) : () => task(id),
        );
      }
      return begun.length;
    },
    rebuild: schedule.rebuild,
    findMissed: (now) => schedule.findMissed(now, rows.read),
    backlog: (now) =>
      rows.read(Number.NEGATIVE_INFINITY, backlogMax).filter(({ at }) => isDueAtOnce || at <= now).length,
    oldestDueAt: () => rows.read(Number.NEGATIVE_INFINITY, 1)[0]?.at,
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
}
