import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { toTimestamp } from "../clock.ts";
import { openReader } from "./connection.ts";
import { damaged, isDamage, quoted } from "./damage.ts";
import { syncPath } from "./data-folder.ts";
import { asDataFolderError, DataFolderError } from "./data-folder-error.ts";
import { type DatabaseFile, databaseFiles } from "./databases.ts";
import { refuseMisplaced } from "./inspection.ts";
import { refuseLostLog } from "./lost-log.ts";
import { appliedTo, pendingAfter } from "./migrate.ts";

/** A database that was copied. */
interface Copy {
  readonly file: string;
  readonly bytes: number;
  /** The newest migration. */
  readonly schema: string;
  /** It has everything acknowledged before this time. RFC 3339. */
  readonly taken_at: string;
}

export interface CopyResult {
  readonly copies: Copy[];
  /** Signs cursors. It never changes, so it identifies the installation of the copies. */
  readonly cursorKey: Uint8Array;
}

interface CopyOptions {
  dataDir: string;
  /** An empty folder on any disk. */
  into: string;
  nativeBinding: string | undefined;
  now(): number;
  /** Called before each database is copied. `share` is the part of the whole that is done, 0 to 1. */
  onCopy(file: string, bytes: number, share: number): void;
}

/**
 * The most that a copy of the databases can take: the size of their files and logs.
 * @throws DataFolderError if a database is missing
 */
export function bytesToCopy(dataDir: string): number {
  return readingFrom(dataDir, () => existingDatabases(dataDir).reduce((sum, file) => sum + sizeOf(file), 0));
}

/**
 * Copies the databases of a data folder, also while a server writes to them. Each copy is a snapshot of one moment.
 * Then it checks every page of the copies and syncs them. It blocks its thread until it is done.
 *
 * It copies the accounts last: an account exists before the rows that belong to it, so the copy contains it.
 * @throws DataFolderError if a database or a copy is damaged
 */
export function copyDatabases(copying: CopyOptions): CopyResult {
  const { dataDir, into, nativeBinding, now, onCopy } = copying;
  const files = existingDatabases(dataDir);
  const total = bytesToCopy(dataDir);
  const before = readingFrom(dataDir, () => readSecrets(dataDir, nativeBinding));
  let done = 0;
  const moments = new Map<DatabaseFile, string>();
  for (const file of files.toReversed()) {
    const bytes = sizeOf(file);
    moments.set(file, toTimestamp(now()));
    onCopy(basename(file.path), bytes, done / total);
    copy(file, into, nativeBinding);
    done += bytes;
  }
  const copies = files.map((file) => ({ ...check(file, copying), taken_at: moments.get(file) ?? "" }));
  const after = readSecrets(into, nativeBinding);
  if (!Bun.deepEquals(before, after)) {
    throw new DataFolderError(
      "in_use",
      `the secret key of ${dataDir} changed during the backup: run it again`,
    );
  }
  return { copies, cursorKey: after.get("cursor_key") ?? new Uint8Array() };
}

/** Errors inside name the data folder, not the folder that receives the copies. */
function readingFrom<T>(dataDir: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asDataFolderError(error, dataDir);
  }
}

/** Databases whose loss does no harm may be missing. @throws DataFolderError if another one is, or is empty */
export function existingDatabases(dataDir: string): DatabaseFile[] {
  return databaseFiles({ dataDir }).filter((file) => {
    const isThere = existsSync(file.path);
    if (!isThere && file.waits) throw damaged(file, "is missing");
    refuseLostLog(file);
    if (isThere && file.waits && sizeOf(file) === 0) throw damaged(file, "is empty");
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

/** Checks a copy. The errors tell a damaged source from a damaged copy, which points to the disk of the copy. */
function check(file: DatabaseFile, { dataDir, into, nativeBinding }: CopyOptions): Omit<Copy, "taken_at"> {
  const name = basename(file.path);
  const path = join(into, name);
  const connection = openReader(path, nativeBinding);
  try {
    const found = String(connection.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok") throw spoilt(path, found);
    refuseMisplaced(connection, file, databaseFiles({ dataDir }));
    const applied = appliedTo(connection);
    if (applied.length === 0 && file.waits) throw damaged(file, "has no tables");
    pendingAfter(applied, file.migrations, name);
    return { file: name, bytes: statSync(path).size, schema: applied.at(-1)?.name ?? "" };
  } catch (error) {
    throw isDamage(error) ? spoilt(path, error.message) : error;
  } finally {
    connection.close();
    syncPath(path);
  }
}

function spoilt(path: string, what: string): DataFolderError {
  return new DataFolderError(
    "damaged",
    `the copy ${path} is damaged (${quoted(what)}), and was removed: check the disk (dmesg, smartctl)`,
  );
}

/** The installation's values. One of them tells which key encrypts the other secrets. */
function readSecrets(folder: string, nativeBinding: string | undefined): Map<string, Uint8Array> {
  const connection = openReader(join(folder, "accounts.db"), nativeBinding);
  try {
    const rows = connection.prepare("SELECT name, value FROM installation ORDER BY name").all();
    return new Map((rows as { name: string; value: Uint8Array }[]).map(({ name, value }) => [name, value]));
  } finally {
    connection.close();
  }
}
