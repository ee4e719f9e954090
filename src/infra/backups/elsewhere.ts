import { type Deps, inMemory } from "../deps.ts";
import { dayMs } from "../units.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import { type Backup, isAhead, nameOf } from "./backup.ts";
import { lookMaxMs } from "./folder.ts";
import { offSiteBackups } from "./off-site-known.ts";
import { lastBackup } from "./service.ts";
import { departureStore } from "./store.ts";

/** Backups that outlive the data folder's disk. */

/** One that is older is none to rely on. Waybill does not see what becomes of a download. */
const recentMs = 7 * dayMs;

/** Whether a recent backup is on another file system or in other storage, or left this machine. */
export async function hasBackupElsewhere(deps: Deps): Promise<boolean> {
  return hasLeft(deps) || (await isElsewhere(deps));
}

/** Remembers that a backup was downloaded whole, or taken to another file system. @param backup its name */
export function recordDeparture(deps: Deps, backup: string): Promise<void> {
  const row = { backup, leftAt: deps.realClock.now() };
  return deps.stores.accounts.write((tx) => departureStore(tx).save(row));
}

/** Remembers a backup that somebody took, if it is on another file system. @param path of the backup */
export async function noteBackup(deps: Deps, path: string): Promise<void> {
  if (await deps.backups.isOnOtherDisk(path)) await recordDeparture(deps, nameOf({ path }));
}

function hasLeft({ stores, realClock }: Deps): boolean {
  const at = departureStore(stores.accounts.db).lastAt();
  return at !== undefined && realClock.now() - at < recentMs;
}

/**
 * Whether a backup of the last seven days would outlive this machine's disk: it lies on another file system than the data,
 * or in S3-compatible storage. One that somebody took away does not count here.
 */
export async function isElsewhere(deps: Deps): Promise<boolean> {
  const now = deps.realClock.now();
  const isRecent = (backup: Backup) =>
    !isAhead(backup, now) && Date.parse(backup.manifest.taken_at) >= now - recentMs;
  const uploaded = await offSiteBackups(deps);
  if (uploaded?.backups.some(isRecent)) return true;
  const { folder } = deps.backups;
  if (folder === null || !(await isOnOtherFileSystem(deps, folder))) return false;
  const newest = await lastBackup(deps);
  return newest !== null && isRecent(newest);
}

const lastKnownOf = inMemory(() => ({ isOther: false }));

/** The last answer known while the folder, which may be on another machine, is slow. */
async function isOnOtherFileSystem(deps: Deps, folder: string): Promise<boolean> {
  const known = lastKnownOf(deps);
  const looking = deps.backups.isOnOtherDisk(folder).then((isOther) => {
    known.isOther = isOther;
  });
  await settlesWithin(lookMaxMs, looking);
  return known.isOther;
}
