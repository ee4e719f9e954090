import { statSync } from "node:fs";
import { join } from "node:path";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import type { Environment } from "../environment.ts";
import { type Connection, checkpoint, openConnection, startLog } from "./connection.ts";
import { lockDataFolder, makeDataFolder, syncPath } from "./data-folder.ts";
import { type GroupCommit, groupCommit } from "./group-commit.ts";
import { type MigrationSets, migrate } from "./migrate.ts";
import { readMigrations } from "./migrations.macro.ts" with { type: "macro" };
import { provideAddon } from "./native-addon.ts";
import { syncThread } from "./sync-thread.ts";

/** Size of a log that starts a checkpoint: it bounds the disk used, the time to recover and the pause it costs. */
const logLimitBytes = 24 * 1024 * 1024;
/** sysexits.h: an error occurred while doing I/O on some file. */
const ioErrorExitCode = 74;

/** drizzle's handle over the store's one main-thread connection. */
export type Db = BetterSQLite3Database;

declare const inWrite: unique symbol;

/** A `Db` inside a transaction. Only `Store.write` hands one out, so that a query that changes rows can ask for it. */
export type Tx = Db & { readonly [inWrite]: true };

/** What a write's function may return: not a Promise, whose later part would run after the commit. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;

export interface Store {
  readonly name: StoreName;
  /** For plain reads, which may see commits that are not synced yet. */
  readonly db: Db;
  /**
   * Runs `fn` in a transaction and resolves with its result once that is durable. What `fn` throws undoes its
   * changes alone, and rejects the promise after the same wait. Read, decide and write inside it; other
   * functions share its transaction, but none runs in between.
   *
   * Rejects with `storage_full` or `storage_unavailable` when the disk refused, `shutting_down` after `close`.
   * `fn` must let an error of a statement pass: it may have ended the transaction.
   */
  write<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /** Resolves when every commit made so far is durable; at once for a store that does not wait for its syncs. */
  synced(): Promise<void>;
  /** Calls `listener` after commits have become durable, in the same turn as their answers; returns how to stop it. */
  onSynced(listener: () => void): () => void;
}

export interface Stores {
  readonly accounts: Store;
  readonly telemetry: Store;
  /** The delivery data of one environment: the only way to either. */
  platform(environment: Environment): Store;
  /** Refuses new writes, answers the earlier ones, empties the logs, closes the files and frees the folder. */
  close(): Promise<void>;
}

/** What the storage says; a pino logger is one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

export interface OpenOptions {
  dataDir: string;
  log: Log;
  /** For tests: the schemas instead of the embedded ones. */
  migrations?: MigrationSets;
}

type StoreName = keyof typeof kinds;

/**
 * The files of the data folder. A store that waits answers after its sync. Losing the last moments of the
 * sandbox or of telemetry in a power cut costs nothing that matters, so nobody waits for theirs.
 */
const kinds = {
  accounts: { migrations: "accounts", waits: true },
  live: { migrations: "platform", waits: true },
  sandbox: { migrations: "platform", waits: false },
  telemetry: { migrations: "telemetry", waits: false },
} as const satisfies Record<string, { migrations: keyof MigrationSets; waits: boolean }>;

/**
 * Opens the data folder, for this process alone: makes it, locks it, makes durable what a killed process left,
 * migrates. Throws a sentence for the operator where that is not possible, with nothing left open.
 */
export async function openStores(options: OpenOptions): Promise<Stores> {
  const { dataDir } = options;
  await using opening = new AsyncDisposableStack();
  makeDataFolder(dataDir);
  const nativeBinding = provideAddon(dataDir);
  opening.defer(lockDataFolder(dataDir, nativeBinding));
  const open = (name: StoreName) => openStore(name, options, nativeBinding, opening);
  const accounts = open("accounts");
  const live = open("live");
  const sandbox = open("sandbox");
  const telemetry = open("telemetry");
  syncPath(dataDir);
  await Promise.all([accounts.ready, live.ready]);
  const opened = opening.move();
  return {
    accounts: accounts.store,
    telemetry: telemetry.store,
    platform: (environment) => (environment === "live" ? live.store : sandbox.store),
    close: () => opened.disposeAsync(),
  };
}

/** Puts on `opening` how to close what it has opened. */
function openStore(
  name: StoreName,
  { dataDir, log, migrations }: OpenOptions,
  nativeBinding: string | undefined,
  opening: AsyncDisposableStack,
): { store: Store; ready: Promise<void> } {
  const path = join(dataDir, `${name}.db`);
  const kind = kinds[name];
  const connection = opening.adopt(openConnection(path, nativeBinding), (opened) => void opened.close());
  // First of all: a killed process may have left commits in the page cache that nobody synced.
  checkpoint(connection);
  const applied = migrate(connection, path, (migrations ?? readMigrations())[kind.migrations]);
  if (applied.length > 0) log.info({ store: name, migrations: applied }, "Migrated");
  checkpoint(connection);
  startLog(connection);
  opening.defer(() => void checkpoint(connection));

  const thread = opening.adopt(syncThread(path, nativeBinding), (started) => started.close());
  const commits = groupCommit({
    connection,
    log: { ...thread, sizeBytes: () => statSync(`${path}-wal`).size },
    waits: kind.waits,
    logLimitBytes,
    onBroken: (error) => endProcess(log, path, error),
  });
  opening.defer(commits.drain);
  return {
    store: storeOver(name, connection, commits),
    ready: kind.waits ? thread.start() : Promise.resolve(),
  };
}

/** The store as features see it. Apart from `openStore`, a test makes one over a database in memory. */
export function storeOver(name: StoreName, connection: Connection, commits: GroupCommit): Store {
  const db: Db = drizzle({ client: connection });
  return {
    name,
    db,
    write: (fn) => commits.write(() => fn(db as Tx)),
    synced: commits.synced,
    onSynced: commits.onSynced,
  };
}

/** A kernel that failed to write pages back may forget them, and say "synced" the next time: going on would lie. */
function endProcess(log: Log, path: string, error: unknown): never {
  log.fatal(
    { err: error, file: path },
    "The disk did not keep what was written, so nothing after the last answer may be there. Starting again does not heal it: check the disk and its file system (dmesg, smartctl), then start; if the data is damaged, restore the newest backup into an empty data folder.",
  );
  process.exit(ioErrorExitCode);
}

/**
 * A feature's prepared statements, made once for each connection:
 * `const keyStore = prepared((db) => ({ findByHash: … }))`, used as `keyStore(tx).findByHash.get({ hash })`.
 * Building a query costs far more than running it.
 */
export function prepared<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>();
  return (db) => {
    const existing = made.get(db);
    if (existing !== undefined) return existing;
    const statements = make(db);
    made.set(db, statements);
    return statements;
  };
}
