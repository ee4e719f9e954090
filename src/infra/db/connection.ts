import Database from "better-sqlite3";
import { folded } from "../text/words.ts";
import { sqliteCode } from "./storage-error.ts";

export type Connection = Database.Database;

/** How long a statement waits for another process's lock before it fails. The event loop is blocked meanwhile. */
const busyTimeoutMs = 1_000;
/** How long a checkpoint waits for readers in other processes, such as a backup or Litestream. Writers wait too. */
const checkpointWaitMs = 100;
const cacheKibibytes = 16 * 1024;

/**
 * Set on every connection, in this order. The driver's defaults (FULL, no foreign keys, automatic checkpoints) do not
 * fit, and the timeout must be set before the first statement that may wait. With `NORMAL` a commit writes the log
 * without a sync; `sync-worker.ts` syncs. `OFF`, for data that need not last, comes before the log is created, because
 * that syncs too. `secure_delete` overwrites with zeros what is deleted: personal data must leave the file, not only the
 * tables. `FAST` would leave it in free pages.
 */
const pragmas = (durable: boolean) => [
  `busy_timeout = ${busyTimeoutMs}`,
  `synchronous = ${durable ? "NORMAL" : "OFF"}`,
  "journal_mode = WAL",
  "foreign_keys = ON",
  "trusted_schema = OFF",
  "secure_delete = ON",
  "temp_store = MEMORY",
  `cache_size = -${cacheKibibytes}`,
  "mmap_size = 0",
  "wal_autocheckpoint = 0",
];

/**
 * Opens or creates a database file, with `folded(text)` for searches in short tables. A `Buffer` with a serialized database opens a copy of it in memory.
 * `nativeBinding` comes from `native-addon.ts`.
 */
export function openConnection(
  path: string | Buffer,
  nativeBinding: string | undefined,
  durable = true,
): Connection {
  return setUp(openDatabase(path, nativeBinding), durable);
}

/** Gives a bare connection what every other has. */
export function setUp(connection: Connection, durable: boolean): Connection {
  for (const pragma of pragmas(durable)) connection.pragma(pragma);
  connection.function("folded", { deterministic: true }, (text) => folded(String(text)));
  return connection;
}

/** The bare driver without pragmas, for the lock and the checks. */
export function openDatabase(path: string | Buffer, nativeBinding: string | undefined): Connection {
  return new Database(path, nativeBinding === undefined ? {} : { nativeBinding });
}

/** Read only, while others may write. It changes nothing, not even when it is the last connection to close. */
export function openReader(path: string, nativeBinding: string | undefined): Connection {
  return new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: busyTimeoutMs,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
}

/**
 * Moves the log into the database file and empties it. False if another process was reading or writing. It syncs both
 * files, so it runs in the worker, or on the main thread before and after serving.
 */
export function checkpoint(connection: Connection): boolean {
  connection.pragma(`busy_timeout = ${checkpointWaitMs}`);
  try {
    return connection.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Rewrites the database file and empties the log, so that neither holds overwritten or deleted data any more. Runs on
 * the main thread before serving, and takes up to twice the file's size on the disk meanwhile.
 * @throws Error if another process reads the log
 */
export function rewrite(connection: Connection): void {
  connection.pragma("temp_store = FILE");
  connection.exec("VACUUM");
  connection.pragma("temp_store = MEMORY");
  if (!checkpoint(connection))
    throw new Error("another process has the database open: end it, and start again");
}

/** A checkpoint while nobody writes. False if a reader was in the way or the disk is full. */
export function emptyLog(connection: Connection): boolean {
  try {
    const emptied = checkpoint(connection);
    // Even if it was not emptied: SQLite may reuse a log once the database has all of its frames.
    startLog(connection);
    return emptied;
  } catch (error) {
    if (/^SQLITE_(FULL|BUSY)/.test(sqliteCode(error))) return false;
    throw error;
  }
}

/** The first write into an empty log syncs the log's new header. A write without effect takes that cost here. */
export function startLog(connection: Connection): void {
  connection.pragma(`user_version = ${connection.pragma("user_version", { simple: true })}`);
}
