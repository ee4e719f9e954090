import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { forgetOldMessages } from "./service.ts";

/** Removes old messages every hour, in real time: no move of a clock empties the inbox before a test has read it. */
export const forgetInbox = (deps: Deps): CalendarJob => ({
  name: "inbox.forget",
  pattern: "41 * * * *",
  run: (now) => forgetOldMessages(deps, now),
});
