import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { askServer } from "../app/admin-socket/socket.ts";
import { SettingError } from "../app/config/reading.ts";
import { type BackupReport, bytesOf, toMegabytes } from "../infra/backups/backup.ts";
import { takeBackup } from "../infra/backups/taking.ts";
import { systemClock } from "../infra/clock.ts";
import { type SettingName, variableName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import { isForeign } from "../infra/db/data-folder.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { createProgressLine, print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data", "backupFolder", "backupKeep", "minFreeMb"];

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
  const into = named === undefined ? undefined : resolve(named);
  const report =
    (await askServerAsRoot(config, into)) ?? (await backUpInProcess(config, into, progressFor(flags)));
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
  { data, backupFolder }: Config,
  folder: string | undefined,
): Promise<BackupReport | undefined> {
  if (!isForeign(data)) return undefined;
  const configured = backupFolder === null ? {} : { configured: resolve(backupFolder) };
  const answer = await askServer(data, "backup", folder === undefined ? configured : { folder });
  return answer?.result as BackupReport | undefined;
}

async function backUpInProcess(
  config: Config,
  into: string | undefined,
  progress: Progress,
): Promise<BackupReport> {
  const folder = into ?? config.backupFolder;
  if (folder === null) throw new SettingError(`name a backup folder, or set ${variableName("backupFolder")}`);
  requireInstallation(config);
  const { backup, removed } = await takeBackup({
    dataDir: config.data,
    folder,
    keep: into === undefined ? config.backupKeep : null,
    minFreeMb: config.minFreeMb,
    now: systemClock.now,
    onCopy: progress.copying,
  });
  progress.done();
  return { path: backup.path, ...backup.manifest, removed: removed.map(({ path }) => path) };
}

interface Progress {
  copying(file: string, bytes: number, share: number): void;
  done(): void;
}

function progressFor({ json, progressLines }: Flags): Progress {
  if (progressLines) {
    // At once: copying blocks the thread.
    const copying = (file: string, _bytes: number, share: number) =>
      void writeSync(1, `${JSON.stringify({ file, share })}\n`);
    return { copying, done: () => {} };
  }
  if (json) return { copying: () => {}, done: () => {} };
  const line = createProgressLine();
  return {
    copying: (file, bytes, share) =>
      line.show(Math.floor(share * 100), `copying ${file}, ${toMegabytes(bytes)}`),
    done() {
      line.show(100, "synced to disk");
      line.end();
    },
  };
}
