import { join } from "node:path";
import { flagName } from "../config/settings.ts";
import type { Config } from "../config.ts";
import { addon } from "../db/packaged.ts";
import type { S3Outside } from "../s3/storage.ts";
import {
  type Backup,
  type BackupReport,
  type Erasure,
  installationFingerprint,
  isAhead,
  isBackupName,
} from "./backup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { saveErasureList } from "./erasure-list.ts";
import { backupFolderOf, findBackup, findBackups, isOnOtherDisk, refuseWithin } from "./folder.ts";
import {
  findOffSite,
  hasOffSite,
  type KnownManifests,
  type OffSiteSettings,
  openOffSite,
  saveOffSiteErasures,
} from "./off-site.ts";

/** The server's access to the backups of its installation. */
export interface Backups {
  /** Folder of the daily backups; null if none are made. */
  readonly folder: string | null;
  /**
   * The newest backup there that is not ahead of the clock. Concurrent callers share one look: an unresponsive folder holds up one thread and not all
   * of them. @throws Error if the folder cannot be read
   */
  newest(now: number): Promise<Backup | undefined>;
  /**
   * Takes a backup in a separate process: copying blocks a thread, and this process answers requests. That process ends
   * with the server.
   * @param into another folder, where no old backup is removed
   * @throws Error with the message of that process
   */
  take(into?: string, onStep?: (step: BackupStep) => void): Promise<BackupReport>;
  /** The newest backups there, at most `max`; one look is shared like that of `newest`. @throws Error likewise */
  list(max: number): Promise<Backup[]>;
  /** Whether a folder is on another file system than the data. One look is shared likewise. False if nobody can tell. */
  isOnOtherDisk(path: string): Promise<boolean>;
  /** Undefined if there is none of this name of this installation. @throws Error likewise */
  find(name: string): Promise<Backup | undefined>;
  /** Examines the data folder, also in a separate process. @throws Error if that was not possible */
  examine(): Promise<Diagnosis>;
  /**
   * Restores a backup into a temporary folder beside it, examines and removes it, also in a separate process.
   * @throws Error if it cannot be restored
   */
  checkRestore(path: string): Promise<Diagnosis>;
  /** Uploads a backup of the folder that is not in S3-compatible storage, likewise in a separate process. */
  upload(path: string, onStep?: (step: BackupStep) => void): Promise<void>;
  /** The S3-compatible storage that keeps each backup of the folder too; null without one. */
  readonly offSite: OffSite | null;
  /**
   * Writes the list of what was erased beside the backups, everywhere, where it keeps what it has since a time (RFC 3339).
   * @returns what only the list had @throws Error if the folder cannot be written
   */
  saveErasures(erasures: readonly Erasure[], since: string): Promise<Erasure[]>;
}

export interface OffSite {
  readonly endpoint: string;
  readonly bucket: string;
  /** The whole backups of this installation there, newest first. @throws Error with the reason */
  list(): Promise<Backup[]>;
}

/** What the process is about to copy or upload, and the share of all bytes that are there, 0 to 1. */
export interface BackupStep {
  file: string;
  share: number;
  isUpload: boolean;
}

/** The settings that backups need. */
type BackupSettings = OffSiteSettings &
  Pick<Config, "data" | "backupFolder" | "backupKeep" | "minFreeMb" | "caFile">;

type ChildEnvironment = Readonly<Record<string, string | undefined>>;

/** When run from source the executable is Bun's, which needs the script's path. */
const waybill =
  addon === undefined ? [process.execPath, join(import.meta.dir, "../../main.ts")] : [process.execPath];

/**
 * @param environment of the processes
 * @throws DataFolderError if the backup folder is inside the data folder
 */
