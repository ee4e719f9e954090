import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { finishRemoval, unsettledDrivers } from "./removal.ts";

/** Ends the devices and tokens of drivers that were deleted with their carrier, or before a restart. */
export const finishRemovals: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `drivers.settle.${environment}`,
    inFlightMax: 1,
    rows: unsettledDrivers(deps, environment),
    isDueAtOnce: true,
    task: (id) => finishRemoval(deps, environment, id),
  });
