import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Connection, checkpoint } from "./connection.ts";
import { syncPath } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import type { DatabaseFile } from "./databases.ts";

/**
 * SQLite does not notice that the log of a database is missing: the last acknowledged writes would be lost silently. So
 * a small file, such as `live.db-open`, marks a database as open until it is closed in order. The mark is created after
 * the log and removed before it, so it never exists without the log.
 *
 * The mark holds the change counter of the database's header. Each log begins with a frame that has a larger counter
 * (`sync-worker.ts`). That distinguishes a lost log from one that another program, such as `sqlite3`, merged into the
 * database and removed.
 */
const markOf = ({ path }: DatabaseFile) => `${path}-open`;
const logOf = ({ path }: DatabaseFile) => `${path}-wal`;

/** SQLite's file format, §1.3: the write version, 2 with a log and 1 without, and the change counter of the header. */
const writeVersionOffset = 18;
const withLog = 2;
const changeCounterOffset = 24;
const headerBytes = 28;
/** Digits of a 32-bit number. */
const counterDigits = 10;

/** Marks the log as needed from now on. The caller syncs the folder before a write is acknowledged. */
export function markOpen(file: DatabaseFile): void {
  if (!file.waits) return;
  const text = String(readHeader(file)?.changes).padStart(counterDigits);
  // An existing mark is overwritten in place: a full disk has room for that.
  writeFileSync(markOf(file), text, { mode: 0o600, flag: existsSync(markOf(file)) ? "r+" : "w" });
}

/**
 * Marks the file anew after a checkpoint, which changes the counter. If that fails, a later loss of the log is not
 * noticed.
 */
export function refreshMark(file: DatabaseFile): void {
  try {
    markOpen(file);
  } catch {
    // The old mark stays, and the server keeps running.
  }
}

/** Empties the log and removes the mark. Does neither while another process reads the log. */
export function closeLog(connection: Connection, file: DatabaseFile): void {
  if (!checkpoint(connection) || !existsSync(markOf(file))) return;
  rmSync(markOf(file));
  syncPath(dirname(file.path));
}

/**
 * Call it before anything opens the file: SQLite creates a missing log.
 * @throws DataFolderError if the log of a database that was not closed is missing
 */
export function refuseLostLog(file: DatabaseFile): void {
  if (!hasLostLog(file)) return;
  const log = basename(logOf(file));
  throw new DataFolderError(
    "damaged",
    `${logOf(file)} is missing, and the server did not shut down cleanly: the log held the last acknowledged writes. Put ${log} back, or restore the newest backup into an empty data folder. To continue without those writes, run: waybill accept-lost-log --data ${dirname(file.path)}`,
  );
}

/** Accepts that logs are missing. @returns their names */
export function acceptLostLogs(files: readonly DatabaseFile[]): string[] {
  const lost = files.filter(hasLostLog);
  for (const file of lost) {
    rmSync(markOf(file));
    syncPath(dirname(file.path));
  }
  return lost.map((file) => basename(logOf(file)));
}

/** Looks for the log first: a server that ends meanwhile removes the mark before the log. */
function hasLostLog(file: DatabaseFile): boolean {
  if (existsSync(logOf(file)) || !existsSync(markOf(file))) return false;
  const header = readHeader(file);
  // A restored backup never had a log.
  if (header === undefined || !header.hadLog) return false;
  const marked = readFileSync(markOf(file), "utf8").trim();
  return marked === "" || marked === String(header.changes);
}

/** Undefined if there is no database. */
function readHeader({ path }: DatabaseFile): { hadLog: boolean; changes: number } | undefined {
  if (!existsSync(path)) return undefined;
  const descriptor = openSync(path, "r");
  try {
    const header = Buffer.alloc(headerBytes);
    readSync(descriptor, header, 0, headerBytes, 0);
    return {
      hadLog: header[writeVersionOffset] === withLog,
      changes: header.readUInt32BE(changeCounterOffset),
    };
  } finally {
    closeSync(descriptor);
  }
}
