import { type Static, Type } from "@sinclair/typebox";
import { restoreResults } from "../infra/backups/backup.ts";
import { GrowingWords, Named, Nullable, Timestamp, Words } from "../infra/http/schema.ts";

const Bytes = Type.Integer({ minimum: 0 });
const name = "waybill-2026-01-31T020701Z";
const BackupDatabase = Named("BackupDatabase", {
  name: GrowingWords(["accounts", "live", "sandbox", "telemetry"]),
  size_bytes: Bytes,
  schema: Type.String({ description: "The newest applied migration.", examples: ["0001_platform"] }),
});

export const OperatorBackup = Named("OperatorBackup", {
  name: Type.String({ description: "The name of its folder.", examples: [name] }),
  path: Type.String({ examples: [`/mnt/backups/${name}`] }),
  at: { ...Timestamp, description: "The backup holds everything acknowledged before this time." },
  size_bytes: Bytes,
  version: Type.String({ description: "The version of Waybill that made the backup.", examples: ["1.0.0"] }),
  databases: Type.Array(BackupDatabase, { description: "What it holds." }),
  ends_at: {
    ...Timestamp,
    description:
      "About when newer daily backups have replaced it. Until then it also holds what was erased since it was taken.",
  },
});
export type OperatorBackupView = Static<typeof OperatorBackup>;

export const OperatorRestoreCheck = Named("OperatorRestoreCheck", {
  at: Timestamp,
  duration_ms: Type.Integer({ minimum: 0, examples: [4200] }),
  backup: Type.String({ description: "The backup that was restored.", examples: [`/mnt/backups/${name}`] }),
  backup_at: Nullable(Timestamp, { description: "When the backup was made." }),
  result: Words(restoreResults, {
    title: "RestoreResult",
    description:
      "`ok`: the backup was restored and examined without a finding. `warning`: it can be used, but something needs a look. `failed`: do not rely on it.",
  }),
  message: Nullable(Type.String(), {
    description: "What was found, and what to do. Null if nothing was.",
    examples: [null],
  }),
});
export type OperatorRestoreCheckView = Static<typeof OperatorRestoreCheck>;

export const RunningBackup = Named("RunningBackup", {
  started_at: Timestamp,
  database: Nullable(Type.String({ examples: ["live"] }), {
    description: "The database that is being copied or uploaded. Null before the first.",
  }),
  is_upload: Type.Boolean({
    description: "Whether the copies are made, and go into S3-compatible storage now.",
  }),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of all bytes in databases that are copied or uploaded.",
    examples: [0.4],
  }),
});
export type RunningBackupView = Static<typeof RunningBackup>;

const BackupFailure = Named("BackupFailure", {
  at: Timestamp,
  message: Type.String({ description: "What went wrong and what to do.", examples: ["permission denied"] }),
});

const OffSiteBackups = Named("OffSiteBackups", {
  endpoint: Type.String({ examples: ["https://s3.eu-central-1.amazonaws.com"] }),
  bucket: Type.String({ examples: ["acme-waybill"] }),
  count: Type.Integer({ minimum: 0, description: "How many whole backups of this installation are there." }),
  newest_at: Nullable(Timestamp, { description: "When the newest of them was taken. Null for none." }),
  unreadable: Nullable(Type.String({ examples: ["the S3-compatible storage cannot be reached"] }), {
    description: "Why the storage could not be read the last time. The other fields are then older.",
  }),
});

export type OffSiteBackupsView = Static<typeof OffSiteBackups>;

export const OperatorBackups = Named("OperatorBackups", {
  folder: Nullable(Type.String({ examples: ["/mnt/backups"] }), {
    description: "Null if none is set up: set WAYBILL_BACKUP_FOLDER or WAYBILL_BACKUP_S3_ENDPOINT.",
  }),
  keep: Type.Integer({
    minimum: 1,
    description:
      "The number of days whose backups stay: everything of the newest day, the newest of each other day.",
    examples: [7],
  }),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: "The hour, UTC, from which the daily backup is made.",
    examples: [2],
  }),
  data: Type.Array(OperatorBackup, { description: "Newest first, at most 100." }),
  unreadable: Nullable(Type.String({ examples: ["/mnt/backups does not respond"] }), {
    description: "Why the folder cannot be read now. Null if it can.",
  }),
  off_site: Nullable(OffSiteBackups, {
    description:
      "The S3-compatible storage that keeps each backup too, as of some minutes ago. Null if none is set up: set WAYBILL_BACKUP_S3_ENDPOINT.",
  }),
  is_elsewhere: Type.Boolean({
    description:
      "Whether a backup of the last seven days is on another file system than the data, or in S3-compatible storage.",
  }),
  restore_check: Nullable(OperatorRestoreCheck, {
    description: "The latest restore check. Null if there was none.",
  }),
  checking: Nullable(Type.String({ examples: [name] }), {
    description: "The name of the backup that is being restored for a check. Null if none is.",
  }),
  check_schedule: Words(["off", "daily", "weekly"], {
    title: "BackupCheckSchedule",
    description: "How often Waybill restores the newest backup for a check by itself.",
  }),
  running: Nullable(RunningBackup, { description: "The backup that is being taken." }),
  last_failure: Nullable(BackupFailure, {
    description: "Since the process started; null after a backup that went well.",
  }),
});
export type OperatorBackupsView = Static<typeof OperatorBackups>;

export const OperatorBackupFiles = Named("OperatorBackupFiles", {
  ...OperatorBackup.properties,
  files: Type.Array(
    Named("BackupFile", {
      name: Type.String({ examples: ["live.db"] }),
      size_bytes: Bytes,
      sha256: Nullable(
        Type.String({ examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] }),
        {
          description: "Its checksum. Null for the files that describe the backup.",
        },
      ),
    }),
  ),
});
export type OperatorBackupFilesView = Static<typeof OperatorBackupFiles>;
