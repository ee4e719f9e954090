import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { removeOldUsage } from "./service.ts";

/** Deletes counts once a day that are older than any query can reach. */
export const deleteOldUsage = (deps: Deps): CalendarJob => ({
  name: "usage.forget",
  pattern: "41 3 * * *",
  run: (now) => removeOldUsage(deps, now),
});
