import { join } from "node:path";
import { addon } from "../db/packaged.ts";
import { type Backup, type BackupReport, installationFingerprint } from "./backup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { findBackups, refuseWithin } from "./folder.ts";

/** The server's access to the backups of its installation. */
export interface Backups {
  /** Folder of the daily backups; null if none are made. */
  readonly folder: string | null;
  /**
   * The newest backup there. Concurrent callers share one look: an unresponsive folder holds up one thread and not all
   * of them. @throws Error if the folder cannot be read
   */
  newest(): Promise<Backup | undefined>;
  /**
   * Takes a backup in a separate process: copying blocks a thread, and this process answers requests. That process ends
   * with the server.
   * @param into another folder, where no old backup is removed
   * @throws Error with the message of that process
   */
  take(into?: string): Promise<BackupReport>;
  /** Examines the data folder, also in a separate process. @throws Error if that was not possible */
  examine(): Promise<Diagnosis>;
}

/** The settings that backups need. */
interface BackupSettings {
  data: string;
  backupFolder: string | null;
  backupKeep: number;
  minFreeMb: number;
}

/** When run from source the executable is Bun's, which needs the script's path. */
const waybill =
  addon === undefined ? [process.execPath, join(import.meta.dir, "../../main.ts")] : [process.execPath];

/** @throws DataFolderError if the backup folder is inside the data folder */
export function createBackups(
  { data, backupFolder: folder, backupKeep, minFreeMb }: BackupSettings,
  cursorKey: Uint8Array,
  stopping: AbortSignal,
): Backups {
  if (folder !== null) refuseWithin(data, folder);
  const installation = installationFingerprint(cursorKey);
  let looking: Promise<Backup | undefined> | undefined;
  async function look(): Promise<Backup | undefined> {
    if (folder === null) return undefined;
    for await (const backup of findBackups(folder, installation)) return backup;
    return undefined;
  }
  const flags = ["--json", `--data=${data}`, `--min-free-mb=${minFreeMb}`, `--backup-keep=${backupKeep}`];
  return {
    folder,
    newest() {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    async take(into) {
      const where = into === undefined ? [`--backup-folder=${folder}`] : ["--", into];
      const { printed, said, exitCode } = await runWaybill(["backup", ...flags, ...where], stopping);
      if (exitCode === 0) return JSON.parse(printed);
      throw new Error(said || `the backup exited with ${exitCode}`);
    },
    async examine() {
      const { printed, said, exitCode } = await runWaybill(
        ["doctor", "--json", `--data=${data}`, `--min-free-mb=${minFreeMb}`],
        stopping,
      );
      if (printed !== "") return JSON.parse(printed);
      throw new Error(said || `the doctor exited with ${exitCode}`);
    },
  };
}

/** The command's output, its messages and its exit code. */
async function runWaybill(args: readonly string[], signal: AbortSignal) {
  const child = Bun.spawn([...waybill, ...args], { stdin: "ignore", stdout: "pipe", stderr: "pipe", signal });
  const [printed, said, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { printed, said: said.trim().replace(/^waybill: /gm, ""), exitCode };
}
