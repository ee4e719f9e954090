import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { accountsWithQueuedAudit, moveQueuedAudit } from "./outbox.ts";

const inFlightMax = 4;

/** Moves queued entries from the environments' databases into the audit log. */
export const moveAuditEntries: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `audit.move.${environment}`,
    due: (_, limit) => accountsWithQueuedAudit(deps, environment, limit),
    // Every new entry comes with a commit, which wakes the job.
    nextDue: () => undefined,
    task: (id) => moveQueuedAudit(deps, environment, id),
    inFlightMax,
  });
