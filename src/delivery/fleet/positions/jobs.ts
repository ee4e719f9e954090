import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { deleteOldTracks, deleteOldTracksOf } from "./service.ts";

export const deleteTracks = (deps: Deps): CalendarJob => ({
  name: "tracks.delete",
  pattern: "37 * * * *",
  run: (now) => deleteOldTracks(deps, now),
  runOf: (now, accountId) => deleteOldTracksOf(deps, now, accountId),
});
