import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { version } from "../../../package.json";
import { toTimestamp } from "../clock.ts";
import { freeBytesOf } from "../db/condition.ts";
import { bytesToCopy, type CopyResult, copyDatabases } from "../db/copy.ts";
import { lockFolder, makeFolder, syncPath } from "../db/data-folder.ts";
import { asBackupFolderError, DataFolderError } from "../db/data-folder-error.ts";
import { provideAddon } from "../db/native-addon.ts";
import { bytesPerMb } from "../units.ts";
import {
  type Backup,
  backupName,
  endsAt,
  installationFingerprint,
  type Manifest,
  replacedBy,
  toMegabytes,
  unfinishedSuffix,
} from "./backup.ts";
import {
  checksumsFile,
  findBackups,
  manifestFile,
  refuseWithin,
  removeBackup,
  removeUnfinished,
} from "./folder.ts";
import { type UploadOptions, uploadBackup } from "./uploading.ts";

const secondMs = 1_000;

export interface BackupOptions {
  dataDir: string;
  /** The target folder; created if missing. */
  folder: string;
  /** Of how many days to keep backups there; null removes none. */
  keep: number | null;
  /** Space to leave on the folder's disk. */
  minFreeMb: number;
  now(): number;
  /** Called before each copy with the file, its size and the share of all bytes already copied, 0 to 1. */
  onCopy(file: string, bytes: number, share: number): void;
  /** Other storage for it, while the folder is still locked; left out for none. */
  upload?: UploadOptions;
}

/**
 * Copies the databases into a new folder, with or without a running server. The folder gets its final name when all of
 * it is on the disk. A failed backup leaves nothing behind; the next one removes the remains of a killed process. Then
 * old backups of the same installation are removed.
 * @throws DataFolderError
 */
export function takeBackup(order: BackupOptions): Promise<{ backup: Backup; removed: string[] }> {
  return inFolder(order, async (nativeBinding) => {
    await removeUnfinished(order.folder);
    await refuseWithoutSpace(order);
    const backup = await make(order, nativeBinding);
    const removed = await removeOld(order, backup);
    return { backup, removed: [...removed, ...(await uploadAfter(backup, order.upload))] };
  });
}

/**
 * Uploads a backup of the folder that is not in the other storage yet.
 * @returns addresses of old ones that were removed there @throws DataFolderError
 */
export function uploadAgain(
  order: Pick<BackupOptions, "dataDir" | "folder">,
  backup: Backup,
  upload: UploadOptions,
): Promise<string[]> {
  return inFolder(order, () => uploadBackup(backup, upload));
}

/** Works while no other process takes, uploads or removes a backup there. */
async function inFolder<T>(
  { dataDir, folder }: Pick<BackupOptions, "dataDir" | "folder">,
  work: (nativeBinding: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    refuseWithin(dataDir, folder);
    makeFolder(folder);
    const nativeBinding = provideAddon(dataDir);
    const inUse = `another backup into ${folder} is running: wait until it ends, or choose another folder`;
    const unlock = lockFolder(folder, nativeBinding, inUse);
    try {
      return await work(nativeBinding);
    } finally {
      unlock();
    }
  } catch (error) {
    throw asBackupFolderError(error, folder);
  }
}

async function uploadAfter(backup: Backup, upload: UploadOptions | undefined): Promise<string[]> {
  if (upload === undefined) return [];
  return uploadBackup(backup, upload).catch((error) => {
    if (!(error instanceof DataFolderError)) throw error;
    const made = `the backup is in ${backup.path}, and not in the S3-compatible storage`;
    throw new DataFolderError(error.fault, `${made}: ${error.message}`, { cause: error });
  });
}

/** A disk that fills up during the backup would stop a server that writes to it. */
async function refuseWithoutSpace({ dataDir, folder, minFreeMb }: BackupOptions): Promise<void> {
  const [needed, free] = [bytesToCopy(dataDir), await freeBytesOf(folder)];
  if (free - minFreeMb * bytesPerMb >= needed) return;
  throw new DataFolderError(
    "full",
    `not enough disk space for the backup in ${folder}: it may need ${toMegabytes(needed)} plus ${minFreeMb} MB kept free, and ${toMegabytes(free)} are available`,
  );
}

async function make(order: BackupOptions, nativeBinding: string | undefined): Promise<Backup> {
  const { dataDir, folder, now, onCopy } = order;
  const takenAt = now();
  const path = freePath(folder, takenAt);
  const into = path + unfinishedSuffix;
  mkdirSync(into, { mode: 0o700 });
  try {
    const copied = copyDatabases({ dataDir, into, nativeBinding, now, onCopy });
    const manifest = manifestOf(order, copied, toTimestamp(takenAt));
    writeSynced(join(into, checksumsFile), await checksums(into, copied));
    writeSynced(join(into, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    syncPath(into);
    renameSync(into, path);
    syncPath(folder);
    return { path, manifest };
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

/** Named by the time, or by the first free second after it. */
function freePath(folder: string, takenAt: number): string {
  const path = resolve(folder, backupName(toTimestamp(takenAt)));
  return existsSync(path) ? freePath(folder, takenAt + secondMs) : path;
}

function manifestOf(
  { keep, now }: BackupOptions,
  { copies, cursorKey }: CopyResult,
  takenAt: string,
): Manifest {
  return {
    waybill: version,
    installation: installationFingerprint(cursorKey),
    taken_at: takenAt,
    finished_at: toTimestamp(now()),
    ends_at: keep === null ? null : toTimestamp(endsAt(takenAt, 0, keep)),
    databases: copies,
  };
}

function writeSynced(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  syncPath(path);
}

/** In the format of sha256sum(1). SQLite's files have no checksums. */
async function checksums(folder: string, { copies }: CopyResult): Promise<string> {
  const lines: string[] = [];
  for (const { file } of copies) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest("hex")}  ${file}\n`);
  }
  return lines.join("");
}

/** Never removes the new one, even if a wrong clock named the others. */
async function removeOld({ folder, keep }: BackupOptions, { path, manifest }: Backup): Promise<string[]> {
  if (keep === null) return [];
  const all = await Array.fromAsync(findBackups(folder, manifest.installation));
  const others = all.filter((backup) => backup.path !== path);
  const old = replacedBy(manifest.taken_at, others, keep);
  for (const backup of old) await removeBackup(backup);
  return old.map((backup) => backup.path);
}
