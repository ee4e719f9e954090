import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { watchTroubles } from "./watching.ts";

/** Every minute, also while the disk is full: the loops of rows wait then. */
export const notifyOperator = (deps: Deps): CalendarJob => ({
  name: "operator.alarms",
  pattern: "* * * * *",
  run: (now) => watchTroubles(deps, now),
});
