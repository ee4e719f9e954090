import type { JobFactory } from "../../infra/jobs/row-job.ts";
import { createSchedule, type Schedule } from "../../infra/jobs/schedule.ts";
import { taskSet } from "../../infra/jobs/tasks.ts";
import type { AccountClocks } from "../../infra/test-clock/clocks.ts";
import type { DeliveryDeps } from "../deps.ts";
import { type AwaitLate, makeCall, waitingCalls } from "./booking.ts";
import type { CarrierCall } from "./store.ts";

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
  const onEnd = () => {
    wake();
    deps.clocks?.runner.lookAgain();
  };
  const tasks = taskSet(deps, { name, synced: calls.synced, onEnd });
  const late = taskSet(deps, { name, synced: calls.synced, onEnd: () => {} });

  function scheduleOf(carrierId: string): Schedule {
    const schedule = schedules.get(carrierId) ?? createSchedule({ from: Number.POSITIVE_INFINITY });
    schedules.set(carrierId, schedule);
    return schedule;
  }

  function freeOf(carrierId: string): number {
    return Math.min(inFlightMax - tasks.running, inFlightPerCarrierMax - tasks.runningOf(carrierId));
  }

  function awaitLateOf({ id, attempts }: CarrierCall): AwaitLate {
    return (task) => late.start(createSchedule(), `${id}:${attempts}`, task);
  }

  /** Runs the calls of accounts with clocks of their own. */
  function addToClocks({ runner }: AccountClocks, rows: NonNullable<typeof calls.indexed>): void {
    runner.addJob({
      name,
      rows,
      inFlightMax: inFlightPerCarrierMax,
      isOutside: true,
      synced: calls.synced,
      isRunning: (id) => [...schedules.values()].some((schedule) => schedule.isRunning(id)),
      async task(assignmentId) {
        const call = calls.first(assignmentId);
        if (call && call.dueAt <= deps.clock.now()) {
          await makeCall(deps, environment, call, awaitLateOf(call));
        }
      },
      rebuild,
    });
  }

  function rebuild(): void {
    isKnown = false;
  }

  function makeDueCalls(carrierId: string, schedule: Schedule, now: number): number {
    const due = schedule.take(now, freeOf(carrierId), (from, limit) => calls.read(carrierId, from, limit));
    for (const { id, call } of due) {
      tasks.start(schedule, id, () => makeCall(deps, environment, call, awaitLateOf(call)), carrierId);
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
      if (deps.clocks && calls.indexed) addToClocks(deps.clocks, calls.indexed);
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
    rebuild,
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
