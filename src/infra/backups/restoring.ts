import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { freeBytesOf } from "../db/condition.ts";
import {
  lockDataFolder,
  makeFolder,
  refuseForeignFiles,
  refuseSharedFolder,
  syncPath,
} from "../db/data-folder.ts";
import { DataFolderError } from "../db/data-folder-error.ts";
import { provideAddon } from "../db/native-addon.ts";
import {
  contentOf,
  finishRestore,
  makeWaitingFolder,
  plannedRestore,
  planRestore,
  removeWaitingFolder,
} from "../db/restoring.ts";
import { bytesPerMb } from "../units.ts";
import { toMegabytes } from "./backup.ts";
import { type BackupSource, spoilt } from "./source.ts";

interface RestoreOptions {
  source: BackupSource;
  dataDir: string;
  /** Whether the present content of the folder is moved out of the way. */
  replace: boolean;
  /** Space to leave on the folder's disk. */
  minFreeMb: number;
  /** Folder that holds the driver's addon. Default: the data folder. */
  addonFolder?: string;
  now(): number;
  /** Called before each step, with the share that is done, 0 to 1. */
  onStep(step: string, share: number): void;
  /** Examines the restored files before they take their place. Throws to refuse them. */
  examine(folder: string, nativeBinding: string | undefined): void;
  /** Called instead of `examine` if an interrupted restore of this backup was finished. `former` is what is returned. */
  onFinished(former: string | null, nativeBinding: string | undefined): void;
}

/**
 * Copies a backup into a data folder, checks every byte, and then lets it take the place of what was there. A kill at any
 * point leaves the folder as it was, or whole with the backup: the next start finishes what was decided.
 * @returns where the former content of the folder is; null if there was none
 * @throws DataFolderError, and whatever `examine` throws; then the folder is as it was
 */
export async function restoreBackup(options: RestoreOptions): Promise<string | null> {
  const { source, dataDir, now, onStep } = options;
  makeFolder(dataDir);
  refuseSharedFolder(dataDir);
  refuseForeignFiles(dataDir, []);
  const nativeBinding = provideAddon(options.addonFolder ?? dataDir);
  const unlock = lockDataFolder(dataDir, nativeBinding);
  try {
    const unfinished = plannedRestore(dataDir);
    if (unfinished !== undefined) {
      const replaced = finishRestore(dataDir);
      if (unfinished === source.path) {
        options.onFinished(replaced, nativeBinding);
        return replaced;
      }
    }
    refuseContent(options);
    await fill(options, nativeBinding);
    onStep("deciding", 1);
    planRestore(dataDir, source.path, now());
    return finishRestore(dataDir, (step) => onStep(step, 1));
  } finally {
    unlock();
  }
}

function refuseContent({ dataDir, replace }: RestoreOptions): void {
  if (replace || contentOf(dataDir).length === 0) return;
  throw new DataFolderError(
    "unusable",
    `${dataDir} is not empty: restore into another folder, or use --replace to move its content into a folder beside it`,
  );
}

async function fill(options: RestoreOptions, nativeBinding: string | undefined): Promise<void> {
  const { dataDir, source, onStep, examine } = options;
  const waiting = makeWaitingFolder(dataDir);
  try {
    await refuseWithoutSpace(options);
    const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const file of source.files) {
      const into = join(waiting, file.name);
      const sha256 = await copy(source.read(file.name), into, (bytes) => {
        onStep(`copying ${file.name}, ${toMegabytes(file.bytes)}`, (done + bytes) / total);
      });
      if (sha256 !== file.sha256) throw spoilt(source.path, `${file.name} differs from its checksum`);
      done += file.bytes;
    }
    onStep("examining", 1);
    examine(waiting, nativeBinding);
    syncPath(waiting);
  } catch (error) {
    removeWaitingFolder(dataDir);
    throw error;
  }
}

/** Copies and syncs a file. @returns its SHA-256 */
async function copy(
  content: AsyncIterable<Uint8Array>,
  into: string,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  let bytes = 0;
  onBytes(0);
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(bytes);
        yield chunk;
      }
    },
    createWriteStream(into, { mode: 0o600 }),
  );
  syncPath(into);
  return hash.digest("hex");
}

/** A disk that fills up would stop a server that writes to it. */
async function refuseWithoutSpace({ dataDir, source, minFreeMb }: RestoreOptions): Promise<void> {
  const needed = source.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = await freeBytesOf(dataDir);
  if (free - minFreeMb * bytesPerMb >= needed) return;
  throw new DataFolderError(
    "full",
    `not enough disk space in ${dataDir}: the backup needs ${toMegabytes(needed)} plus ${minFreeMb} MB kept free, and ${toMegabytes(free)} are available`,
  );
}
