import { type Deps, inMemory } from "../deps.ts";
import { settlesWithin } from "../timeout.ts";
import { dayMs } from "../units.ts";
import { type Backup, isAhead } from "./backup.ts";
import { lookMaxMs } from "./folder.ts";
import { offSiteBackups } from "./off-site-known.ts";
import { lastBackup } from "./service.ts";
import { backupDownloadStore } from "./store.ts";

/** Backups that outlive the data folder's disk. */

/** One that is older is none to rely on. Waybill does not see where a download is kept. */
const recentMs = 7 * dayMs;

/** Whether a recent backup is on another file system or in other storage, or was downloaded. */
export async function hasBackupElsewhere(deps: Deps): Promise<boolean> {
  return wasDownloaded(deps) || (await isElsewhere(deps));
}

/** Whole downloads only: one that ended early is none. */
export function recordDownload(deps: Deps, backup: string): Promise<void> {
  const row = { backup, downloadedAt: deps.realClock.now() };
  return deps.stores.accounts.write((tx) => backupDownloadStore(tx).save(row));
}

function wasDownloaded({ stores, realClock }: Deps): boolean {
  const at = backupDownloadStore(stores.accounts.db).lastAt();
  return at !== undefined && realClock.now() - at < recentMs;
}

/**
 * Whether a backup of the last seven days would outlive this machine's disk: it lies on another file system than the data,
 * or in S3-compatible storage. Downloads do not count here.
 */
export async function isElsewhere(deps: Deps): Promise<boolean> {
  const now = deps.realClock.now();
  const isRecent = (backup: Backup) =>
    !isAhead(backup, now) && Date.parse(backup.manifest.taken_at) >= now - recentMs;
  const uploaded = await offSiteBackups(deps);
  if (uploaded?.backups.some(isRecent)) return true;
  if (!(await isOnOtherFileSystem(deps))) return false;
  const newest = await lastBackup(deps);
  return newest !== null && isRecent(newest);
}

const lastKnownOf = inMemory(() => ({ isOther: false }));

/** The last answer known while the folder, which may be on another machine, is slow. */
async function isOnOtherFileSystem(deps: Deps): Promise<boolean> {
  const known = lastKnownOf(deps);
  const looking = deps.backups.isOnOtherDisk().then((isOther) => {
    known.isOther = isOther;
  });
  await settlesWithin(lookMaxMs, looking);
  return known.isOther;
}
