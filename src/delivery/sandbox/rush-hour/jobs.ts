import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { dueRushHours, runRushHour } from "./running.ts";

/** How many rush hours of an installation make a step at a time: each takes the processor from everybody else. */
const inFlightMax = 2;

/** Creates the shipments of rush hours, accepts offers for them and moves their drivers. */
export const runRushHours: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "sandbox.rush-hour",
    inFlightMax,
    rows: dueRushHours(deps),
    task: (accountId) => runRushHour(deps, accountId),
  });
