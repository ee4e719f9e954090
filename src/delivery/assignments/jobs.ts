import type { JobFactory } from "../../infra/jobs/row-job.ts";
import { createSchedule, type Schedule } from "../../infra/jobs/schedule.ts";
import { taskSet } from "../../infra/jobs/tasks.ts";
import type { DeliveryDeps } from "../deps.ts";
import { type AwaitLate, makeCall, waitingCalls } from "./booking.ts";

const inFlightMax = 500;
const inFlightPerCarrierMax = 20;
/** The backlog of a carrier is counted up to here. */
const backlogPerCarrierMax = 100;

/**
 * Makes the calls that book, update and cancel, one at a time for each assignment. A carrier that does not answer delays
 * no other carrier.
 */
export const callCarriers: JobFactory<DeliveryDeps> = (deps, environment) => {
  const name = `assignments.call.${environment}`;
  const calls = waitingCalls(deps, environment);
  const schedules = new Map<string, Schedule>();
  let isKnown = false;
  let wake = () => {};
  const tasks = taskSet(deps, { name, synced: calls.synced, onEnd: () => wake() });
  const late = taskSet(deps, { name, synced: calls.synced, onEnd: () => {} });

  function scheduleOf(carrierId: string): Schedule {
    const schedule = schedules.get(carrierId) ?? createSchedule({ from: Number.POSITIVE_INFINITY });
    schedules.set(carrierId, schedule);
    return schedule;
  }

  function freeOf(carrierId: string): number {
    return Math.min(inFlightMax - tasks.running, inFlightPerCarrierMax - tasks.runningOf(carrierId));
  }

  function makeDueCalls(carrierId: string, schedule: Schedule, now: number): number {
    const due = schedule.take(now, freeOf(carrierId), (from, limit) => calls.read(carrierId, from, limit));
    for (const { id, call } of due) {
      const awaitLate: AwaitLate = (task) =>
        late.start(createSchedule(), `${call.id}:${call.attempts}`, task);
      tasks.start(schedule, id, () => makeCall(deps, environment, call, awaitLate), carrierId);
    }
    if (schedule.isIdle()) schedules.delete(carrierId);
    return due.length;
  }

  return {
    name,
    environment,
    watch(given) {
      wake = given;
      calls.watch((carrierId, assignmentId, at) => scheduleOf(carrierId).note(assignmentId, at));
    },
    nextDue() {
      if (!isKnown) return Number.NEGATIVE_INFINITY;
      const free = [...schedules].filter(([carrierId]) => freeOf(carrierId) > 0);
      return Math.min(Number.POSITIVE_INFINITY, ...free.map(([, schedule]) => schedule.nextDue()));
    },
    run(now) {
      if (!isKnown) for (const carrierId of calls.carriers()) scheduleOf(carrierId).rebuild();
      isKnown = true;
      const begun = [...schedules].map(([carrierId, schedule]) => makeDueCalls(carrierId, schedule, now));
      return begun.reduce((sum, count) => sum + count, 0);
    },
    rebuild() {
      isKnown = false;
    },
    findMissed(now) {
      if (!isKnown) return undefined;
      const missed = calls
        .carriers()
        .map((carrierId) =>
          scheduleOf(carrierId).findMissed(now, (from, limit) => calls.read(carrierId, from, limit)),
        );
      return missed.find((call) => call !== undefined);
    },
    backlog(now) {
      const due = calls
        .carriers()
        .flatMap((carrierId) => calls.read(carrierId, Number.NEGATIVE_INFINITY, backlogPerCarrierMax));
      return due.filter(({ at }) => at <= now).length;
    },
    oldestDueAt() {
      const first = calls
        .carriers()
        .flatMap((carrierId) => calls.read(carrierId, Number.NEGATIVE_INFINITY, 1));
      return first.length === 0 ? undefined : Math.min(...first.map(({ at }) => at));
    },
    lastFailure: () => tasks.lastFailure() ?? late.lastFailure(),
    async drain() {
      await tasks.drain();
      await late.drain();
    },
  };
};
