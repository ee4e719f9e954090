import { type Deps, inMemory } from "../deps.ts";
import { AppError } from "../errors.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import type { Backup, BackupReport, RunningBackup } from "./backup.ts";
import { lookMaxMs } from "./folder.ts";
import { lookAgain } from "./off-site-known.ts";
import type { BackupStep } from "./process.ts";

/** The backup that is being taken into the folder of the daily ones, and how the last one failed. */

interface BackupState {
  running: RunningBackup | null;
  /** Since the start; null after a backup that went well. */
  lastFailure: { readonly at: number; readonly message: string } | null;
}

const stateOf = inMemory((): BackupState => ({ running: null, lastFailure: null }));

export function backupState(deps: Deps): Readonly<BackupState> {
  return stateOf(deps);
}

/**
 * Takes a backup into the folder of the daily ones, one at a time.
 * @throws AppError `backup_running`; Error with the reason for a failure
 */
export function takeOneBackup(deps: Deps): Promise<BackupReport> {
  return runOne(deps, (onStep) => deps.backups.take(undefined, onStep));
}

/** Uploads a backup that is not in S3-compatible storage, in its turn. @throws as `takeOneBackup` */
export function uploadOneBackup(deps: Deps, { path }: Backup): Promise<void> {
  return runOne(deps, (onStep) => deps.backups.upload(path, onStep));
}

async function runOne<T>(deps: Deps, work: (onStep: (step: BackupStep) => void) => Promise<T>): Promise<T> {
  const state = stateOf(deps);
  if (state.running) throw new AppError("backup_running");
  const startedAt = deps.realClock.now();
  state.running = { startedAt, file: null, share: 0, isUpload: false };
  try {
    const done = await work((step) => {
      state.running = { startedAt, ...step };
    });
    state.lastFailure = null;
    return done;
  } catch (error) {
    if (!deps.stopping.aborted) {
      state.lastFailure = { at: deps.realClock.now(), message: (error as Error).message };
    }
    throw error;
  } finally {
    await settlesWithin(lookMaxMs, lookAgain(deps));
    state.running = null;
  }
}
