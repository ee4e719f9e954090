import { integer, table, text } from "../db/columns.ts";
import type { RestoreResult } from "./backup.ts";

/** The latest check only. */
export const restoreChecks = table("restore_checks", {
  id: integer().primaryKey(),
  checkedAt: integer("checked_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  backup: text().notNull(),
  /** Null if the backup could not be read. */
  takenAt: integer("taken_at"),
  result: text().$type<RestoreResult>().notNull(),
  /** What was found, and what to do; null for nothing. */
  message: text(),
});

/** The latest download that ended whole. */
export const backupDownloads = table("backup_downloads", {
  id: integer().primaryKey(),
  backup: text().notNull(),
  downloadedAt: integer("downloaded_at").notNull(),
});
