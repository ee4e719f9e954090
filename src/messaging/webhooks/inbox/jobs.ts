import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { forgetOldMessages, forgetOldMessagesOf } from "./service.ts";

/** Removes old messages every hour. */
export const forgetInbox = (deps: Deps): CalendarJob => ({
  name: "inbox.forget",
  pattern: "41 * * * *",
  run: (now) => forgetOldMessages(deps, now),
  runOf: (now, accountId) => forgetOldMessagesOf(deps, now, accountId),
});
