import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { deleteExpiredKeys } from "./service.ts";

/** Keys are stored for a day of real time, in the sandbox too, and deleted within the hour after it. */
export const deleteIdempotencyKeys = (deps: Deps): CalendarJob => ({
  name: "idempotency.forget-keys",
  pattern: "41 * * * *",
  run: (now) => deleteExpiredKeys(deps, now),
});
