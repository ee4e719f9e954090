import { waitingDeletions } from "../../../access/accounts/deletion/deletion.ts";
import type { JobFactory } from "../../../infra/jobs/row-job.ts";
import { rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { deleteAccount } from "./removal.ts";

const inFlightMax = 1;

/** Deletes accounts whose waiting time is over. */
export const deleteAccounts: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "accounts.delete",
    rows: waitingDeletions(deps),
    task: (id) => deleteAccount(deps, id),
    inFlightMax,
  });
