import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "../db/data-folder.ts";
import { DataFolderError } from "../db/data-folder-error.ts";
import type { Erasure } from "./backup.ts";

/**
 * What was erased, by id and without personal data. A restored backup brings it back, so the list must be elsewhere than in
 * the databases: beside the backups while they are made, and in the restored folder until its server has erased it again.
 */

const pendingFile = "erase-again.json";

function listFile(installation: string): string {
  return `erasures-${installation}.json`;
}

/**
 * Writes the list beside the backups of an installation; no thread waits for the folder. A server that was restored without
 * the list knows less than it, so what it has since a time stays in it.
 * @returns what only the list had
 * @throws DataFolderError if there is a list that cannot be read: what only it knows must not be overwritten
 */
export async function saveErasureList(
  folder: string,
  installation: string,
  erasures: readonly Erasure[],
  since: string,
): Promise<Erasure[]> {
  const path = join(folder, listFile(installation));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = await readFile(path, "utf8").catch(undefinedIfMissing);
  const others = unknownSince(text === undefined ? [] : erasuresIn(path, text), erasures, since);
  await writeFile(`${path}.new`, erasuresText([...erasures, ...others]), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return others;
}

/** What of a list the erasures do not have, and is not older. */
export function unknownSince(
  listed: readonly Erasure[],
  erasures: readonly Erasure[],
  since: string,
): Erasure[] {
  const known = new Set(erasures.map(({ id }) => id));
  return listed.filter(({ id, erased_at }) => !known.has(id) && erased_at >= since);
}

/** The list beside a backup; undefined if there is none. @throws DataFolderError if it cannot be read */
export function readErasureList(folder: string, installation: string): Erasure[] | undefined {
  return readList(join(folder, listFile(installation)));
}

/** Leaves in a restored folder what its server erases again. */
export function leaveErasures(folder: string, erasures: readonly Erasure[]): void {
  const path = join(folder, pendingFile);
  writeFileSync(`${path}.new`, erasuresText(erasures), { mode: 0o600 });
  syncPath(`${path}.new`);
  renameSync(`${path}.new`, path);
}

/** What a restore left; undefined if it left nothing. @throws DataFolderError if it cannot be read */
export function leftErasures(dataDir: string): Erasure[] | undefined {
  return readList(join(dataDir, pendingFile));
}

export function forgetLeftErasures(dataDir: string): void {
  rmSync(join(dataDir, pendingFile), { force: true });
}

/** The content of a list. */
export function erasuresText(erasures: readonly Erasure[]): string {
  return `${JSON.stringify({ erasures }, null, 1)}\n`;
}

function readList(path: string): Erasure[] | undefined {
  return existsSync(path) ? erasuresIn(path, readFileSync(path, "utf8")) : undefined;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Reads the content of a list. @throws DataFolderError if it is none */
export function erasuresIn(path: string, text: string): Erasure[] {
  const erasures = ifReadable(() => JSON.parse(text).erasures);
  if (Array.isArray(erasures)) return erasures;
  throw new DataFolderError(
    "damaged",
    `${path} is not a list of erasures: restore it from a copy, or move it away. Without it, Waybill does not know which personal data has to be erased again`,
  );
}

/** Undefined where reading fails: the file may be damaged. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
