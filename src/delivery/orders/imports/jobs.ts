import type { Environment } from "../../../infra/environment.ts";
import type { Job } from "../../../infra/jobs/job.ts";
import { rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueImports, workOn } from "./working.ts";

/** Long ones give way, and the short steps of others need not wait for them. */
const inFlightMax = 4;

/** Reads and checks imports, makes their rows, discards those that nobody confirms and erases the rows of old ones. */
export function workOnImports(deps: DeliveryDeps, environment: Environment): Job {
  return rowJob(deps, environment, {
    name: `imports.work.${environment}`,
    rows: dueImports(deps, environment),
    task: (id) => workOn(deps, environment, id),
    inFlightMax,
  });
}
