import { type Deps, inMemory } from "../deps.ts";
import { settlesWithin } from "../timeout.ts";
import { dayMs } from "../units.ts";
import { lastBackup, lookMaxMs } from "./service.ts";
import { backupDownloadStore } from "./store.ts";

/** Backups that outlive the data folder's disk. */

/** Waybill does not see where a download is kept, so it counts for as long as daily backups do by default. */
const downloadCountsMs = 7 * dayMs;

/** Whether a backup is on another file system, or was downloaded of late: the one place that says so. */
export async function hasBackupElsewhere(deps: Deps): Promise<boolean> {
  return wasDownloaded(deps) || (await isOnOtherFileSystem(deps));
}

/** Whole downloads only: one that ended early is none. */
export function recordDownload(deps: Deps, backup: string): Promise<void> {
  const row = { backup, downloadedAt: deps.realClock.now() };
  return deps.stores.accounts.write((tx) => backupDownloadStore(tx).save(row));
}

function wasDownloaded({ stores, realClock }: Deps): boolean {
  const at = backupDownloadStore(stores.accounts.db).lastAt();
  return at !== undefined && realClock.now() - at < downloadCountsMs;
}

const lastKnownOf = inMemory(() => ({ isOther: false }));

/** The last answer known while the folder is slow. */
async function isOnOtherFileSystem(deps: Deps): Promise<boolean> {
  if (deps.backups.folder === null || (await lastBackup(deps)) === null) return false;
  const known = lastKnownOf(deps);
  const looking = deps.backups.isElsewhere().then((isOther) => {
    known.isOther = isOther;
  });
  await settlesWithin(lookMaxMs, looking);
  return known.isOther;
}
