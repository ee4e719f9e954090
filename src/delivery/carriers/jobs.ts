import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { nextFailure, recordCircuit, unrecordedCircuits } from "./failing.ts";

/** Records circuits that opened or closed, and tells owners of carriers that fail for an hour. */
export const recordCircuits: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `carriers.circuits.${environment}`,
    inFlightMax: 20,
    due: (now, limit) => unrecordedCircuits(deps, environment, now).slice(0, limit),
    nextDue: () => nextFailure(deps, environment),
    task: (id) => recordCircuit(deps, environment, id),
  });
