import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { settlesWithin } from "../timeout.ts";
import { type Backup, type BackupReport, isDue } from "./backup.ts";

/** How long the metrics and the operator's page wait for the backup folder, which may be on another machine. */
const lookMaxMs = 2_000;

/** The next run makes up for a missed or failed backup. @throws Error with the reason for a failure */
export async function backUpWhenDue({ backups, config, stopping }: Deps, now: number): Promise<void> {
  if (!isDue(await backups.newest(), config.backupHour, now)) return;
  await backups.take().catch((error) => {
    // It ended with the server.
    if (!stopping.aborted) throw error;
  });
}

/**
 * The server keeps running with a damaged database.
 * @throws Error with what is wrong and the remedies, for the log and the operator's list of jobs
 */
export async function checkDatabases({ backups, stores, stopping }: Deps): Promise<void> {
  const diagnosis = await backups.examine().catch((error) => {
    if (stopping.aborted) return { checks: [] };
    throw error;
  });
  const errors = diagnosis.checks.filter(({ state }) => state === "error");
  for (const { check, database } of errors) {
    if (check === "integrity" && database !== null) stores.noteDamage(database);
  }
  if (errors.length > 0)
    throw new Error(errors.map(({ message, remedy }) => `${message} ${remedy}`).join("\n"));
}

/**
 * Takes a backup now, by default in the folder of the daily ones.
 * @throws AppError `storage_unavailable` with the reason for a failure
 */
export async function backUpNow({ backups }: Deps, into: string | undefined): Promise<BackupReport> {
  const refuse = (detail: string) => new AppError("storage_unavailable", { detail });
  if (into === undefined && backups.folder === null)
    throw refuse("No backup folder is configured. Name one.");
  return backups.take(into).catch((error) => {
    throw refuse(error.message);
  });
}

/** The newest backup. Null also if the folder is slow, or cannot be read, which the job reports. */
export async function lastBackup({ backups }: Deps): Promise<Backup | null> {
  const looking = backups.newest().catch(() => undefined);
  if (!(await settlesWithin(lookMaxMs, looking))) return null;
  return (await looking) ?? null;
}
