import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { recordCircuit, unrecordedCircuits } from "./failing.ts";
import { saveHealth, unsavedHealth } from "./saving.ts";

/** Records circuits that opened or closed, and tells owners of carriers that fail for an hour. */
export const recordCircuits: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `carriers.circuits.${environment}`,
    inFlightMax: 20,
    rows: unrecordedCircuits(deps, environment),
    task: (id) => recordCircuit(deps, environment, id),
  });

/** Stores how carriers answered. */
export const saveCarrierHealth: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `carriers.health.${environment}`,
    inFlightMax: 20,
    rows: unsavedHealth(deps, environment),
    task: (id) => saveHealth(deps, environment, id),
  });
