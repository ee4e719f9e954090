import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { createSchedule } from "../../../infra/jobs/schedule.ts";
import { taskSet } from "../../../infra/jobs/tasks.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { beginAsks, countAsks, countAsksOf } from "./asking.ts";
import { endRound, overdueRounds } from "./deadline.ts";
import { answerLate, delayedAsks } from "./delaying.ts";
import { watchAsks } from "./queue.ts";

/**
 * Asks carriers for quotes, also those that a restart interrupted. A silent carrier delays no other. The asks wait in
 * memory. Should one be missed, its round ends at the deadline all the same.
 */
export const askCarriers: JobFactory<DeliveryDeps> = (deps, environment) => {
  const name = `quotes.ask.${environment}`;
  /** Of asks that failed. */
  const schedule = createSchedule({ from: Number.POSITIVE_INFINITY });
  let mayBegin = true;
  let wake = () => {};
  const lookAgain = () => {
    mayBegin = true;
    wake();
  };
  const { synced } = deps.stores.platform(environment);
  const tasks = taskSet(deps, { name, synced, onEnd: lookAgain });
  return {
    name,
    environment,
    watch(given) {
      wake = given;
      watchAsks(deps, environment, lookAgain);
      if (environment === "sandbox") {
        // Asks are made at once. An advance waits for the answers.
        deps.clocks?.runner.addCompanion({ wake() {}, waiting: (accountId) => countAsksOf(deps, accountId) });
      }
    },
    nextDue: () => (mayBegin ? Number.NEGATIVE_INFINITY : schedule.nextDue()),
    run(now) {
      mayBegin = false;
      // It has no rows to read: the asks are in memory. This ends the waits of those that failed.
      schedule.take(now, 1, () => []);
      return beginAsks(deps, environment, { tasks, schedule, lookAgain });
    },
    rebuild() {
      schedule.rebuild(Number.POSITIVE_INFINITY);
      lookAgain();
    },
    findMissed: () => undefined,
    backlog: () => countAsks(deps, environment),
    oldestDueAt: () => undefined,
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
};

/** Rounds that end at the same time: thousands may be over at once, and others have answers. */
const endingMax = 20;

/** Stores the answers that scripts delay. */
export const answerScripted: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "quotes.answer",
    inFlightMax: endingMax,
    rows: delayedAsks(deps, environment),
    task: (id) => answerLate(deps, environment, id),
  });

/** Completes rounds at their deadline. */
export const endQuoteRounds: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `quotes.end.${environment}`,
    inFlightMax: endingMax,
    rows: overdueRounds(deps, environment),
    task: (id) => endRound(deps, environment, id),
  });
