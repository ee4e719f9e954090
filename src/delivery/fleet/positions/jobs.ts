import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { deleteOldDriverPositions, deleteOldDriverPositionsOf } from "./service.ts";

export const deleteDriverPositions = (deps: Deps): CalendarJob => ({
  name: "tracks.delete",
  pattern: "37 * * * *",
  run: (now) => deleteOldDriverPositions(deps, now),
  runOf: (now, accountId) => deleteOldDriverPositionsOf(deps, now, accountId),
});
