import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { removeOldUsage } from "./service.ts";

/** Counts that nobody can ask for any more are removed once a day. */
export const forgetUsage = (deps: Deps): CalendarJob => ({
  name: "usage.forget",
  pattern: "41 3 * * *",
  run: (now) => removeOldUsage(deps, now),
});
