import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { accountsWithQueuedAudit, moveQueuedAudit } from "./outbox.ts";

const inFlightMax = 4;

/** Moves what the platform's databases keep for the audit log. */
export const moveAuditEntries: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `audit.move.${environment}`,
    due: (_, limit) => accountsWithQueuedAudit(deps, environment, limit),
    // What leaves an entry to be moved is a commit, which wakes the job.
    nextDue: () => undefined,
    task: (id) => moveQueuedAudit(deps, environment, id),
    inFlightMax,
  });
