import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { backUpWhenDue, checkDatabases } from "./service.ts";

/** Once a day, and looked for every hour: a server need not run at the hour that was chosen. */
export const takeBackups = (deps: Deps): CalendarJob => ({
  name: "backups.take",
  pattern: "7 * * * *",
  run: (now) => backUpWhenDue(deps, now),
});

/** A damage that nobody meets would be copied into every backup until the last whole one is removed. */
export const checkDatabasesDaily = (deps: Deps): CalendarJob => ({
  name: "databases.check",
  pattern: "37 3 * * *",
  run: () => checkDatabases(deps),
});
