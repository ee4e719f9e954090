import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { forgetTroubles, watchTroubles } from "./watching.ts";

/** Every minute, also while the disk is full: the loops of rows wait then. */
export const notifyOperator = (deps: Deps): CalendarJob => ({
  name: "operator.alarms",
  pattern: "* * * * *",
  run: (now) => watchTroubles(deps, now),
});

export const forgetOldTroubles = (deps: Deps): CalendarJob => ({
  name: "operator.forget-troubles",
  pattern: "27 3 * * *",
  run: (now) => forgetTroubles(deps, now),
});
