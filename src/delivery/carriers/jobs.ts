import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { recordCircuit, unrecordedCircuits } from "./failing.ts";

/** Records circuits that opened or closed, and tells owners of carriers that fail for an hour. */
export const recordCircuits: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `carriers.circuits.${environment}`,
    inFlightMax: 20,
    rows: unrecordedCircuits(deps, environment),
    task: (id) => recordCircuit(deps, environment, id),
  });
