import Database from "better-sqlite3";

export type Connection = Database.Database;

/** How long a statement waits for another process's lock before it fails; the event loop waits with it. */
const busyTimeoutMs = 1_000;
/** How long a checkpoint waits for readers of another process, such as a backup or Litestream; writers wait with it. */
const checkpointWaitMs = 100;
const cacheKibibytes = 16 * 1024;

/**
 * Set on every connection, in this order: the driver's own defaults (FULL, no foreign keys, automatic
 * checkpoints) are never ours, and waiting must be allowed before the first statement that may have to.
 * `NORMAL` makes a commit write the log without a sync; the sync is the worker's (`sync-worker.ts`). `OFF`, where
 * nothing has to last, comes before the log is begun, which syncs too.
 */
const pragmas = (durable: boolean) => [
  `busy_timeout = ${busyTimeoutMs}`,
  `synchronous = ${durable ? "NORMAL" : "OFF"}`,
  "journal_mode = WAL",
  "foreign_keys = ON",
  "trusted_schema = OFF",
  "temp_store = MEMORY",
  `cache_size = -${cacheKibibytes}`,
  "mmap_size = 0",
  "wal_autocheckpoint = 0",
];

/**
 * Opens, or makes, a database file; a `Buffer` of a serialized database opens a copy of it in memory.
 * `nativeBinding` comes from `native-addon.ts`.
 */
export function openConnection(
  path: string | Buffer,
  nativeBinding: string | undefined,
  durable = true,
): Connection {
  const connection = openDatabase(path, nativeBinding);
  for (const pragma of pragmas(durable)) connection.pragma(pragma);
  return connection;
}

/** The bare driver: no pragmas. Only the lock and the check of the native addon need it so. */
export function openDatabase(path: string | Buffer, nativeBinding: string | undefined): Connection {
  return new Database(path, nativeBinding === undefined ? {} : { nativeBinding });
}

/** For looking only, beside whoever writes: it changes nothing, not even when it is the last to close. */
export function openReader(path: string, nativeBinding: string | undefined): Connection {
  return new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: busyTimeoutMs,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
}

/**
 * Moves the log into the database file and empties it. False when a reader or a writer of another process was
 * in the way. It syncs both files, so it runs in the worker, or on the main thread before and after serving.
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
 * Writes the database file anew and empties the log: of what was overwritten or deleted neither holds anything more.
 * Takes up to twice the file's size on the disk meanwhile; on the main thread, before serving.
 * @throws Error where another process reads the log
 */
export function rewrite(connection: Connection): void {
  connection.pragma("temp_store = FILE");
  connection.exec("VACUUM");
  connection.pragma("temp_store = MEMORY");
  if (!checkpoint(connection))
    throw new Error("another process has the database open: end it, and start again");
}

/** The first write into an empty log syncs the log's new header. This pays for it with a write of no meaning. */
export function startLog(connection: Connection): void {
  connection.pragma(`user_version = ${connection.pragma("user_version", { simple: true })}`);
}
