import { existsSync, realpathSync } from "node:fs";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { toTimestamp } from "../clock.ts";
import type { Config } from "../config.ts";
import { DataFolderError } from "../db/data-folder-error.ts";
import { storeNames } from "../db/database.ts";
import { type Backup, isBackupName, isUnfinished, type Manifest, unfinishedSuffix } from "./backup.ts";

/** The folder of the backups. It may be on another machine, so no thread waits for it. */

/** How long the metrics and the operator's page wait for it, or for other storage. */
export const lookMaxMs = 2_000;

export const manifestFile = "backup.json";
export const checksumsFile = "SHA256SUMS";

/** The backups of an installation, newest first. @throws Error if the folder cannot be read */
export async function* findBackups(folder: string, installation: string): AsyncGenerator<Backup> {
  const names = await namesIn(folder);
  for (const name of names.filter(isBackupName).sort().reverse()) {
    const path = resolve(folder, name);
    const manifest = await readManifest(join(path, manifestFile));
    if (manifest?.installation === installation) yield { path, manifest };
  }
}

/** Undefined if there is no such backup of the installation. @param name as `isBackupName` allows */
export async function findBackup(
  folder: string,
  name: string,
  installation: string,
): Promise<Backup | undefined> {
  const path = resolve(folder, name);
  const manifest = await readManifest(join(path, manifestFile));
  return manifest?.installation === installation ? { path, manifest } : undefined;
}

/** Renames first: a half-removed backup must not look complete. */
export async function removeBackup({ path }: Backup): Promise<void> {
  await rename(path, path + unfinishedSuffix);
  await rm(path + unfinishedSuffix, { recursive: true });
}

/** Only for the process that has locked the folder. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names.filter(isUnfinished)) await rm(join(folder, name), { recursive: true });
}

/** Empty if there is no folder yet. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}

/** Undefined for a folder with such a name that holds no backup. */
async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return toManifest(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Without the others a server makes new ones. */
const required = ["accounts.db", "live.db"];

/**
 * The content of `backup.json`. Its files become paths, and whoever can write to the folder can write the content.
 * @returns undefined if it does not describe a backup
 */
export function toManifest(text: string): Manifest | undefined {
  try {
    const manifest: Manifest = JSON.parse(text);
    const { waybill, installation, taken_at, finished_at, databases } = manifest;
    const isWhole =
      [waybill, installation].every((field) => typeof field === "string") &&
      [taken_at, finished_at].every((time) => toTimestamp(Date.parse(time)) === time) &&
      databases.every(isDatabase) &&
      required.every((name) => databases.some(({ file }) => file === name));
    return isWhole ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function isDatabase({ file, bytes, schema }: Manifest["databases"][number]): boolean {
  const isKnown = storeNames.some((name) => file === `${name}.db`);
  return isKnown && Number.isSafeInteger(bytes) && bytes >= 0 && typeof schema === "string";
}

/** The folder of the daily ones; null if none are made. What goes into other storage is made in a folder first. */
export function backupFolderOf({
  data,
  backupFolder,
  backupS3Endpoint,
}: Pick<Config, "data" | "backupFolder" | "backupS3Endpoint">): string | null {
  return backupFolder ?? (backupS3Endpoint === null ? null : `${resolve(data)}-backups`);
}

/** Backups inside the data folder would be lost with it. @throws DataFolderError */
export function refuseWithin(dataDir: string, folder: string): void {
  const path = relative(realPathOf(dataDir), realPathOf(folder));
  if (path.split(sep)[0] === ".." || isAbsolute(path)) return;
  throw new DataFolderError(
    "unusable",
    `${folder} is inside the data folder and would be lost with it: choose another folder, ideally on another disk`,
  );
}

/** The path may not exist yet. */
function realPathOf(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : join(realPathOf(dirname(whole)), basename(whole));
}

/** Whether the folder is on another file system than the data. False if nobody can tell. */
export async function isOnOtherDisk(folder: string, data: string): Promise<boolean> {
  try {
    const [its, own] = await Promise.all([stat(folder), stat(data)]);
    return its.dev !== own.dev;
  } catch {
    return false;
  }
}
