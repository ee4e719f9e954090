import { join } from "node:path";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import type { Environment } from "../environment.ts";
import { type Condition, freeBytesOf, watchCondition } from "./condition.ts";
import { lockDataFolder, makeFolder, refuseForeignFiles, refuseOpenFolder, syncPath } from "./data-folder.ts";
import { asDataFolderError } from "./data-folder-error.ts";
import { type DatabaseFile, type InstallationLook, inspectDatabases } from "./inspection.ts";
import { markOpen } from "./lost-log.ts";
import type { MigrationSets } from "./migrate.ts";
import { readMigrations } from "./migrations.macro.ts" with { type: "macro" };
import { provideAddon, removeOtherAddons } from "./native-addon.ts";
import { openStore } from "./open-store.ts";

export type { InstallationLook };

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
   * Rejects with `storage_full` when there is too little space, `storage_unavailable` when the disk refused,
   * `shutting_down` after `close`.
   * `fn` must let an error of a statement pass: it may have ended the transaction.
   */
  write<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /**
   * The same, from the space that is kept free: for the few small rows without which nobody could come and mend
   * a full disk. Nearly at the end of that it rejects with `storage_full` too.
   */
  writeFromReserve<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /** Resolves when every commit made so far is durable; at once for a store that does not wait for its syncs. */
  synced(): Promise<void>;
  /** Calls `listener` after commits have become durable, in the same turn as their answers; returns how to stop it. */
  onSynced(listener: () => void): () => void;
  /** Leaves nothing on the disk of what was overwritten or deleted. Before serving only; takes as long as copying it. */
  rewrite(): void;
}

export interface Stores {
  readonly accounts: Store;
  readonly telemetry: Store;
  /** The delivery data of one environment: the only way to either. */
  platform(environment: Environment): Store;
  readonly condition: Condition;
  /** Says that reading a database through has found damage. */
  noteDamage(name: StoreName): void;
  /** In which such damage was found. */
  damaged(): StoreName[];
  /** What each database takes, asked of the file system now. */
  footprints(): Footprint[];
  /** From here on writes may use the space that is kept free: what is counted can be written before closing. */
  freeReserve(): void;
  /** Refuses new writes, answers the earlier ones, empties the logs, closes the files and frees the folder. */
  close(): Promise<void>;
}

/** What a database takes on the disk, and what it is at. */
export interface Footprint {
  readonly name: StoreName;
  readonly fileBytes: number;
  /** Of the log in front of it, which a checkpoint empties. */
  readonly logBytes: number;
  /** The newest migration. */
  readonly schema: string;
  /** Whether damage was met, or found by reading it through. */
  readonly isDamaged: boolean;
  /** Undefined for one that was not synced since it was opened, or never waits for it. */
  readonly lastSyncAgeMs: number | undefined;
}

/** What the storage says; a pino logger is one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Is told of the storage's work, by whoever measures it. */
export interface StorageMeter {
  /** How many writes shared a transaction. */
  batch(store: StoreName, writes: number): void;
  sync(store: StoreName, durationMs: number): void;
}

export interface OpenOptions {
  dataDir: string;
  log: Log;
  /** With less space on the disk writes are refused; without it they never are for that. */
  minFreeBytes?: number;
  meter?: StorageMeter | undefined;
  /** False: nothing is synced, and a crash of the machine may leave files that cannot be read. */
  durable?: boolean;
  /** Looks at the installation's own values before anything is changed, and throws to refuse them. */
  look?: InstallationLook | undefined;
  /** Is told which migrations a database was brought to the newest schema by. */
  onMigrated?: ((store: StoreName, migrations: string[]) => void) | undefined;
  /** For tests: in place of asking the disk. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** For tests: the schemas instead of the embedded ones. */
  migrations?: MigrationSets;
}

export type StoreName = keyof typeof kinds;

/**
 * The files of the data folder. A store that waits answers after its sync. Losing the last moments of the
 * sandbox or of telemetry in a power cut costs nothing that matters, so nobody waits for theirs. They are opened
 * in this order.
 */
