import { type JobFactory, rowJob, taskSet } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { beginAsks, countAsks } from "./asking.ts";
import { endRound, nextDeadline, overdueRounds } from "./deadline.ts";

/** Asks carriers for quotes, also those that a restart interrupted. A silent carrier delays no other. */
export const askCarriers: JobFactory<DeliveryDeps> = (deps, environment) => {
  const name = `quotes.ask.${environment}`;
  const tasks = taskSet(deps, environment, name);
  return {
    name,
    environment,
    run: (_now, wake) => beginAsks(deps, environment, tasks, wake),
    // The commit that starts a round wakes the job, and so does each answer.
    nextDue: () => undefined,
    backlog: () => countAsks(deps, environment),
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
};

/** Rounds that end at the same time: thousands may be over at once, and others have answers. */
const endingMax = 20;

/** Completes rounds at their deadline. */
export const endQuoteRounds: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `quotes.end.${environment}`,
    inFlightMax: endingMax,
    due: (now, limit) => overdueRounds(deps, environment, now, limit),
    nextDue: () => nextDeadline(deps, environment),
    task: (id) => endRound(deps, environment, id),
  });
