import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { deleteOldImages, deleteOldImagesOf } from "./service.ts";

export const deleteImages = (deps: Deps): CalendarJob => ({
  name: "images.delete",
  pattern: "23 * * * *",
  run: (now) => deleteOldImages(deps, now),
  runOf: (now, accountId) => deleteOldImagesOf(deps, now, accountId),
});
