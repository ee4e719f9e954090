import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { completeRedaction, waitingRedactions } from "./service.ts";

/** Redactions share the passes over files, so many may wait for one. */
const inFlightMax = 64;

/** Ends redactions: those that somebody waits for, and those that a restart interrupted. */
export const redactShipments: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `shipments.redact.${environment}`,
    rows: waitingRedactions(deps, environment),
    task: (id) => completeRedaction(deps, environment, id),
    inFlightMax,
  });
