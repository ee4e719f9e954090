import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { clearRemovedWebhook, removedWebhooks } from "./removal.ts";

const inFlightMax = 1;

/** Removes the rows of removed endpoints. */
export const clearRemovedWebhooks: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `webhooks.clear.${environment}`,
    rows: removedWebhooks(deps, environment),
    isDueAtOnce: true,
    task: (id) => clearRemovedWebhook(deps, environment, id),
    inFlightMax,
  });
