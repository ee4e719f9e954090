import { writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import { askServer } from "../app/admin-socket/socket.ts";
import { SettingError } from "../app/config/reading.ts";
import { storageOf } from "../app/restore/opening.ts";
import { type BackupReport, bytesOf, toMegabytes } from "../infra/backups/backup.ts";
import { backupFolderOf } from "../infra/backups/folder.ts";
import { addressOf } from "../infra/backups/off-site.ts";
import type { BackupStep } from "../infra/backups/process.ts";
import { openBackup } from "../infra/backups/source.ts";
import { takeBackup, uploadAgain } from "../infra/backups/taking.ts";
import type { UploadOptions } from "../infra/backups/uploading.ts";
import { systemClock } from "../infra/clock.ts";
import { type SettingName, variableName } from "../infra/config/settings.ts";
import { storageSettingNames } from "../infra/config/storage-settings.ts";
import type { Config } from "../infra/config.ts";
import { isForeign } from "../infra/db/data-folder.ts";
import type { S3Storage } from "../infra/s3/storage.ts";
import { settlesWithin } from "../infra/waiting/timeout.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { createProgressLine, print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = [
  "data",
  "backupFolder",
  "backupKeep",
  "minFreeMb",
  ...storageSettingNames,
  "caFile",
];

/** A server that hangs is not waited for. */
const serverWaitMs = 5_000;

/** `waybill backup`. The server runs this command itself once a day, in a separate process. */
export function addBackup(program: Command): void {
  const command = program
    .command("backup")
    .summary("Back up the databases; the server may keep running.")
    .description(
      "Back up the databases into a new folder; the server may keep running. To restore one, see `waybill restore`.",
    )
    .argument(
      "[folder]",
      "Folder for the backup. Default: --backup-folder, keeping those of --backup-keep days.",
    )
    .option("--upload <backup>", "Upload this backup to the S3-compatible storage instead of making one.")
    .option("--json", "Print JSON, for scripts.")
    .addOption(new Option("--progress-lines", "For the server: a line of JSON for each step.").hideHelp());
  helped(withSettings(command, names, {}), [
    "waybill backup /mnt/backups --data /var/lib/waybill",
    "WAYBILL_BACKUP_FOLDER=/mnt/backups waybill backup --data /var/lib/waybill --json",
  ]);
  command.action((named: string | undefined, flags: Flags) => backUp(named, flags));
}

async function backUp(named: string | undefined, flags: Flags): Promise<void> {
  const config = loadSettings(flags, {}, names);
  if (named === "") throw new SettingError("the folder's name is empty");
  if (typeof flags.upload === "string") return upload(config, flags.upload, flags);
  const into = named === undefined ? undefined : resolve(named);
  const report =
    (await askServerAsRoot(config, into)) ?? (await backUpInProcess(config, into, progressFor(flags)));
  if (!flags.progressLines) await tellServer(config, report);
  if (flags.progressLines) return print(JSON.stringify(report));
  if (flags.json) return printJson(report);
  await print(`Backed up ${toMegabytes(bytesOf(report))} to ${report.path}.`);
  for (const path of report.removed) await print(`Removed ${path}.`);
}

/**
 * As root, asks the running server: the server's user could not open files that root creates. Returns undefined if no
 * server runs.
 */
async function askServerAsRoot(
  config: Config,
  folder: string | undefined,
): Promise<BackupReport | undefined> {
  const { data } = config;
  if (!isForeign(data)) return undefined;
  const daily = backupFolderOf(config);
  const configured = daily === null ? {} : { configured: resolve(daily) };
  const answer = await askServer(data, "backup", folder === undefined ? configured : { folder });
  return answer?.result as BackupReport | undefined;
}

/** So that the server knows of a backup on another disk. One that does not answer has none the less a backup. */
async function tellServer({ data }: Config, { path }: BackupReport): Promise<void> {
  await settlesWithin(
    serverWaitMs,
    askServer(data, "backup taken", { path }).catch(() => undefined),
  );
}

async function backUpInProcess(
  config: Config,
  into: string | undefined,
  progress: Progress,
): Promise<BackupReport> {
  const folder = into ?? backupFolderOf(config);
  if (folder === null) throw new SettingError(`name a backup folder, or set ${variableName("backupFolder")}`);
  requireInstallation(config);
  const storage = into === undefined ? await storageOf(config) : null;
  const { backup, removed } = await takeBackup({
    dataDir: config.data,
    folder,
    keep: into === undefined ? config.backupKeep : null,
    minFreeMb: config.minFreeMb,
    now: systemClock.now,
    onCopy: progress.copying,
    ...(storage !== null && { upload: uploadTo(storage, config, progress) }),
  });
  progress.done();
  return { path: backup.path, ...backup.manifest, removed };
}

async function upload(config: Config, named: string, flags: Flags): Promise<void> {
  const storage = await storageOf(config);
  if (storage === null)
    throw new SettingError(`set ${variableName("backupS3Endpoint")}, where backups are uploaded to`);
  requireInstallation(config);
  const { path, manifest } = openBackup(named);
  const progress = progressFor(flags);
  const order = { dataDir: config.data, folder: dirname(path) };
  const removed = await uploadAgain(order, { path, manifest }, uploadTo(storage, config, progress));
  progress.done();
  const report = { path, ...manifest, removed };
  if (flags.progressLines) return print(JSON.stringify(report));
  if (flags.json) return printJson(report);
  await print(`Uploaded ${toMegabytes(bytesOf(manifest))} to ${addressOf(storage)}.`);
  for (const each of removed) await print(`Removed ${each}.`);
}

function uploadTo(storage: S3Storage, { backupKeep: keep }: Config, progress: Progress): UploadOptions {
  return { storage, keep, onUpload: progress.uploading };
}

interface Progress {
  copying(file: string, bytes: number, share: number): void;
  uploading(file: string, bytes: number, share: number): void;
  done(): void;
}

function progressFor({ json, progressLines }: Flags): Progress {
  if (progressLines) {
    // At once: copying blocks the thread.
    const tell = (isUpload: boolean) => (file: string, _bytes: number, share: number) =>
      void writeSync(1, `${JSON.stringify({ file, share, isUpload } satisfies BackupStep)}\n`);
    return { copying: tell(false), uploading: tell(true), done: () => {} };
  }
  if (json) return { copying: () => {}, uploading: () => {}, done: () => {} };
  const line = createProgressLine();
  const show = (verb: string) => (file: string, bytes: number, share: number) =>
    line.show(Math.floor(share * 100), `${verb} ${file}, ${toMegabytes(bytes)}`);
  return {
    copying: show("copying"),
    uploading: show("uploading"),
    done() {
      line.show(100, "synced to disk");
      line.end();
    },
  };
}
