import { requireConfirmed } from "../access/accounts/proof/confirmation.ts";
import { appendAudit, recordAuditAtMost } from "../access/audit/service.ts";
import { archiveOf, filesOf } from "../infra/backups/archive.ts";
import { type Backup, nameOf } from "../infra/backups/backup.ts";
import { isElsewhere, recordDeparture } from "../infra/backups/elsewhere.ts";
import { offSiteBackups } from "../infra/backups/off-site-known.ts";
import { checkedPath, checkRestoreOf, lastRestoreCheck } from "../infra/backups/restore-check.ts";
import { backupState, takeOneBackup } from "../infra/backups/running.ts";
import { listBackups } from "../infra/backups/service.ts";
import { toTimestamp } from "../infra/clock.ts";
import { type Deps, inMemory } from "../infra/deps.ts";
import { AppError, isFault } from "../infra/errors.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import type { OperatorBackupFilesView, OperatorBackupsView, OperatorBackupView } from "./backup-schema.ts";
import {
  toBackupFilesView,
  toBackupViews,
  toOffSiteView,
  toRestoreCheckView,
  toRunningView,
} from "./backup-view.ts";

/** What the operator sees and does of backups. */

/** A slow download holds its files open. */
const downloadsMax = 2;
const takenPerHourMax = 60;

const downloadsOf = inMemory(() => ({ running: 0 }));

export async function getBackups(deps: Deps): Promise<OperatorBackupsView> {
  const { backupKeep: keep, backupHour: hour } = deps.config;
  const { running, lastFailure } = backupState(deps);
  const { backups, unreadable } = await readFolder(deps);
  const [check, checking] = [lastRestoreCheck(deps), checkedPath(deps)];
  const { offSite } = deps.backups;
  const known = await offSiteBackups(deps);
  return {
    folder: deps.backups.folder,
    keep,
    hour,
    data: toBackupViews(backups, keep),
    unreadable,
    off_site: offSite && known && toOffSiteView(offSite, known),
    is_elsewhere: await isElsewhere(deps),
    restore_check: check ? toRestoreCheckView(check) : null,
    checking: checking && nameOf({ path: checking }),
    check_schedule: deps.config.backupCheck,
    running: running && toRunningView(running),
    last_failure: lastFailure && { at: toTimestamp(lastFailure.at), message: lastFailure.message },
  };
}

async function readFolder(deps: Deps): Promise<{ backups: Backup[]; unreadable: string | null }> {
  try {
    return { backups: await listBackups(deps), unreadable: null };
  } catch (error) {
    return { backups: [], unreadable: (error as Error).message };
  }
}

/** Begins a backup and waits for nothing. @throws AppError `backups_not_set_up`, `backup_running` */
export async function startBackup(deps: Deps, operator: SessionPrincipal): Promise<OperatorBackupsView> {
  if (deps.backups.folder === null) throw new AppError("backups_not_set_up");
  if (backupState(deps).running) throw new AppError("backup_running");
  const target = { type: "installation", id: "backups", name: null } as const;
  recordAuditAtMost(deps, operator, { action: "backup.taken", target }, { about: "", max: takenPerHourMax });
  takeOneBackup(deps).catch((error) => {
    // The operator reads it in `last_failure`.
    if (isFault(error)) deps.log.warn({ err: error }, "A backup failed");
  });
  return getBackups(deps);
}

/** Begins to restore a backup for a check, and waits for nothing. @throws AppError `not_found`, `backup_running` */
export async function startRestoreCheck(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
): Promise<OperatorBackupsView> {
  const backup = await requireBackup(deps, name);
  refuseSecondCheck(deps);
  const target = { type: "backup", id: name, name } as const;
  recordAuditAtMost(
    deps,
    operator,
    { action: "backup.checked", target },
    { about: name, max: takenPerHourMax },
  );
  // What it finds is in `restore_check`.
  checkRestoreOf(deps, backup).catch((error) => deps.log.warn({ err: error }, "A restore check failed"));
  return getBackups(deps);
}

/** @throws AppError `backup_running` */
function refuseSecondCheck(deps: Deps): void {
  if (checkedPath(deps) === null) return;
  throw new AppError("backup_running", {
    detail: "Another backup is being checked. Wait until that has ended.",
  });
}

/**
 * What a download will hold. Like the download it needs a confirmed session, so that a page can ask for the password
 * before the browser downloads. @throws AppError `not_found`, `confirmation_required`
 */
export async function getBackup(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
): Promise<OperatorBackupFilesView> {
  requireConfirmed(deps, operator);
  const backup = await requireBackup(deps, name);
  return toBackupFilesView(await viewOf(deps, backup), await filesOf(backup));
}

/** The view as the list has it: when it ends depends on the others. @throws AppError `not_found` */
async function viewOf(deps: Deps, backup: Backup): Promise<OperatorBackupView> {
  const views = toBackupViews(await listBackups(deps), deps.config.backupKeep);
  const view = views.find(({ name }) => name === nameOf(backup));
  if (!view) throw new AppError("not_found");
  return view;
}

/**
 * A backup as a tar archive, read as fast as it is taken.
 * @throws AppError `not_found`, `confirmation_required`, `limit_reached` while two others are downloaded
 */
export async function openArchive(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
): Promise<ReadableStream<Uint8Array>> {
  requireConfirmed(deps, operator);
  const backup = await requireBackup(deps, name);
  const files = await filesOf(backup);
  const downloads = downloadsOf(deps);
  if (downloads.running >= downloadsMax) {
    throw new AppError("limit_reached", {
      detail: `${downloadsMax} downloads are running. Wait for one to end.`,
    });
  }
  downloads.running += 1;
  try {
    await deps.stores.accounts.write((tx) =>
      appendAudit(deps, tx, operator, {
        action: "backup.downloaded",
        target: { type: "backup", id: name, name },
      }),
    );
    const archive = await archiveOf(backup, files, (error) => {
      downloads.running -= 1;
      if (error) deps.log.warn({ err: error, backup: name }, "The download of a backup ended early");
    });
    return whenTaken(archive, () => keepDownload(deps, name));
  } catch (error) {
    downloads.running -= 1;
    throw error;
  }
}

/** Calls `then` once the reader has taken everything. */
function whenTaken(source: ReadableStream<Uint8Array>, then: () => void): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        then();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is taken ahead of the reader.
    { highWaterMark: 0 },
  );
}

function keepDownload(deps: Deps, name: string): void {
  recordDeparture(deps, name).catch((error) =>
    deps.log.warn({ err: error, backup: name }, "Remembering the download of a backup failed"),
  );
}

/** @throws AppError `not_found` */
async function requireBackup(deps: Deps, name: string): Promise<Backup> {
  const backup = await deps.backups.find(name);
  if (!backup) throw new AppError("not_found");
  return backup;
}
