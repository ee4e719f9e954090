import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { settlesWithin } from "../timeout.ts";
import { type Backup, type BackupReport, isDue } from "./backup.ts";

/** How long the metrics and the operator's page wait for the folder, which may be on another machine. */
const lookMaxMs = 2_000;

/** A backup that was missed, or that failed, is made good by the next look. @throws Error with why there is none */
export async function backUpWhenDue({ backups, config, stopping }: Deps, now: number): Promise<void> {
  if (!isDue(await backups.newest(), config.backupHour, now)) return;
  await backups.take().catch((error) => {
    // It was ended with the server.
    if (!stopping.aborted) throw error;
  });
}

/** Serving goes on with a database that is damaged. @throws Error with what it is, for the log and the operator's jobs */
export async function checkDatabases({ backups, stores, stopping }: Deps): Promise<void> {
  const found = await backups.check().catch((error) => {
    if (stopping.aborted) return [];
    throw error;
  });
  for (const { database } of found) stores.noteDamage(database);
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join("\n"));
}

/**
 * Takes one now, to the folder of the daily ones where no other is named.
 * @throws AppError `storage_unavailable` with why there is none
 */
export async function backUpNow({ backups }: Deps, into: string | undefined): Promise<BackupReport> {
  const refuse = (detail: string) => new AppError("storage_unavailable", { detail });
  if (into === undefined && backups.folder === null)
    throw refuse("No backup folder is configured. Name one.");
  return backups.take(into).catch((error) => {
    throw refuse(error.message);
  });
}

/** The newest; null also where the folder cannot be read, which the job tells, or does not answer in time. */
export async function lastBackup({ backups }: Deps): Promise<Backup | null> {
  const looking = backups.newest().catch(() => undefined);
  if (!(await settlesWithin(lookMaxMs, looking))) return null;
  return (await looking) ?? null;
}
