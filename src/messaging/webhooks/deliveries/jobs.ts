import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { taskSet } from "../../../infra/jobs/tasks.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { reconcileFurther, unsettledWebhooks } from "./backlog.ts";
import { countDue, oldestDueAt } from "./due.ts";
import { createLanes } from "./lanes.ts";
import { forgetOldDeliveries, forgetOldDeliveriesOf } from "./retention.ts";
import { attemptDelivery } from "./sender.ts";

/** Sends the deliveries that are due. */
export const sendDeliveries: JobFactory = (deps, environment) => {
  const name = `deliveries.send.${environment}`;
  let wake = () => {};
  const lanes = createLanes(deps, environment, () => wake());
  const { synced } = deps.stores.platform(environment);
  const tasks = taskSet(deps, { name, synced, onEnd: lanes.lookAgain });

  return {
    name,
    environment,
    watch(given) {
      wake = given;
      lanes.watch();
    },
    nextDue: lanes.nextDue,
    run: (now) =>
      lanes.fill(now, ({ id, accountId, schedule, answered, ended }) => {
        if (accountId !== null) deps.clocks?.runner.count(accountId);
        const attempt = () => attemptDelivery(deps, environment, id, answered).finally(ended);
        tasks.start(schedule, id, () => inTimeOf(deps, { accountId, environment }, attempt));
      }),
    rebuild: lanes.rebuild,
    findMissed: lanes.findMissed,
    // What waits for its own endpoint does not wait for the job.
    backlog: (now) => countDue(deps, environment, now, (id) => !lanes.isHeldBack(id, now)),
    oldestDueAt: (now) => oldestDueAt(deps, environment, (id) => !lanes.isHeldBack(id, now)),
    heldBack: (now) => countDue(deps, environment, now, (id) => lanes.isHeldBack(id, now)),
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
};

/** Removes old deliveries every hour, so that there is never much to do at once. */
export const forgetDeliveries = (deps: Deps): CalendarJob => ({
  name: "deliveries.forget",
  pattern: "23 * * * *",
  run: (now) => forgetOldDeliveries(deps, now),
  runOf: (now, accountId) => forgetOldDeliveriesOf(deps, now, accountId),
});

/** Endpoints whose backlog changes at the same time. */
const reconcilingMax = 4;

/** Brings long backlogs in line with the state of their endpoints. */
export const reconcileBacklogs: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `deliveries.settle.${environment}`,
    rows: unsettledWebhooks(deps, environment),
    isDueAtOnce: true,
    task: (id) => reconcileFurther(deps, environment, id),
    inFlightMax: reconcilingMax,
  });
