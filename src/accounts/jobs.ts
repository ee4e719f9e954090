import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { removeEndedSessions } from "./service.ts";

/** Sessions that can no longer be used are forgotten once a day. */
export const forgetSessions = (deps: Deps): CalendarJob => ({
  name: "accounts.forget-sessions",
  pattern: "17 3 * * *",
  run: (now) => removeEndedSessions(deps, now),
});
