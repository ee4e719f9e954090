import { type JobFactory, rowJob } from "../jobs/row-job.ts";
import { type Chore, dueChores, runChores } from "./service.ts";

const inFlightMax = 16;

/** Does what calendar jobs do, for accounts whose sandbox has a clock of its own. */
export const doChores =
  (chores: readonly Chore[]): JobFactory =>
  (deps, environment) =>
    rowJob(deps, environment, {
      name: "sandbox.chores",
      rows: dueChores(deps),
      task: (id) => runChores(deps, chores, id),
      inFlightMax,
      isChore: true,
    });