export function createBackups(
  config: BackupSettings,
  cursorKey: Uint8Array,
  environment: ChildEnvironment,
  stopping: AbortSignal,
  outside: S3Outside,
): Backups {
  const { data, backupKeep, minFreeMb } = config;
  const folder = backupFolderOf(config);
  if (folder !== null) refuseWithin(data, folder);
  const installation = installationFingerprint(cursorKey);
  let looking: Promise<Backup | undefined> | undefined;
  async function look(now: number): Promise<Backup | undefined> {
    if (folder === null) return undefined;
    for await (const backup of findBackups(folder, installation)) if (!isAhead(backup, now)) return backup;
    return undefined;
  }
  let listing: Promise<Backup[]> | undefined;
  async function listed(max: number): Promise<Backup[]> {
    const found: Backup[] = [];
    if (folder === null) return found;
    for await (const backup of findBackups(folder, installation)) {
      found.push(backup);
      if (found.length === max) break;
    }
    return found;
  }
  let comparing: Promise<boolean> | undefined;
  const storage = () => openOffSite(config, { ...outside, signal: stopping });
  const manifests: KnownManifests = new Map();
  async function listOffSite(): Promise<Backup[]> {
    const opened = await storage();
    return opened === null ? [] : [...(await findOffSite(opened, installation, manifests)).backups];
  }
  async function runBackup(args: readonly string[], onStep: (step: BackupStep) => void): Promise<string> {
    let last = "";
    const onLine = (line: string) => {
      last = line;
      const step = JSON.parse(line);
      if (step.share !== undefined) onStep(step);
    };
    const whole = ["backup", "--progress-lines", ...flags, ...args];
    const { said, exitCode } = await runWaybill(whole, environment, stopping, onLine);
    if (exitCode === 0) return last;
    throw new Error(said || `the backup exited with ${exitCode}`);
  }
  const flags = ["--json", `--data=${data}`, `--min-free-mb=${minFreeMb}`, `--backup-keep=${backupKeep}`];
  return {
    folder,
    newest(now) {
      looking ??= look(now).finally(() => {
        looking = undefined;
      });
      return looking;
    },
    list(max) {
      listing ??= listed(max).finally(() => {
        listing = undefined;
      });
      return listing;
    },
    isOnOtherDisk(path) {
      if (path !== folder) return isOnOtherDisk(path, data);
      comparing ??= isOnOtherDisk(path, data).finally(() => {
        comparing = undefined;
      });
      return comparing;
    },
    async find(name) {
      if (folder === null || !isBackupName(name)) return undefined;
      return findBackup(folder, name, installation);
    },
    offSite: hasOffSite(config)
      ? {
          endpoint: config.backupS3Endpoint ?? "",
          bucket: config.backupS3Bucket ?? "",
          list: listOffSite,
        }
      : null,
    async saveErasures(erasures, since) {
      if (folder === null) return [];
      const others = await saveErasureList(folder, installation, erasures, since);
      const opened = await storage();
      if (opened === null) return others;
      const further = await saveOffSiteErasures(opened, installation, [...erasures, ...others], since);
      return [...others, ...further];
    },
    async take(into, onStep = () => {}) {
      const where =
        into === undefined ? [`--backup-folder=${folder}`, ...storageFlags(config)] : ["--", into];
      return JSON.parse(await runBackup(where, onStep));
    },
    async upload(path, onStep = () => {}) {
      await runBackup([`--upload=${path}`, ...storageFlags(config)], onStep);
    },
    async examine() {
      const { printed, said, exitCode } = await runWaybill(
        ["doctor", "--json", `--data=${data}`, `--min-free-mb=${minFreeMb}`],
        environment,
        stopping,
      );
      if (printed !== "") return JSON.parse(printed);
      throw new Error(said || `the doctor exited with ${exitCode}`);
    },
    async checkRestore(path) {
      const { printed, said, exitCode } = await runWaybill(
        ["restore", "--check", "--json", `--data=${data}`, `--min-free-mb=${minFreeMb}`, "--", path],
        environment,
        stopping,
      );
      if (printed !== "") return JSON.parse(printed);
      throw new Error(said || `the restore exited with ${exitCode}`);
    },
  };
}

/** The secret of the key is in the environment. */
function storageFlags(config: BackupSettings): string[] {
  const names = ["backupS3Endpoint", "backupS3Bucket", "backupS3KeyId", "backupS3Region", "caFile"] as const;
  return names.flatMap((name) => (config[name] === null ? [] : [`${flagName(name)}=${config[name]}`]));
}

/** The command's output, its messages and its exit code. `onLine` gets each line of the output as it comes. */
async function runWaybill(
  args: readonly string[],
  env: ChildEnvironment,
  signal: AbortSignal,
  onLine?: (line: string) => void,
) {
  const options = { env, signal, stdin: "ignore", stdout: "pipe", stderr: "pipe" } as const;
  const child = Bun.spawn([...waybill, ...args], options);
  const [printed, said, exitCode] = await Promise.all([
    textOf(child.stdout, onLine),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { printed, said: said.trim().replace(/^waybill: /gm, ""), exitCode };
}

async function textOf(output: ReadableStream<Uint8Array>, onLine?: (line: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let whole = "";
  let rest = "";
  for await (const chunk of output) {
    const text = decoder.decode(chunk, { stream: true });
    whole += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine?.(line);
  }
  return whole;
}
