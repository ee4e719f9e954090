import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { accountsWithQueuedAudit, moveQueuedAudit } from "./outbox.ts";

const inFlightMax = 4;

/** Moves queued entries from the environments' databases into the audit log. */
export const moveAuditEntries: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `audit.move.${environment}`,
    rows: accountsWithQueuedAudit(deps, environment),
    isDueAtOnce: true,
    task: (id) => moveQueuedAudit(deps, environment, id),
    inFlightMax,
  });
