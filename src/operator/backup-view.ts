import {
  type Backup,
  type BackupFile,
  bytesOf,
  endsAt,
  isNewestOfDay,
  nameOf,
  type RunningBackup,
} from "../infra/backups/backup.ts";
import type { RestoreCheckRow } from "../infra/backups/store.ts";
import { toTimestamp } from "../infra/clock.ts";
import type {
  OffSiteBackupsView,
  OperatorBackupFilesView,
  OperatorBackupView,
  OperatorRestoreCheckView,
  RunningBackupView,
} from "./backup-schema.ts";

/** @param endsAtMs about when newer ones have replaced it */
function toBackupView(backup: Backup, endsAtMs: number): OperatorBackupView {
  const { path, manifest } = backup;
  return {
    name: nameOf(backup),
    path,
    at: manifest.taken_at,
    size_bytes: bytesOf(manifest),
    version: manifest.waybill,
    databases: manifest.databases.map(({ file, bytes, schema }) => ({
      name: databaseOf(file) as OperatorBackupView["databases"][number]["name"],
      size_bytes: bytes,
      schema,
    })),
    ends_at: toTimestamp(endsAtMs),
  };
}

/** @param keep how many are kept; `backups` begins with the newest one */
export function toBackupViews(backups: readonly Backup[], keep: number): OperatorBackupView[] {
  const newestAt = backups[0]?.manifest.taken_at ?? "";
  let days = 0;
  return backups.map((backup, index) => {
    const newer = isNewestOfDay(backups, index) ? days++ : keep;
    return toBackupView(backup, endsAt(newestAt, newer, keep));
  });
}

export function toBackupFilesView(
  view: OperatorBackupView,
  files: readonly BackupFile[],
): OperatorBackupFilesView {
  return { ...view, files: files.map(({ name, bytes, sha256 }) => ({ name, size_bytes: bytes, sha256 })) };
}

export function toRunningView({ startedAt, file, share, isUpload }: RunningBackup): RunningBackupView {
  return {
    started_at: toTimestamp(startedAt),
    database: file && databaseOf(file),
    is_upload: isUpload,
    share,
  };
}

/** @param backups newest first */
export function toOffSiteView(
  { endpoint, bucket }: Pick<OffSiteBackupsView, "endpoint" | "bucket">,
  { backups, problem }: { backups: readonly Backup[]; problem: string | null },
): OffSiteBackupsView {
  return {
    endpoint,
    bucket,
    count: backups.length,
    newest_at: backups[0]?.manifest.taken_at ?? null,
    unreadable: problem,
  };
}

export function toRestoreCheckView(row: RestoreCheckRow): OperatorRestoreCheckView {
  const { checkedAt, durationMs, backup, takenAt, result, message } = row;
  return {
    at: toTimestamp(checkedAt),
    duration_ms: durationMs,
    backup,
    backup_at: takenAt === null ? null : toTimestamp(takenAt),
    result,
    message,
  };
}

function databaseOf(file: string): string {
  return file.replace(/\.db$/, "");
}
