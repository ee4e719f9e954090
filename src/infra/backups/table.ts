import { integer, plain, table, text } from "../db/columns.ts";
import type { RestoreResult } from "./backup.ts";

/** The latest check only. */
export const restoreChecks = table("restore_checks", {
  id: plain(integer().primaryKey()),
  checkedAt: plain(integer("checked_at").notNull()),
  durationMs: plain(integer("duration_ms").notNull()),
  backup: plain(text().notNull()),
  /** Null if the backup could not be read. */
  takenAt: plain(integer("taken_at")),
  result: plain(text().$type<RestoreResult>().notNull()),
  /** What was found, and what to do; null for nothing. */
  message: plain(text()),
});

/** The latest backup that left the disk for a place where Waybill does not look again. */
export const backupDepartures = table("backup_departures", {
  id: plain(integer().primaryKey()),
  backup: plain(text().notNull()),
  leftAt: plain(integer("left_at").notNull()),
});
