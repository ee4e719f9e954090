import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueRushHours, runRushHour } from "./running.ts";

/** Creates the shipments of rush hours, accepts offers for them and moves their drivers. */
export const runRushHours: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "sandbox.rush-hour",
    inFlightMax: 8,
    rows: dueRushHours(deps),
    task: (accountId) => runRushHour(deps, accountId),
  });
