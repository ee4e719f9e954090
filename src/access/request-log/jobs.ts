import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { removeOldRequests } from "./service.ts";

/** Trims the log every ten minutes, so that each run has little to do. */
export const deleteOldRequests = (deps: Deps): CalendarJob => ({
  name: "requests.forget",
  pattern: "*/10 * * * *",
  run: (now) => removeOldRequests(deps, now),
});