const kinds = {
  accounts: { migrations: "accounts", waits: true, applicationId: ascii("WbAc") },
  live: { migrations: "platform", waits: true, applicationId: ascii("WbLi") },
  sandbox: { migrations: "platform", waits: false, applicationId: ascii("WbSa") },
  telemetry: { migrations: "telemetry", waits: false, applicationId: ascii("WbTe") },
} as const satisfies Record<
  string,
  { migrations: keyof MigrationSets; waits: boolean; applicationId: number }
>;

/** SQLite's mark of a file is a number of 32 bits. */
function ascii(letters: string): number {
  return Buffer.from(letters).readInt32BE();
}

/** What this executable carries. */
const embedded = readMigrations();
const storeNames = Object.keys(kinds) as StoreName[];

/** The newest migration that this executable knows for each database. */
export function schemaVersions(): Record<StoreName, string> {
  const newest = (name: StoreName) => embedded[kinds[name].migrations].at(-1)?.name ?? "";
  return Object.fromEntries(storeNames.map((name) => [name, newest(name)])) as Record<StoreName, string>;
}

/**
 * Opens the data folder, for this process alone: makes it, locks it, looks at what is there, makes durable what a
 * killed process left, migrates. Where it refuses, nothing is left open.
 * @throws DataFolderError
 */
export async function openStores(options: OpenOptions): Promise<Stores> {
  try {
    return await openFolder(options);
  } catch (error) {
    throw asDataFolderError(error, options.dataDir);
  }
}

async function openFolder(options: OpenOptions): Promise<Stores> {
  const { dataDir, log, meter, onMigrated, durable = true, minFreeBytes = 0 } = options;
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(dataDir));
  await using opening = new AsyncDisposableStack();
  makeFolder(dataDir);
  refuseOpenFolder(dataDir, log);
  refuseForeignFiles(dataDir, ["lock.db", ...storeNames.map((name) => `${name}.db`)]);
  const nativeBinding = provideAddon(dataDir);
  opening.defer(lockDataFolder(dataDir, nativeBinding));
  removeOtherAddons(nativeBinding);
  const files = databaseFiles(options);
  inspectDatabases(files, nativeBinding, options.look);
  const isFull = () => condition.spaceIsLow;
  const isReserveFull = () => condition.reserveIsLow;
  const all = files.map((file) =>
    openStore(file, { log, meter, onMigrated, durable, nativeBinding, isFull, isReserveFull }, opening),
  );
  for (const file of files) markOpen(file);
  if (durable) syncPath(dataDir);
  await Promise.all(all.map(({ ready }) => ready));
  const condition = await watchCondition(
    {
      minFreeBytes,
      freeBytes,
      isDamaged: () => all.some((store) => store.isDamaged()),
      isSchemaCurrent: () => all.every((store) => store.isSchemaCurrent()),
      syncRunningMs: () => Math.max(...all.map((store) => store.syncRunningMs())),
    },
    log,
  );
  opening.defer(condition.stop);
  const closing = opening.move();
  const { accounts, live, sandbox, telemetry } = Object.fromEntries(
    all.map(({ store }) => [store.name, store]),
  ) as Record<StoreName, Store>;
  return {
    accounts,
    telemetry,
    platform: (environment) => (environment === "live" ? live : sandbox),
    condition,
    noteDamage: (name) => all.find(({ store }) => store.name === name)?.noteDamage(),
    damaged: () => all.filter((opened) => opened.wasFoundDamaged()).map(({ store }) => store.name),
    footprints: () => all.map(({ footprint }) => footprint()),
    freeReserve: condition.stop,
    close: () => closing.disposeAsync(),
  };
}

/** The databases of a data folder, in the order in which they are opened. */
export function databaseFiles({
  dataDir,
  migrations,
  durable = true,
}: Pick<OpenOptions, "dataDir" | "migrations" | "durable">): DatabaseFile[] {
  return storeNames.map((name) => {
    const { migrations: set, waits, applicationId } = kinds[name];
    return {
      name,
      path: join(dataDir, `${name}.db`),
      applicationId,
      migrations: (migrations ?? embedded)[set],
      waits: waits && durable,
    };
  });
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
