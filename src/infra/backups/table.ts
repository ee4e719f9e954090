import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RestoreResult } from "./backup.ts";

/** The latest check only. */
export const restoreChecks = sqliteTable("restore_checks", {
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
export const backupDownloads = sqliteTable("backup_downloads", {
  id: integer().primaryKey(),
  backup: text().notNull(),
  downloadedAt: integer("downloaded_at").notNull(),
});
