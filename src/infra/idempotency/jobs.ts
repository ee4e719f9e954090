import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { deleteExpiredKeys } from "./service.ts";

/** Keys are kept for a day and forgotten within the hour after it. */
export const forgetIdempotencyKeys = (deps: Deps): CalendarJob => ({
  name: "idempotency.forget-keys",
  pattern: "41 * * * *",
  run: (now) => deleteExpiredKeys(deps, now),
});
