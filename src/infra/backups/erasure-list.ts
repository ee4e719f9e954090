import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "../db/data-folder.ts";
import type { Erasure } from "./erasure.ts";

/**
 * What was erased, by id and without personal data. A restored backup brings it back, so the list must be elsewhere than in
 * the databases: beside the backups while they are made, and in the restored folder until its server has erased it again.
 */

const pendingFile = "erase-again.json";

function listFile(installation: string): string {
  return `erasures-${installation}.json`;
}

/** Writes the list beside the backups of an installation; no thread waits for the folder. */
export async function saveErasureList(
  folder: string,
  installation: string,
  erasures: readonly Erasure[],
): Promise<void> {
  const path = join(folder, listFile(installation));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, toText(erasures), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The list beside a backup; undefined if there is none, or it cannot be read. */
export function readErasureList(folder: string, installation: string): Erasure[] | undefined {
  return readList(join(folder, listFile(installation)));
}

/** Leaves in a restored folder what its server erases again. */
export function leaveErasures(folder: string, erasures: readonly Erasure[]): void {
  const path = join(folder, pendingFile);
  writeFileSync(`${path}.new`, toText(erasures), { mode: 0o600 });
  syncPath(`${path}.new`);
  renameSync(`${path}.new`, path);
}

/** What a restore left; undefined if it left nothing. */
export function leftErasures(dataDir: string): Erasure[] | undefined {
  return readList(join(dataDir, pendingFile));
}

export function forgetLeftErasures(dataDir: string): void {
  rmSync(join(dataDir, pendingFile), { force: true });
}

function toText(erasures: readonly Erasure[]): string {
  return `${JSON.stringify({ erasures }, null, 1)}\n`;
}

function readList(path: string): Erasure[] | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")).erasures;
  } catch {
    return undefined;
  }
}
