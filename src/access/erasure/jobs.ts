import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { waitingErasures } from "../accounts/deletion/removal.ts";
import { erasePerson } from "./person.ts";
import { saveErasures } from "./service.ts";

const inFlightMax = 2;

/** Erases people who were deleted from logs and files. */
export const erasePeople: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "users.erase",
    rows: waitingErasures(deps),
    task: (id) => erasePerson(deps, id),
    inFlightMax,
  });

/** A disk that is lost within the minute loses the ids of what was erased in it. */
export const saveNewErasures = (deps: Deps): CalendarJob => ({
  name: "erasures.save",
  pattern: "* * * * *",
  run: (now) => saveErasures(deps, now),
});
