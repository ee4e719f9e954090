import { type Connection, rewrite } from "./connection.ts";
import type { StoreName } from "./database.ts";
import type { DatabaseFile } from "./databases.ts";
import { type GroupCommit, groupCommit, logLimitBytes } from "./group-commit.ts";
import { handleOf } from "./handle.ts";
import { refreshMark } from "./lost-log.ts";
import type { StorageLog, StorageMeter } from "./observers.ts";
import type { FileOptions, OpenedFile } from "./open-file.ts";
import { rowWatcher } from "./row-watch.ts";
import { storageFull } from "./storage-error.ts";
import type { Db, Footprint, Store, Tx, WorkerStore } from "./store.ts";
import { syncThread } from "./sync-thread.ts";
import { timedSync } from "./timed-sync.ts";
import { writerThread } from "./writer-thread.ts";

/** sysexits.h: an error occurred while doing I/O on some file. */
const ioErrorExitCode = 74;

/** A store with what the data folder needs to know of it. */
interface OpenedStore<S> extends Omit<OpenedFile, "connection" | "footprint"> {
  store: S;
  ready: Promise<void>;
  syncRunningMs(): number;
  footprint(): Footprint;
}

/** Options of a store, besides its file. */
interface StoreOptions extends FileOptions {
  /** Makes a function run later as it would run now; only where accounts may have clocks of their own. */
  bound?: Bound | undefined;
  meter: StorageMeter | undefined;
  /** Whether writes are refused; `isReserveFull`: whether writes from the reserve are. */
  isFull(): boolean;
  isReserveFull(): boolean;
}

/** The function, for another to call. */
export type Bound = <T>(run: () => T) => () => T;

/**
 * A store that the main thread writes. Registers with `opening` how to close what it opens.
 * @param worker for its syncs, if it was made before
 */
export function openStore(
  file: DatabaseFile,
  opened: OpenedFile,
  options: StoreOptions,
  opening: AsyncDisposableStack,
  worker?: Worker,
): OpenedStore<Store> {
  const { name, path, waits } = file;
  const { log, meter, durable, nativeBinding, isFull, isReserveFull } = options;
  const { connection } = opened;
  const thread = opening.adopt(syncThread(path, nativeBinding, durable, worker), (started) =>
    started.close(),
  );
  const { sync, runningMs, lastAgeMs } = timedSync(thread.sync, (durationMs) =>
    meter?.sync(name, durationMs),
  );
  const commits = groupCommit({
    connection,
    log: {
      sync,
      checkpoint: () => thread.checkpoint().finally(() => refreshMark(file)),
      sizeBytes: opened.logBytes,
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
  const store = createStore(name, connection, guarded, {
    fromReserve: unless(isReserveFull),
    bound: options.bound,
    isNew: opened.isNew,
  });
  const rewriteMarked = () => {
    store.rewrite();
    refreshMark(file);
  };
  return {
    ...opened,
    store: { ...store, rewrite: rewriteMarked },
    ready: waits ? thread.start() : Promise.resolve(),
    syncRunningMs: runningMs,
    footprint: () => opened.footprint(lastAgeMs()),
  };
}

/**
 * A store that the Worker at `url` writes; without one it can only be read. Registers with `opening` how to close what
 * it opens.
 */
export function openWorkerStore(
  file: DatabaseFile,
  opened: OpenedFile,
  url: URL | undefined,
  options: StoreOptions,
  opening: AsyncDisposableStack,
): OpenedStore<WorkerStore> {
  const { name, path } = file;
  const { log, durable, nativeBinding, isFull } = options;
  const { connection, onDamage } = opened;
  connection.pragma("query_only = ON");
  const thread = opening.adopt(
    writerThread({
      url,
      file: { path, nativeBinding, durable },
      log,
      onDamage,
      onBroken: (error) => endProcess(log, path, error),
    }),
    (started) => started.close(),
  );
  const run: WorkerStore["run"] = (task, input, moved) =>
    isFull() ? Promise.reject(storageFull()) : thread.run(task, input, moved);
  return {
    ...opened,
    store: { name, db: handleOf(connection), run },
    ready: Promise.resolve(),
    syncRunningMs: () => 0,
    footprint: () => opened.footprint(undefined),
  };
}

/** What only some stores have. */
interface Special {
  fromReserve?: GroupCommit["write"];
  bound?: Bound | undefined;
  /** Whether this start made its file. */
  isNew?: boolean;
}

/** The store as features see it. Tests create one over a database in memory. */
export function createStore(
  name: StoreName,
  connection: Connection,
  commits: GroupCommit,
  { fromReserve = commits.write, bound, isNew = false }: Special = {},
): Store {
  const db: Db = handleOf(connection);
  const writing = (write: GroupCommit["write"]): Store["write"] =>
    bound ? (fn) => write(bound(() => fn(db as Tx))) : (fn) => write(() => fn(db as Tx));
  return {
    name,
    db,
    write: writing(commits.write),
    writeFromReserve: writing(fromReserve),
    synced: commits.synced,
    onSynced: commits.onSynced,
    emptyLog: commits.emptyLog,
    watchRows: rowWatcher(connection),
    isUntouched: () => isNew && !commits.hasCommitted(),
    hasTestClocks: bound !== undefined && name === "sandbox",
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
