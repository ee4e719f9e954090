import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Diagnosis, stateOf } from "../../infra/backups/diagnosis.ts";
import { isOffSiteName } from "../../infra/backups/off-site-source.ts";
import { openBackup } from "../../infra/backups/source.ts";
import { lockFolder, removeUnusedFolder } from "../../infra/db/data-folder.ts";
import { asBackupFolderError } from "../../infra/db/data-folder-error.ts";
import { provideAddon } from "../../infra/db/native-addon.ts";
import { openStores } from "../../infra/db/open-stores.ts";
import { examineDataFolder } from "../doctor/doctor.ts";
import { type RestoreOrder, restore } from "./restore.ts";

const namePrefix = "restore-check-";
/** Findings about the temporary folder, which say nothing about the backup. */
const ofFolder: ReadonlySet<string> = new Set(["folder", "space"]);

/**
 * Restores a backup into a temporary folder, migrates and examines it as a start and the doctor would, and removes it. The
 * folder is beside the backup, or beside the data folder for one in S3-compatible storage.
 * @throws DataFolderError, SettingError if it cannot be restored
 */
export async function checkRestore(
  order: Pick<RestoreOrder, "backup" | "config" | "now" | "onStep">,
): Promise<Diagnosis> {
  const { backup, config, now, onStep } = order;
  const place = dirname(isOffSiteName(backup) ? resolve(config.data) : openBackup(backup).path);
  const folder = makeFolderIn(place);
  const dataDir = join(folder, "data");
  let unlock = () => {};
  try {
    // The disk of the backups may be mounted noexec.
    const addonFolder = existsSync(config.data) ? config.data : folder;
    const nativeBinding = provideAddon(addonFolder);
    removeLeftovers(place, nativeBinding);
    // Nobody locks the data folder while it is examined, so the folder around it tells other checks that it is in use.
    unlock = lockFolder(folder, nativeBinding, `Another restore check uses ${folder}.`);
    await restore({ ...order, config: { ...config, data: dataDir }, replace: false, addonFolder });
    onStep("migrating", 1);
    await migrate(dataDir, addonFolder);
    const diagnosis = await examineDataFolder({
      dataDir,
      config,
      nativeBinding,
      now: now(),
      onExamine: (about, share) => onStep(`examining ${about}`, share),
    });
    const checks = diagnosis.checks.filter(({ check }) => !ofFolder.has(check));
    return { ...diagnosis, data: backup, checks, state: stateOf(checks) };
  } finally {
    unlock();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of checks that were killed. The own folder is new, and has no lock yet. */
function removeLeftovers(place: string, nativeBinding: string | undefined): void {
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    if (name.startsWith(namePrefix) && existsSync(join(path, "lock.db")))
      removeUnusedFolder(path, nativeBinding);
  }
}

/** @throws DataFolderError if nobody can write beside the backup */
function makeFolderIn(place: string): string {
  try {
    return mkdtempSync(join(place, namePrefix));
  } catch (error) {
    throw asBackupFolderError(error, place);
  }
}

/** As the first start after a restore does. */
async function migrate(dataDir: string, addonFolder: string): Promise<void> {
  const log = { info() {}, warn() {}, error() {}, fatal() {} };
  const stores = await openStores({ dataDir, log, addonFolder });
  await stores.close();
}
