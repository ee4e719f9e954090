import { type Deps, inMemory } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { BackupReport, RunningBackup } from "./backup.ts";

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
export async function takeOneBackup(deps: Deps): Promise<BackupReport> {
  const state = stateOf(deps);
  if (state.running) throw new AppError("backup_running");
  const startedAt = deps.realClock.now();
  state.running = { startedAt, file: null, share: 0 };
  try {
    const report = await deps.backups.take(undefined, ({ file, share }) => {
      state.running = { startedAt, file, share };
    });
    state.lastFailure = null;
    return report;
  } catch (error) {
    if (!deps.stopping.aborted) {
      state.lastFailure = { at: deps.realClock.now(), message: (error as Error).message };
    }
    throw error;
  } finally {
    state.running = null;
  }
}
