import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { checkRestoreWhenDue } from "./restore-check.ts";
import { backUpWhenDue, checkDatabases } from "./service.ts";
import { removeOldCopies } from "./upgrade-copies.ts";

/** Runs every hour and takes one backup a day: the server may not run at the chosen hour. */
export const takeBackups = (deps: Deps): CalendarJob => ({
  name: "backups.take",
  pattern: "7 * * * *",
  run: (now) => backUpWhenDue(deps, now),
});

/** Undetected damage would be copied into every backup until the last good one is removed. */
export const checkDatabasesDaily = (deps: Deps): CalendarJob => ({
  name: "databases.check",
  pattern: "37 3 * * *",
  run: () => checkDatabases(deps),
});

/** Runs every hour, because the server may not run at a chosen time, and restores the newest backup once a week. */
export const checkRestores = (deps: Deps): CalendarJob => ({
  name: "backups.check",
  pattern: "42 * * * *",
  run: (now) => checkRestoreWhenDue(deps, now),
});

/** A copy that an upgrade left holds people's data, and nobody erases from it. */
export const removeUpgradeCopies = ({ config }: Deps): CalendarJob => ({
  name: "copies.remove",
  pattern: "47 3 * * *",
  run: (now) => removeOldCopies(config.data, now),
});
