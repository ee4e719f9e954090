import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { dueDuties } from "../drivers/duty.ts";
import { endDuty } from "./duty.ts";
import { deleteOldDriverPositions, deleteOldDriverPositionsOf } from "./service.ts";

/** Ends breaks and shifts. */
export const endDuties: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `drivers.duty.${environment}`,
    inFlightMax: 8,
    rows: dueDuties(deps, environment),
    task: (id) => endDuty(deps, environment, id),
  });

export const deleteDriverPositions = (deps: Deps): CalendarJob => ({
  name: "tracks.delete",
  pattern: "37 * * * *",
  run: (now) => deleteOldDriverPositions(deps, now),
  runOf: (now, accountId) => deleteOldDriverPositionsOf(deps, now, accountId),
});
