import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { removeOldUsage } from "./service.ts";

/** Counts that nobody can ask for any more are removed once a day. */
export const forgetUsage = (deps: Deps): CalendarJob => ({
  name: "usage.forget",
  pattern: "41 3 * * *",
  run: (now) => removeOldUsage(deps, now),
});
