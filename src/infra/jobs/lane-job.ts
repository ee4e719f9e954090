import type { DueLanes } from "../db/due-lanes.ts";
import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";
import type { Job } from "./job.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { taskSet } from "./tasks.ts";

/** The backlog of a lane is counted up to here. */
const backlogPerLaneMax = 100;

interface LaneJobOptions {
  name: string;
  rows: DueLanes;
  task(id: string): Promise<void>;
  inFlightMax: number;
  /** How many tasks of a lane run at a time. */
  inFlightPerLaneMax: number;
}

/** A job whose tasks are rows with a due time that wait for receivers. One that does not answer delays no other. */
export function laneJob(deps: Deps, environment: Environment, options: LaneJobOptions): Job {
  const { name, rows, task, inFlightMax, inFlightPerLaneMax } = options;
  const { clocks } = deps;
  /** The lane whose tasks began last comes last: a place that gets free is for those that wait longest. */
  const schedules = new Map<string, Schedule>();
  let isKnown = false;
  let isEmpty = false;
  let wake = () => {};
  const onEnd = () => {
    wake();
    clocks?.runner.lookAgain();
  };
  const tasks = taskSet(deps, { name, synced: rows.synced, onEnd });

  function scheduleOf(lane: string): Schedule {
    const schedule = schedules.get(lane) ?? createSchedule({ from: Number.POSITIVE_INFINITY });
    schedules.set(lane, schedule);
    return schedule;
  }

  function freeOf(lane: string): number {
    return Math.min(inFlightMax - tasks.running, inFlightPerLaneMax - tasks.runningOf(lane));
  }

  const readOf = (lane: string) => (from: number, limit: number) => rows.read(lane, from, limit);

  function rebuild(): void {
    isKnown = false;
    isEmpty = false;
  }

  function begin(lane: string, schedule: Schedule, now: number): number {
    const due = schedule.take(now, freeOf(lane), readOf(lane));
    for (const { id } of due) tasks.start(schedule, id, () => task(id), lane);
    if (due.length > 0 || schedule.isIdle()) schedules.delete(lane);
    if (!schedule.isIdle()) schedules.set(lane, schedule);
    return due.length;
  }

  const firstOf = (count: number) =>
    rows.lanes().flatMap((lane) => rows.read(lane, Number.NEGATIVE_INFINITY, count));

  return {
    name,
    environment,
    watch(given) {
      wake = given;
      rows.watch((lane, id, at) => scheduleOf(lane).note(id, at));
      isEmpty = rows.isEmpty();
      if (!clocks || !rows.indexed) return;
      clocks.runner.addJob({
        name,
        rows: rows.indexed,
        inFlightMax: inFlightPerLaneMax,
        isOutside: true,
        synced: rows.synced,
        isRunning: (id) => [...schedules.values()].some((schedule) => schedule.isRunning(id)),
        task,
        rebuild,
      });
    },
    nextDue() {
      if (!isKnown) return Number.NEGATIVE_INFINITY;
      const free = [...schedules].filter(([lane]) => freeOf(lane) > 0);
      return Math.min(Number.POSITIVE_INFINITY, ...free.map(([, schedule]) => schedule.nextDue()));
    },
    run(now) {
      if (!isKnown && !isEmpty) for (const lane of rows.lanes()) scheduleOf(lane).rebuild();
      isKnown = true;
      return [...schedules].reduce((sum, [lane, schedule]) => sum + begin(lane, schedule, now), 0);
    },
    rebuild,
    findMissed(now) {
      if (!isKnown) return undefined;
      const missed = rows.lanes().map((lane) => scheduleOf(lane).findMissed(now, readOf(lane)));
      return missed.find((row) => row !== undefined);
    },
    backlog: (now) => firstOf(backlogPerLaneMax).filter(({ at }) => at <= now).length,
    oldestDueAt() {
      const first = firstOf(1);
      return first.length === 0 ? undefined : Math.min(...first.map(({ at }) => at));
    },
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
}
