import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob, taskSet } from "../../../infra/jobs/row-job.ts";
import { reconcileFurther, unsettledWebhooks } from "./backlog.ts";
import { createLanes } from "./lanes.ts";
import { forgetOldDeliveries } from "./retention.ts";
import { attemptDelivery, countDue, nextDeliveryDue } from "./sender.ts";

/** Sends the deliveries that are due. */
export const sendDeliveries: JobFactory = (deps, environment) => {
  const name = `deliveries.send.${environment}`;
  const tasks = taskSet(deps, environment, name);
  const lanes = createLanes(deps, environment, tasks);
  let wantsLook = false;

  return {
    name,
    environment,
    run(now, wake) {
      wantsLook = !lanes.look(now);
      return lanes.fill(now, ({ id, answered, ended }) => {
        const tell = (succeeded: boolean) => {
          answered(succeeded);
          wake();
        };
        tasks.start(id, () => attemptDelivery(deps, environment, id, tell).finally(ended));
      });
    },
    nextDue(now) {
      const due = nextDeliveryDue(deps, environment, now);
      const start = wantsLook ? deps.clock.now() + 1 : lanes.nextStartAt(deps.clock.now());
      return start === undefined || due === undefined ? (start ?? due) : Math.min(start, due);
    },
    backlog: (now) => countDue(deps, environment, now),
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
};

/** Removes old deliveries every hour, so that there is never much to do at once. */
export const forgetDeliveries = (deps: Deps): CalendarJob => ({
  name: "deliveries.forget",
  pattern: "23 * * * *",
  run: (now) => forgetOldDeliveries(deps, now),
});

/** Endpoints whose backlog changes at the same time. */
const reconcilingMax = 4;

/** Brings long backlogs in line with the state of their endpoints. */
export const reconcileBacklogs: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `deliveries.settle.${environment}`,
    due: (_, limit) => unsettledWebhooks(deps, environment, limit),
    // The commit that leaves an endpoint unsettled wakes the job.
    nextDue: () => undefined,
    task: (id) => reconcileFurther(deps, environment, id),
    inFlightMax: reconcilingMax,
  });
