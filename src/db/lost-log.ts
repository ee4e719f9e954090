import { closeSync, existsSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Connection, checkpoint } from "./connection.ts";
import { syncPath } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import type { DatabaseFile } from "./inspection.ts";

/**
 * SQLite does not miss the log of a database: without it, what was acknowledged last is gone without a word. So an
 * empty file, such as `live.db-open`, stands beside a database from its opening to its orderly end. It is there only
 * while the log is there too: it comes after the log, and goes before it.
 */
const markOf = ({ path }: DatabaseFile) => `${path}-open`;
const logOf = ({ path }: DatabaseFile) => `${path}-wal`;

/** Where SQLite's file format says whether a database has a log: 1 without, 2 with one (§1.3.3 of fileformat2). */
const writeVersionOffset = 18;
const withLog = 2;

/** Says that the log is needed from here on. The caller syncs the folder before a write is acknowledged. */
export function markOpen(file: DatabaseFile): void {
  if (file.waits) writeFileSync(markOf(file), "", { mode: 0o600 });
}

/** Empties the log, then says that it is not needed any more. Does neither while another process reads the log. */
export function settleLog(connection: Connection, file: DatabaseFile): void {
  if (!checkpoint(connection) || !existsSync(markOf(file))) return;
  rmSync(markOf(file));
  syncPath(dirname(file.path));
}

/**
 * For a look before anything opens the file: SQLite makes a missing log anew.
 * @throws DataFolderError where the log of a database that was not closed is missing
 */
export function refuseLostLog(file: DatabaseFile): void {
  if (!hasLostLog(file)) return;
  const log = basename(logOf(file));
  throw new DataFolderError(
    "damaged",
    `${logOf(file)} is missing, and the server did not end in order: the last acknowledged writes were in it. Put ${log} back, or restore the newest backup into an empty data folder. To go on without those writes, run: waybill accept-lost-log --data ${dirname(file.path)}`,
  );
}

/** Goes on without the logs that are missing. @returns their names */
export function acceptLostLogs(files: readonly DatabaseFile[]): string[] {
  const lost = files.filter(hasLostLog);
  for (const file of lost) {
    rmSync(markOf(file));
    syncPath(dirname(file.path));
  }
  return lost.map((file) => basename(logOf(file)));
}

/** The log is looked for first: a server that ends meanwhile removes the mark before it. */
function hasLostLog(file: DatabaseFile): boolean {
  return !existsSync(logOf(file)) && existsSync(markOf(file)) && hadLog(file);
}

/** A backup that was copied into the place of a database never had one. */
function hadLog({ path }: DatabaseFile): boolean {
  if (!existsSync(path)) return false;
  const descriptor = openSync(path, "r");
  try {
    const version = Buffer.alloc(1);
    readSync(descriptor, version, 0, 1, writeVersionOffset);
    return version[0] === withLog;
  } finally {
    closeSync(descriptor);
  }
}
