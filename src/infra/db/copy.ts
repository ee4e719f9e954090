import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { openReader } from "./connection.ts";
import { damaged, quoted } from "./damage.ts";
import { syncPath } from "./data-folder.ts";
import { asDataFolderError, DataFolderError } from "./data-folder-error.ts";
import { type DatabaseFile, databaseFiles } from "./databases.ts";
import { refuseMisplaced } from "./inspection.ts";
import { refuseLostLog } from "./lost-log.ts";
import { appliedTo, pendingAfter } from "./migrate.ts";
import { sqliteCode } from "./storage-error.ts";

/** A database that was copied. */
interface Copy {
  readonly file: string;
  readonly bytes: number;
  /** The newest migration. */
  readonly schema: string;
}

export interface CopyResult {
  readonly copies: Copy[];
  /** Signs cursors; the same for as long as the installation lives, so it tells whose copies these are. */
  readonly cursorKey: Uint8Array;
}

interface CopyOptions {
  dataDir: string;
  /** An empty folder on any disk. */
  into: string;
  nativeBinding: string | undefined;
  /** Called before each database is copied. `share` is the part of the whole that is done, 0 to 1. */
  onCopy(file: string, bytes: number, share: number): void;
}

/**
 * What a copy of the databases can take at the most: their files and logs as they are.
 * @throws DataFolderError where one is missing
 */
export function bytesToCopy(dataDir: string): number {
  return readingFrom(dataDir, () => existingDatabases(dataDir).reduce((sum, file) => sum + sizeOf(file), 0));
}

/**
 * Copies the databases of a data folder, each as it was at one moment, beside whoever writes to them; then reads the
 * copies through and has the disk keep them. It holds up its thread for as long as that takes.
 *
 * The accounts are copied last: whatever a row of the others belongs to was there before the row, so the copy has it.
 * @throws DataFolderError for a database or a copy that is damaged
 */
export function copyDatabases(copying: CopyOptions): CopyResult {
  const { dataDir, into, nativeBinding, onCopy } = copying;
  const files = existingDatabases(dataDir);
  const total = bytesToCopy(dataDir);
  const before = readingFrom(dataDir, () => readSecrets(dataDir, nativeBinding));
  let done = 0;
  for (const file of files.toReversed()) {
    const bytes = sizeOf(file);
    onCopy(basename(file.path), bytes, done / total);
    copy(file, into, nativeBinding);
    done += bytes;
  }
  const copies = files.map((file) => check(file, copying));
  const after = readSecrets(into, nativeBinding);
  if (!Bun.deepEquals(before, after)) {
    throw new DataFolderError(
      "in_use",
      `the secret key of ${dataDir} changed during the backup: run it again`,
    );
  }
  return { copies, cursorKey: after.get("cursor_key") ?? new Uint8Array() };
}

/** What fails is the data folder, and not the one that is written to. */
function readingFrom<T>(dataDir: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asDataFolderError(error, dataDir);
  }
}

/** Those whose loss is no harm may be missing. */
export function existingDatabases(dataDir: string): DatabaseFile[] {
  return databaseFiles({ dataDir }).filter((file) => {
    const isThere = existsSync(file.path);
    if (!isThere && file.waits) throw damaged(file, "is missing");
    refuseLostLog(file);
    return isThere;
  });
}

function sizeOf({ path }: DatabaseFile): number {
  return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

function copy(file: DatabaseFile, into: string, nativeBinding: string | undefined): void {
  const connection = openReader(file.path, nativeBinding);
  try {
    connection.prepare("VACUUM INTO ?").run(join(into, basename(file.path)));
  } catch (error) {
    throw isDamage(error) ? damaged(file, `is damaged (${quoted(error.message)})`, error) : error;
  } finally {
    connection.close();
  }
}

/** Of each it says what is wrong with the file that was copied, or with the disk of the copy. */
function check(file: DatabaseFile, { dataDir, into, nativeBinding }: CopyOptions): Copy {
  const name = basename(file.path);
  const path = join(into, name);
  const connection = openReader(path, nativeBinding);
  try {
    const found = String(connection.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok") throw spoilt(path, found);
    refuseMisplaced(connection, file, databaseFiles({ dataDir }));
    const applied = appliedTo(connection);
    pendingAfter(applied, file.migrations, name);
    return { file: name, bytes: statSync(path).size, schema: applied.at(-1)?.name ?? "" };
  } catch (error) {
    throw isDamage(error) ? spoilt(path, error.message) : error;
  } finally {
    connection.close();
    syncPath(path);
  }
}

function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}

function spoilt(path: string, what: string): DataFolderError {
  return new DataFolderError(
    "damaged",
    `the copy ${path} is damaged (${quoted(what)}), and was removed: check the disk (dmesg, smartctl)`,
  );
}

/** The installation's own, among them which key the others are encrypted with. */
function readSecrets(folder: string, nativeBinding: string | undefined): Map<string, Uint8Array> {
  const connection = openReader(join(folder, "accounts.db"), nativeBinding);
  try {
    const rows = connection.prepare("SELECT name, value FROM installation ORDER BY name").all();
    return new Map((rows as { name: string; value: Uint8Array }[]).map(({ name, value }) => [name, value]));
  } finally {
    connection.close();
  }
}
