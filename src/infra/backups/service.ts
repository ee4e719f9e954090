import { type Deps, inMemory } from "../deps.ts";
import { AppError } from "../errors.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import { type Backup, type BackupReport, isDue, nameOf } from "./backup.ts";
import { lookMaxMs } from "./folder.ts";
import { backupState, takeOneBackup, uploadOneBackup } from "./running.ts";

/** The next run makes up for a missed or failed backup. @throws Error with the reason for a failure */
export async function backUpWhenDue(deps: Deps, now: number): Promise<void> {
  const { backups, config, stopping } = deps;
  if (backupState(deps).running) return;
  const newest = await backups.newest(now);
  const work = isDue(newest, config.backupHour, now) ? takeOneBackup(deps) : uploadIfMissing(deps, newest);
  await work.catch((error) => {
    // It ended with the server.
    if (!stopping.aborted) throw error;
  });
}

/** Storage that did not take the backup of the day may take it now. */
async function uploadIfMissing(deps: Deps, newest: Backup | undefined): Promise<void> {
  const { offSite } = deps.backups;
  if (offSite === null || newest === undefined) return;
  const there = await offSite.list();
  if (!there.some((each) => nameOf(each) === nameOf(newest))) await uploadOneBackup(deps, newest);
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
export async function backUpNow(deps: Deps, into: string | undefined): Promise<BackupReport> {
  const { backups } = deps;
  const refuse = (detail: string) => new AppError("storage_unavailable", { detail });
  if (into === undefined && backups.folder === null)
    throw refuse("No backup folder is configured. Name one.");
  return (into === undefined ? takeOneBackup(deps) : backups.take(into)).catch((error) => {
    if (error instanceof AppError) throw error;
    throw refuse(error.message);
  });
}

const listedMax = 100;

/** The newest backups. @throws Error if the folder is slow, or cannot be read */
export async function listBackups({ backups }: Deps): Promise<Backup[]> {
  const looking = backups.list(listedMax);
  if (await settlesWithin(lookMaxMs, looking)) return looking;
  throw new Error(`${backups.folder} does not respond`);
}

const lastKnownOf = inMemory((): { backup: Backup | null } => ({ backup: null }));

/** The newest backup; the last one known while the folder is slow, or cannot be read, which the job reports. */
export async function lastBackup(deps: Deps): Promise<Backup | null> {
  const known = lastKnownOf(deps);
  const looking = deps.backups.newest(deps.realClock.now()).then(
    (newest) => {
      known.backup = newest ?? null;
    },
    () => {},
  );
  await settlesWithin(lookMaxMs, looking);
  return known.backup;
}
