import { type JobFactory, rowJob } from "@/infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { dueJobs, searchDriver } from "./search.ts";

/** Searches that share a transaction run in one turn, in which no request is answered; each reads all drivers on duty. */
const searchesAtOnce = 8;

/** Looks for drivers of fleets, and asks the next one when the time to answer is over. */
export const searchDrivers: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `dispatch.search.${environment}`,
    inFlightMax: searchesAtOnce,
    rows: dueJobs(deps, environment),
    task: (id) => searchDriver(deps, environment, id),
  });
