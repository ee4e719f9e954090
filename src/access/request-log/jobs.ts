import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { removeOldRequests } from "./service.ts";

/** The log is cut every ten minutes, so that there is never much to do at once. */
export const forgetRequests = (deps: Deps): CalendarJob => ({
  name: "requests.forget",
  pattern: "*/10 * * * *",
  run: (now) => removeOldRequests(deps, now),
});
