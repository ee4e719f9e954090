import type { Deps } from "../../../infra/deps.ts";
import { environments } from "../../../infra/environment.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { finishWithdrawal, forgetSecrets, unsettledCarriers } from "./withdrawal.ts";

/** Continues what a restart interrupted after a carrier was paused or deleted. */
export const finishWithdrawals: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `carriers.settle.${environment}`,
    inFlightMax: 1,
    rows: unsettledCarriers(deps, environment),
    isDueAtOnce: true,
    task: (id) => finishWithdrawal(deps, environment, id),
  });

/** Deletes the secrets of carriers that were deleted. */
export const forgetCarrierSecrets = (deps: Deps): CalendarJob => ({
  name: "carriers.forget",
  pattern: "23 * * * *",
  async run() {
    for (const environment of environments) await forgetSecrets(deps, environment);
  },
});
