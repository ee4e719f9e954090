import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { waitingErasures } from "../accounts/removal.ts";
import { erasePerson } from "./person.ts";

const inFlightMax = 2;

/** Erases people who were deleted from logs and files. */
export const erasePeople: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "users.erase",
    rows: waitingErasures(deps),
    task: (id) => erasePerson(deps, id),
    inFlightMax,
  });
