import { statSync } from "node:fs";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { bytesPerMb } from "../sizes.ts";
import { type Connection, checkpoint, openConnection, rewrite, startLog } from "./connection.ts";
import { damaged, quoted, watchDamage } from "./damage.ts";
import type { DatabaseFile, StoreName } from "./databases.ts";
import { type GroupCommit, groupCommit } from "./group-commit.ts";
import { closeLog, refreshMark } from "./lost-log.ts";
import { isAsMigrated, markFile, migrate } from "./migrate.ts";
import type { StorageLog, StorageMeter } from "./observers.ts";
import { storageFull } from "./storage-error.ts";
import type { Db, Footprint, Store, Tx } from "./store.ts";
import { syncThread } from "./sync-thread.ts";
import { timedSync } from "./timed-sync.ts";

/** A log of this size starts a checkpoint. It bounds the disk space, the time to recover and the pause. */
const logLimitBytes = 24 * bytesPerMb;
/** sysexits.h: an error occurred while doing I/O on some file. */
const ioErrorExitCode = 74;

interface OpenedStore {
  store: Store;
  ready: Promise<void>;
  /** Whether SQLite has met damage since the file was opened. */
  isDamaged(): boolean;
  /** Records that reading the file through found damage. */
  noteDamage(): void;
  wasFoundDamaged(): boolean;
  isSchemaCurrent(): boolean;
  syncRunningMs(): number;
  footprint(): Footprint;
}

/** Options of a store, besides its file. */
interface StoreOptions {
  log: StorageLog;
  meter: StorageMeter | undefined;
  onMigrated: ((store: StoreName, migrations: string[]) => void) | undefined;
  durable: boolean;
  nativeBinding: string | undefined;
  /** Whether writes are refused; `isReserveFull`: whether writes from the reserve are. */
  isFull(): boolean;
  isReserveFull(): boolean;
}

/** Registers with `opening` how to close what it opens. */
export function openStore(
  file: DatabaseFile,
  { log, meter, onMigrated, durable, nativeBinding, isFull, isReserveFull }: StoreOptions,
  opening: AsyncDisposableStack,
): OpenedStore {
  const { name, path, migrations, waits } = file;
  const connection = opening.adopt(
    openConnection(path, nativeBinding, durable),
    (opened) => void opened.close(),
  );
  // First: a killed process may have left unsynced commits in the page cache.
  checkpoint(connection);
  const applied = migrate(connection, path, migrations, (notice) => log.warn({ store: name }, notice));
  if (applied.length > 0) {
    log.info({ store: name, migrations: applied }, "Migrated");
    onMigrated?.(name, applied);
    checkpoint(connection);
  }
  markFile(connection, file.applicationId);
  startLog(connection);
  if (durable) opening.defer(() => closeLog(connection, file));

  let isDamaged = false;
  let wasFoundDamaged = false;
  watchDamage(connection, (error) => {
    if (!isDamaged) log.error({ err: error }, damaged(file, `is damaged (${quoted(error.message)})`).message);
    isDamaged = true;
  });
  const logBytes = () => statSync(`${path}-wal`).size;
  const thread = opening.adopt(syncThread(path, nativeBinding, durable), (started) => started.close());
  const { sync, runningMs, lastAgeMs } = timedSync(thread.sync, (durationMs) =>
    meter?.sync(name, durationMs),
  );
  const commits = groupCommit({
    connection,
    log: {
      sync,
      checkpoint: () => thread.checkpoint().finally(() => refreshMark(file)),
      sizeBytes: logBytes,
    },
    waits,
    logLimitBytes,
    onBatch: meter && ((writes) => meter.batch(name, writes)),
    onBroken: (error) => endProcess(log, path, error),
  });
  opening.defer(commits.drain);
  // Refuses before the disk is touched: SQLite needs some space even to undo.
  const unless =
    (isRefused: () => boolean): GroupCommit["write"] =>
    (run) =>
      isRefused() ? Promise.reject(storageFull()) : commits.write(run);
  const guarded = { ...commits, write: unless(isFull) };
  const store = createStore(name, connection, guarded, unless(isReserveFull));
  const rewriteMarked = () => {
    store.rewrite();
    refreshMark(file);
  };
  return {
    store: { ...store, rewrite: rewriteMarked },
    ready: waits ? thread.start() : Promise.resolve(),
    isDamaged: () => isDamaged,
    noteDamage() {
      wasFoundDamaged = true;
    },
    wasFoundDamaged: () => wasFoundDamaged,
    isSchemaCurrent: () => isAsMigrated(connection, migrations),
    syncRunningMs: runningMs,
    footprint: () => ({
      name,
      fileBytes: statSync(path).size,
      logBytes: logBytes(),
      schema: migrations.at(-1)?.name ?? "",
      lastSyncAgeMs: lastAgeMs(),
      isDamaged: isDamaged || wasFoundDamaged,
    }),
  };
}

/** The store as features see it. Tests create one over a database in memory. */
export function createStore(
  name: StoreName,
  connection: Connection,
  commits: GroupCommit,
  fromReserve = commits.write,
): Store {
  const db: Db = drizzle({ client: connection });
  return {
    name,
    db,
    write: (fn) => commits.write(() => fn(db as Tx)),
    writeFromReserve: (fn) => fromReserve(() => fn(db as Tx)),
    synced: commits.synced,
    onSynced: commits.onSynced,
    rewrite: () => rewrite(connection),
  };
}

/**
 * A kernel that fails to write pages back may drop them and report the next sync as successful: continuing would lie.
 */
function endProcess(log: StorageLog, path: string, error: unknown): never {
  log.fatal(
    { err: error, file: path },
    "The disk failed to store a write; data since the last answer may be lost. Restarting does not repair this. Check the disk and its file system (dmesg, smartctl), then start. If the data is damaged, restore the newest backup into an empty data folder.",
  );
  process.exit(ioErrorExitCode);
}
