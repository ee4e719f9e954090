import { type JobFactory, taskSet } from "../jobs/job.ts";
import { dueCalls, makeCall, nextCallDue } from "./booking.ts";

const inFlightMax = 100;

/** Books, changes and cancels with carriers what accounts have decided; one call at a time per assignment. */
export const callCarriers: JobFactory = (deps, environment) => {
  const name = `assignments.call.${environment}`;
  const tasks = taskSet(deps, name);
  return {
    name,
    run(now) {
      const due = dueCalls(deps, environment, now, inFlightMax * 2)
        .filter((call) => !tasks.has(call.assignmentId))
        .slice(0, Math.max(0, inFlightMax - tasks.size));
      for (const call of due) tasks.start(call.assignmentId, () => makeCall(deps, environment, call));
      return due.length;
    },
    nextDue: (now) => nextCallDue(deps, environment, now),
    drain: tasks.drain,
  };
};
